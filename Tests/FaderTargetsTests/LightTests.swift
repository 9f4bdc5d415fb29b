import FaderValues
import Testing

@testable import FaderTargets

@Suite("Packets for lights")
struct LightPacketTests {
    private static let source = LightSource(machine: "m", instance: "i", host: "desk")
    private static let ramp = (0..<512).map { UInt8(truncatingIfNeeded: $0) }

    @Test("an sACN packet has everything at the offsets of E1.31")
    func sacn() {
        let universe = UniverseSpec(.sacn, 0x1234, priority: 150)
        let packet = LightPacket.levels(Self.ramp, of: universe, sequence: 7, isEnd: false, from: Self.source)
        #expect(packet.count == 638)
        #expect(Array(packet[0..<16]) == [0, 0x10, 0, 0] + Array("ASC-E1.17\0\0\0".utf8))
        #expect(Array(packet[16..<22]) == [0x72, 0x6E, 0, 0, 0, 4])
        #expect(Array(packet[22..<38]) == Self.source.id)
        #expect(Array(packet[38..<44]) == [0x72, 0x58, 0, 0, 0, 2])
        #expect(Array(packet[44..<108]) == Array("faderd desk".utf8) + [UInt8](repeating: 0, count: 53))
        #expect(Array(packet[108..<115]) == [150, 0, 0, 7, 0, 0x12, 0x34])
        #expect(Array(packet[115..<126]) == [0x72, 0x0B, 0x02, 0xA1, 0, 0, 0, 1, 0x02, 0x01, 0])
        #expect(Array(packet[126...]) == Self.ramp)
        let last = LightPacket.levels(Self.ramp, of: universe, sequence: 7, isEnd: true, from: Self.source)
        #expect(last[112] == 0x40 && last.count == packet.count)
        #expect(LightPacket.group(of: 0x1234) == "239.255.18.52")
    }

    @Test("an Art-Net packet has net, sub-net and universe in two bytes")
    func artnet() {
        let universe = UniverseSpec(.artnet, 0x1234, host: "x")
        let packet = LightPacket.levels(Self.ramp, of: universe, sequence: 7, isEnd: false, from: Self.source)
        #expect(Array(packet[0..<18]) == Array("Art-Net\0".utf8) + [0, 0x50, 0, 14, 7, 0, 0x34, 0x12, 2, 0])
        #expect(Array(packet[18...]) == Self.ramp)
    }

    @Test("discovery lists 512 universes in a packet, in order")
    func discovery() {
        let packets = LightPacket.discovery(of: (1...600).reversed(), from: Self.source)
        #expect(packets.map(\.count) == [120 + 1024, 120 + 176])
        #expect(Array(packets[0][112..<124]) == [0x74, 0x08, 0, 0, 0, 1, 0, 1, 0, 1, 0, 2])
        #expect(Array(packets[1][118..<122]) == [1, 1, 0x02, 0x01])
        #expect(Array(packets[0][18..<22]) == [0, 0, 0, 8])
        #expect(LightPacket.discovery(of: [], from: Self.source).isEmpty)
    }

    @Test("a source stays the same, is another on each machine and for each state, and tells nothing of the machine's id")
    func sources() {
        func id(_ machine: String, _ instance: String) -> [UInt8] { LightSource(machine: machine, instance: instance, host: "h").id }
        #expect(id("m", "i") == id("m", "i") && id("m", "i").count == 16)
        #expect(Set([id("m", "i"), id("m", "j"), id("n", "i")]).count == 3)
        #expect(id("m", "i")[6] >> 4 == 8 && id("m", "i")[8] >> 6 == 2)
        let long = LightSource(machine: "m", instance: "i", host: String(repeating: "ü", count: 60))
        #expect(long.name.utf8.count == 63 && long.paddedName.count == 64)
    }
}

@Suite("Numbers of packets")
struct LightSequenceTests {
    /// How many of the first packets a light drops that got `last` before, and drops what is up to `window` older.
    private func dropped(after last: UInt8, window: Int, _ wire: UniverseSpec.Wire) -> Int {
        var (sequence, last) = (LightSequence(), last)
        let isDropped = (0..<600).map { _ in
            let number = sequence.next(in: wire)
            let isOld = (-window...0).contains(Int(Int8(bitPattern: number &- last)))
            if !isOld { last = number }
            return isOld
        }
        return isDropped.lastIndex(of: true).map { $0 + 1 } ?? 0
    }

    @Test(
        "whatever number a light got last, it takes the third packet after a start at the latest, and all after it", arguments: [19, 127]
    )
    func restart(window: Int) {
        for wire in [UniverseSpec.Wire.sacn, .artnet] {
            for last in UInt8.min...UInt8.max { #expect(dropped(after: last, window: window, wire) < LightSequence.leaps) }
        }
    }

    @Test("numbers follow each other, and Art-Net has no 0")
    func order() {
        for wire in [UniverseSpec.Wire.sacn, .artnet] {
            var sequence = LightSequence()
            let numbers = (0..<600).map { _ in sequence.next(in: wire) }.dropFirst(LightSequence.leaps)
            let isAfter = { (next: UInt8, last: UInt8) in next == last &+ 1 || wire == .artnet && last == 255 && next == 1 }
            #expect(zip(numbers, numbers.dropFirst()).allSatisfy { isAfter($1, $0) })
            #expect(numbers.contains(0) == (wire == .sacn))
        }
    }
}

@Suite("Levels of channels")
struct LightValueTests {
    private func levels(_ spec: ParameterSpec, _ fixture: FixtureSpec, _ value: Double) -> [UInt8] {
        let light = LightValue(fixture)
        return light.levels(of: TargetScale(spec, light.law).number(of: value))
    }

    @Test("the travel is spread over 8 or 16 bits, or over a range")
    func numbers() {
        let percent = ParameterSpec(id: "a", maximum: 100)
        let plain = FixtureSpec(channel: 1, form: .level(low: 0, high: 255))
        let fine = FixtureSpec(channel: 1, isFine: true, form: .level(low: 0, high: 65535))
        let part = FixtureSpec(channel: 1, form: .level(low: 200, high: 100))
        #expect([0, 50, 100].map { levels(percent, plain, $0) } == [[0], [128], [255]])
        #expect([0, 50, 100].map { levels(percent, fine, $0) } == [[0, 0], [0x80, 0], [0xFF, 0xFF]])
        #expect([0, 50, 100].map { levels(percent, part, $0) } == [[200], [150], [100]])
        let decibel = ParameterSpec(id: "d", minimum: -.infinity, maximum: 10, unit: "dB", taper: .audio)
        #expect(levels(decibel, plain, -.infinity) == [0] && levels(decibel, plain, 10) == [255])
    }

    @Test("a toggle is dark or full, and options are spread evenly")
    func words() {
        let plain = FixtureSpec(channel: 1, form: .level(low: 0, high: 255))
        let toggle = ParameterSpec(id: "t", maximum: 1, step: 1, kind: .toggle(off: "off", on: "on"))
        #expect([0, 1].map { levels(toggle, plain, $0) } == [[0], [255]])
        let options = ["a", "b", "c"].map { ChoiceOption(id: $0, label: $0) }
        let choice = ParameterSpec(id: "c", maximum: 2, step: 1, kind: .choice(options))
        #expect([0, 1, 2].map { levels(choice, plain, $0) } == [[0], [128], [255]])
    }

    @Test("white is what red, green and blue have in common, and is taken out of them")
    func colors() {
        func color(_ number: UInt32, white: Bool, isFine: Bool = false) -> [UInt8] {
            LightValue(FixtureSpec(channel: 1, isFine: isFine, form: .color(hasWhite: white))).levels(of: Double(number))
        }
        #expect(color(0xFF8040, white: false) == [255, 128, 64])
        #expect(color(0xFF8040, white: true) == [191, 64, 0, 64])
        #expect(color(0xFFFFFF, white: true) == [0, 0, 0, 255])
        #expect(color(0xFF0000, white: true) == [255, 0, 0, 0])
        #expect(color(0xFF8001, white: false, isFine: true) == [0xFF, 0xFF, 0x80, 0x80, 0x01, 0x01])
    }
}

@Suite("The pace of a universe")
struct LightPaceTests {
    /// The times at which frames are sent, if each deadline is kept.
    private func frames(_ pace: inout LightPace, from start: Duration, until end: Duration) -> [Duration] {
        var (times, now) = ([Duration](), start)
        while let deadline = pace.deadline, max(deadline, now) < end {
            now = max(deadline, now)
            if pace.beginsFrame(at: now) { times.append(now) }
        }
        return times
    }

    @Test("nothing is sent before something has changed")
    func quiet() {
        var pace = LightPace()
        let isSent = pace.beginsFrame(at: .seconds(100))
        #expect(pace.deadline == nil && !isSent)
    }

    @Test("a change is sent at once and three times more, then once in less than a second")
    func rest() {
        var pace = LightPace()
        pace.changed()
        #expect(pace.isDue)
        let times = frames(&pace, from: .seconds(5), until: .seconds(8))
        #expect(times.count == 7 && times[0] == .seconds(5) && !pace.isDue)
        let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
        #expect(gaps == [Duration](repeating: LightPace.shortest, count: 3) + [Duration](repeating: LightPace.longest, count: 3))
    }

    @Test("however often something changes, there are at most 44 frames in any second, and the last one comes soon after the last change")
    func busy() {
        var pace = LightPace()
        var times: [Duration] = []
        for tick in 0..<3000 {
            let now = Duration.milliseconds(tick)
            pace.changed()
            if pace.beginsFrame(at: now) { times.append(now) }
        }
        #expect(times.count >= 125)
        for start in times { #expect(times.count { $0 >= start && $0 < start + .seconds(1) } <= 44) }
        #expect(pace.deadline ?? .seconds(9) < .seconds(3) + LightPace.shortest)
    }

    @Test("a universe without news joins the frame of another one, but not right after its own")
    func together() {
        var pace = LightPace()
        pace.changed()
        _ = frames(&pace, from: .zero, until: .milliseconds(100))
        let last = LightPace.shortest * 3
        let (isEarly, isTogether) = (pace.beginsFrame(at: last + .milliseconds(460)), pace.beginsFrame(at: last + .milliseconds(480)))
        #expect(!isEarly && isTogether)
    }

    @Test("what has not left is due again")
    func failure() {
        var pace = LightPace()
        pace.changed()
        let isSent = pace.beginsFrame(at: .zero)
        #expect(isSent && !pace.isDue)
        pace.failed()
        #expect(pace.isDue && pace.deadline == LightPace.shortest)
    }
}
