import FaderConsole
import FaderTesting
import FaderValues
import Testing

/// A group `drums` on fader 1 with the members `kick`, `snare` and `hat` on faders 2 to 4, all in dB.
struct Drums {
    static let band = configuration()
    var console: Console
    let port: FakePort
    var now = MonotonicTime.ms(1_000)
    private(set) var configuration: Configuration

    static func decibel(_ id: String, minimum: Double = -.infinity, step: Double = 0, isTold: Bool = false) -> ParameterSpec {
        var spec = ParameterSpec(
            id: id, minimum: minimum, maximum: 10, defaultValue: 0, step: step, decimals: 1, unit: "dB",
            taper: minimum.isFinite ? .linear : .audio)
        spec.isTold = isTold
        return spec
    }

    static func configuration(
        _ members: [ParameterSpec] = [decibel("kick"), decibel("snare"), decibel("hat")], echo: EchoPolicy = .release
    ) -> Configuration {
        var drums = decibel("drums")
        drums.members = members.map(\.id)
        let specs = members.map { spec in
            var spec = spec
            spec.group = "drums"
            return spec
        }
        let controls = (0...members.count).map { Desks.fader(number: UInt16($0 + 1), echo: echo, parameter: ParameterIndex($0)) }
        let surface = SurfaceSpec(name: "desk", match: SurfaceMatch(client: "desk"), controls: controls)
        return Configuration(parameters: [drums] + specs, surfaces: [surface])
    }

    init(_ configuration: Configuration = band, _ values: [Double?] = [0, -6.25, 3, -20.5]) {
        self.configuration = configuration
        console = Console(configuration, values: values)
        port = FakePort(surfaces: configuration.surfaces.count)
        for surface in configuration.surfaces.rowIndices {
            console.connected(surface, Connections(inputs: 1, outputs: 1), at: now, port: port)
        }
        _ = port.take()
    }

    var values: [Double] { configuration.parameters.rowIndices.map { console.value(of: $0) } }
    var members: [Double] { Array(values.dropFirst()) }

    mutating func wait(_ milliseconds: UInt64 = 1_000) {
        // Everything that is due on the way is done in its time.
        let end = now + .milliseconds(milliseconds)
        while console.nextDeadline <= end {
            now = max(now, console.nextDeadline)
            console.advance(to: now, port: port)
        }
        now = end
    }

    @discardableResult
    mutating func set(
        _ parameter: ParameterIndex, _ value: Double, _ origin: ChangeOrigin = .text, _ change: ChangeNumber = .none
    ) -> Outcome {
        defer { wait() }
        return handle(.set(parameter: parameter, value, origin), change)
    }

    @discardableResult
    func handle(_ command: Command, _ change: ChangeNumber = .none) -> Outcome {
        console.handle(command, under: Terms(change: change), at: now, port: port)
    }

    func move(_ fader: UInt16, to raw: UInt32) {
        console.handle(MIDIMessage(MessageAddress(.cc, number: fader), raw: raw), from: 0, at: now, port: port)
    }

    mutating func touch(_ fader: UInt16, _ isOn: Bool) {
        console.handle(MIDIMessage(MessageAddress(.note, number: 103 + fader), raw: isOn ? 127 : 0), from: 0, at: now, port: port)
        wait(1)
    }

    mutating func reload(_ next: Configuration) {
        console = console.swapped(from: configuration, to: next, values: next.parameters.map { _ in nil }, at: now, port: port)
        configuration = next
    }

    /// Ends the daemon and starts it with what it has kept.
    mutating func restart(_ kept: inout [ParameterIndex: Relation]) {
        while let tie = console.nextTie() { kept[tie.parameter] = tie.relation }
        let values = values
        console = Console(configuration, values: values)
        console.restore(kept)
        console.connected(0, Connections(inputs: 1, outputs: 1), at: now, port: port)
    }

    func decisions(_ parameter: ParameterIndex) -> [Decision.Kind] {
        (0..<16).compactMap { console.decision(of: parameter, back: $0)?.kind }
    }
}

@Suite("Groups")
struct GroupTests {
    @Test("members whose value is not known are passed over")
    func unheard() {
        var configuration = Drums.band
        configuration.parameters[1].isTold = true
        var run = Drums(configuration, [0, nil, 3, -20.5])
        run.set(0, -10)
        #expect(run.members[0] == 0 && run.members[1] == -7)
        #expect(run.decisions(1).contains(.notHeard))
        run.set(1, -3, .target)
        run.set(0, 0)
        #expect(run.members[0] == 7)
    }

    @Test("its own fader is answered first, the motors of members follow, and not more than 50 times a second")
    func motors() {
        var run = Drums(Drums.configuration(echo: .immediate))
        run.move(1, to: 60)
        let first = run.port.take()
        #expect(first.count == 4 && first[0].contains("cc 1 "), "\(first)")
        for raw in 0..<100 as Range<UInt32> {
            run.wait(2)
            run.move(1, to: 60 - raw / 2)
        }
        run.wait()
        let sent = run.port.take().filter { $0.contains("cc 2 ") }
        #expect(sent.count <= 12, "\(sent.count) in 200 ms")
        let raw = NumberScale(run.configuration.parameters[1]).travel(of: run.members[0]).raw(of: 127)
        #expect(sent.last == "0: cc 2 ch 1 = \(raw)")
    }

    @Test("16 members on two surfaces: the group's fader first, at most 50 positions a second to each motor, inverted ones turned around")
    func many() {
        let members = (1...16).map { Drums.decibel("m\($0)") }
        var configuration = Drums.configuration(members, echo: .immediate)
        let all = configuration.surfaces[0].controls
        configuration.surfaces = ["left", "right"].enumerated().map { place, name in
            let own = (1...8).map { all[8 * place + $0] }
            return SurfaceSpec(name: name, match: SurfaceMatch(client: name), controls: (place == 0 ? [all[0]] : []) + own)
        }
        configuration.surfaces[1].controls[7].isInverted = true
        var run = Drums(configuration, [0] + members.map { _ in -10 })
        run.move(1, to: 60)
        #expect(run.port.take().first?.contains("cc 1 ") == true)
        for raw in 0..<250 as Range<UInt32> {
            run.wait(2)
            run.move(1, to: 60 - raw / 5)
        }
        run.wait()
        let sent = run.port.take()
        for fader in 2...17 {
            let own = sent.filter { $0.contains("cc \(fader) ") }
            #expect(own.count <= 26 && own.count > 10, "\(own.count) in 500 ms")
            let raw = NumberScale(configuration.parameters[ParameterIndex(fader - 1)]).travel(of: run.members[0]).raw(of: 127)
            #expect(own.last == "\(fader > 9 ? 1 : 0): cc \(fader) ch 1 = \(fader == 17 ? 127 - raw : raw)")
        }
        #expect(Set(run.members).count == 1)
    }

    @Test("a fader without a motor takes hold of a member only where the group has put it")
    func takeover() {
        var configuration = Drums.band
        configuration.surfaces[0].controls[1] = Desks.fader(number: 2, isTouchable: false, hasMotor: false, parameter: 1)
        var run = Drums(configuration)
        for raw in 0...120 as ClosedRange<UInt32> { run.move(2, to: raw) }
        run.wait()
        let held = run.members[0]
        #expect(held > -1)
        run.set(0, -20)
        #expect(run.members[0] == held - 20)
        run.move(2, to: 119)
        run.wait()
        #expect(run.members[0] == held - 20)
        for raw in (10..<119).reversed() as ReversedCollection<Range<UInt32>> { run.move(2, to: raw) }
        run.wait()
        #expect(run.members[0] < held - 20)
        let chosen = run.members[0]
        run.set(0, 0)
        #expect(run.members[0] == chosen + 20)
    }
}
