import FaderConsole
import FaderTesting
import FaderValues
import Testing

@Suite("Glides: a value that moves by itself, and the motors with it")
struct GlideTests {
    @Test("any other change ends it, even one to the value it is at", arguments: ["set level 40", "step level 0", "reset level"])
    func otherChange(command: String) {
        let script = "0ms glide level 100 100ms\n50ms \(command)\n1000ms get level = 0"
        let last = Transcript.play(script, on: Desks.single()).split(separator: "\n").last
        #expect(last == (command == "reset level" ? "1000ms get level = 0" : "1000ms get level = 40"))
    }

    @Test("a parameter with nothing between its values jumps at the start, and so does a glide of no duration")
    func jumps() {
        for kind in [ParameterKind.toggle(off: "off", on: "on"), .choice([ChoiceOption(id: "a"), ChoiceOption(id: "b")])] {
            let spec = ParameterSpec(id: "level", maximum: 1, step: 1, kind: kind)
            expectTranscript(
                "0ms glide level 1 3000ms\nout desk: cc 1 ch 1 = 127\n5000ms get level = 1", on: Desks.single(Desks.fader(), spec))
        }
        expectTranscript("0ms glide level 9 0ms\nout desk: cc 1 ch 1 = 9\n5000ms get level = 9", on: Desks.single())
    }

    @Test(
        "on every taper the motor moves monotonically, with at most 50 messages a second, and the value ends exactly",
        arguments: [Taper.linear, .log, .audio, .points([TaperPoint(0, 20), TaperPoint(0.5, 30), TaperPoint(1, 90)])])
    func monotone(taper: Taper) throws {
        for (step, target) in [(0.0, 81.37), (0.5, 33.3), (7, 50), (0, 20)] {
            let spec = ParameterSpec(id: "level", minimum: 20, maximum: 90, defaultValue: 61.7, step: step, taper: taper)
            let configuration = Configuration(parameters: [spec], surfaces: [Desks.surface("desk", Desks.fader(.pitchbend))])
            let script = "0ms glide level \(target) 3000ms\n3000ms get level = 0\n9000ms wait"
            let lines = Transcript.play(script, on: configuration).split(separator: "\n")
            let isExact = lines.contains { $0.hasSuffix("get level = \(target)") || $0.hasSuffix("get level = \(Int(target))") }
            #expect(isExact, "\(lines.suffix(3))")
            let raws = lines.filter { $0.contains("out") }.compactMap { Int($0.split(separator: " ").last ?? "") }
            #expect(raws.count <= 150 && raws.count >= 2, "\(raws.count)")
            #expect(raws == raws.sorted() || raws == raws.sorted(by: >), "\(taper) \(step): \(raws)")
        }
    }

    /// A range of two ends on two faders, 1 and 2.
    private func range(_ meet: Meet, _ gap: Double = 10, _ taper: Taper = .linear, defaults: (Double, Double)) -> Configuration {
        let ends = [("low", defaults.0), ("high", defaults.1)].map {
            ParameterSpec(id: $0.0, minimum: 1, maximum: 128, defaultValue: $0.1, taper: taper)
        }
        return Configuration(
            parameters: ends,
            surfaces: [Desks.surface("desk", Desks.fader(.cc14, parameter: 0), Desks.fader(.cc14, number: 2, parameter: 1))],
            compounds: [CompoundSpec(id: "r", kind: .range(gap: gap, meet: meet), parts: [0, 1])])
    }

    @Test(
        "both ends of a range glide without stopping each other, monotonically, at most 50 messages a second each, and end exactly",
        arguments: [Meet.stop, .push], [Taper.linear, .log])
    func ends(meet: Meet, taper: Taper) {
        for (from, to) in [((11.0, 21.0), (101.0, 111.0)), ((101, 111), (11, 21)), ((11, 121), (51, 61)), ((51, 61), (11, 121))] {
            for order in [["low \(to.0)", "high \(to.1)"], ["high \(to.1)", "low \(to.0)"]] {
                // Asked for one after the other, so their ends fall into different ticks.
                let script = "0ms glide \(order[0]) 1000ms\n1ms glide \(order[1]) 1000ms\n3000ms get low = 0\nget high = 0"
                let lines = Transcript.play(script, on: range(meet, 10, taper, defaults: from)).split(separator: "\n")
                #expect(lines.suffix(2) == ["3000ms get low = \(Int(to.0))", "get high = \(Int(to.1))"], "\(from) \(to) \(order)")
                for fader in 1...2 {
                    let raws = lines.filter { $0.contains("cc14 \(fader) ") }.compactMap { Int($0.split(separator: " ").last ?? "") }
                    #expect(raws == raws.sorted() || raws == raws.sorted(by: >), "\(from) \(to) \(fader): \(raws)")
                    #expect(raws.count <= 51 && raws.count > 10, "\(raws.count)")
                }
            }
        }
    }

    @Test("neither end lags behind because the other is in its way, up or down")
    func together() {
        for (from, to) in [((11.0, 21.0), (101, 111)), ((101.0, 111.0), (11, 21))] {
            let script = "0ms glide low \(to.0) 1000ms\nglide high \(to.1) 1000ms\n500ms get low = 0\nget high = 0"
            let lines = Transcript.play(script, on: range(.stop, defaults: from)).split(separator: "\n")
            #expect(lines.suffix(2) == ["get low = 56", "get high = 66"])
        }
    }

    @Test("ends that glide toward each other stop where they meet, and neither goes on later", arguments: Meet.allCases)
    func towardEachOther(meet: Meet) {
        let (console, port) = (Console(range(meet, defaults: (11, 121))), FakePort(surfaces: 1))
        _ = console.handle(.glide(parameter: 0, to: 101, over: .milliseconds(1000), .recall), at: .zero, port: port)
        _ = console.handle(.glide(parameter: 1, to: 21, over: .milliseconds(1000), .recall), at: .zero, port: port)
        while console.nextDeadline <= .ms(3000) { console.advance(to: console.nextDeadline, port: port) }
        #expect(console.nextDeadline == .never)
        let low = console.value(of: 0)
        #expect(low > 50 && low < 70)
        #expect((console.value(of: 1) - low - 10).magnitude < 1e-9)
        _ = console.handle(.set(parameter: 1, 120, .text), at: .ms(3000), port: port)
        while console.nextDeadline <= .ms(5000) { console.advance(to: console.nextDeadline, port: port) }
        #expect(console.value(of: 0) == low)
    }

    @Test("a glide pushes nothing: it stops at the gap beside a finger, and beside what was set meanwhile")
    func pushesNothing() {
        let configuration = range(.push, defaults: (61, 111))
        let held = Transcript.play(
            """
            0ms in desk: note 104 ch 1 = 127
            glide low 1 100ms
            glide high 11 100ms
            500ms get low = 0
            get high = 0
            in desk: note 104 ch 1 = 0
            1000ms get low = 0
            """, on: configuration)
        let end = """
            500ms get low = 61
            get high = 71
            in desk: note 104 ch 1 = 0
            out desk: cc14 1 ch 1 = 7740
            1000ms get low = 61
            """
        #expect(held.hasSuffix(end), "\(held)")
        let set = "0ms glide low 1 100ms\nglide high 11 100ms\n50ms set low 40\n500ms get low = 0\nget high = 0"
        #expect(Transcript.play(set, on: configuration).hasSuffix("500ms get low = 40\nget high = 50"))
    }

    @Test("an end that a hand pushes out of the way leaves its glide")
    func pushed() {
        let configuration = range(.push, 1, defaults: (1, 64))
        let lines = Transcript.play("0ms glide high 127 1000ms\n100ms set low 100\n3000ms get high = 0", on: configuration)
        #expect(lines.hasSuffix("3000ms get high = 101"))
    }

    @Test("a finger on a control of the nearer end keeps both ends where they are")
    func nearest() {
        var configuration = range(.stop, defaults: (1, 128))
        configuration.surfaces[0].controls = [Desks.fader(.cc14)]
        configuration.surfaces[0].controls[0].otherEnd = 1
        let lines = Transcript.play(
            """
            0ms glide low 50 1000ms
            glide high 100 1000ms
            510ms in desk: note 104 ch 1 = 127
            3000ms get low = 0
            get high = 0
            """, on: configuration
        ).split(separator: "\n")
        #expect(lines.suffix(2) == ["3000ms get low = 25.5", "get high = 114"])
    }

    @Test("a thousand glides share the tick, a hand can interrupt, and all end exactly")
    func many() {
        let count = 1000
        let specs = (0..<count).map { ParameterSpec(id: "p\($0)", maximum: 127) }
        let console = Console(Configuration(parameters: specs))
        let port = FakePort(surfaces: 0)
        for index in 0..<ParameterIndex(count) {
            let command = Command.glide(parameter: index, to: 100, over: .milliseconds(1000), .recall)
            _ = console.handle(command, under: Terms(change: ChangeNumber.ofCaller(0)), at: .zero, port: port)
        }
        var wakeUps = 0
        while console.nextDeadline != .never, wakeUps < 1000 {
            console.advance(to: console.nextDeadline, port: port)
            wakeUps += 1
            let waiting = (0..<ParameterIndex(count)).count { console.value(of: $0) != console.value(of: 0) }
            #expect(wakeUps % 4 == 0 ? waiting == 0 : waiting > 0, "a tick comes in four parts")
        }
        #expect(wakeUps == 200)
        #expect(
            (0..<ParameterIndex(count)).allSatisfy {
                console.value(of: $0) == 100 && console.report(of: $0).change == ChangeNumber.ofCaller(0)
            })
        #expect((0..<ParameterIndex(count)).allSatisfy { console.report(of: $0).before == 0 && console.report(of: $0).origin == .recall })
    }

    @Test("a glide ended by a command leaves room for the parameter's next one, any number of times")
    func again() {
        let console = Console(Desks.single())
        let port = FakePort(surfaces: 1)
        for index in 0..<1000 {
            let target = Double(index % 2 * 100 + 1)
            _ = console.handle(.glide(parameter: 0, to: target, over: .milliseconds(50), .recall), at: .ms(UInt64(index)), port: port)
            if index % 3 == 0 { _ = console.handle(.set(parameter: 0, 50, .text), at: .ms(UInt64(index)), port: port) }
            if console.nextDeadline <= .ms(UInt64(index)) { console.advance(to: .ms(UInt64(index)), port: port) }
        }
        while console.nextDeadline != .never { console.advance(to: console.nextDeadline, port: port) }
        #expect(console.value(of: 0) == 50)
    }

    @Test("a reload continues a glide for its remaining time, at the parameter's new index and within its new range")
    func reload() {
        let old = Configuration(parameters: [Desks.level])
        let console = Console(old)
        let port = FakePort(surfaces: 1)
        _ = console.handle(.glide(parameter: 0, to: 100, over: .milliseconds(1000), .recall), at: .zero, port: port)
        while console.nextDeadline <= .ms(500) { console.advance(to: console.nextDeadline, port: port) }
        #expect(console.value(of: 0) == 50)
        var new = Configuration(parameters: [Desks.fine, Desks.level])
        new.parameters[1].maximum = 80
        let next = Console(new)
        next.adopt(console, Continuity(from: old, to: new), at: .ms(500), port: port)
        var last = MonotonicTime.zero
        while next.nextDeadline != .never {
            last = next.nextDeadline
            next.advance(to: last, port: port)
        }
        #expect(last == .ms(1000))
        #expect(next.value(of: 1) == 80)
        #expect(next.report(of: 1).change == console.report(of: 0).change)
    }
}
