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
    @Test("pulled down and pushed up, every member is where it was, through both ends and through −∞")
    func returns() {
        var run = Drums()
        let begin = run.members
        for goal in [-10, 10, -.infinity, 5.3, -80, -.infinity, 0.1] as [Double] { run.set(0, goal) }
        #expect(run.members != begin)
        run.set(0, 0)
        #expect(run.members == begin)
        run.set(0, 10)
        #expect(run.members == [3.75, 10, -10.5])
        run.set(0, -.infinity)
        #expect(run.members == [-.infinity, -.infinity, -.infinity])
        run.set(0, 0)
        #expect(run.members == begin)
        // By its fader, within one gesture and with all on the way.
        for raw in stride(from: UInt32(100), through: 0, by: -1) { run.move(1, to: raw) }
        run.wait()
        #expect(run.members == [-.infinity, -.infinity, -.infinity])
        run.set(0, 0)
        #expect(run.members == begin)
    }

    @Test("a hand and a text set a member's distance anew; at −∞ by a hand it is not raised")
    func anew() {
        var run = Drums()
        run.set(0, -10)
        run.set(1, -30)
        run.move(3, to: 0)
        run.wait()
        run.set(0, 0)
        #expect(run.members == [-20, -.infinity, -20.5])
        run.set(0, -.infinity)
        run.set(0, 0)
        #expect(run.members == [-20, -.infinity, -20.5])
        // A member at its end that a hand has moved there is there, wherever it would be without the end.
        run.set(0, 5)
        run.set(1, 8)
        run.set(0, 20)
        #expect(run.members[0] == 10)
        run.set(1, 9)
        run.set(1, 10)
        run.set(0, 0)
        #expect(run.members[0] == 0)
    }

    @Test("a member that is raised while the group is at −∞ relates to where the group last was; one that is pulled down again stays down")
    func raised() {
        var run = Drums()
        run.set(0, -4)
        run.set(0, -.infinity)
        run.set(1, -12)
        run.set(2, -3)
        run.set(2, -.infinity)
        run.set(0, -4)
        #expect(run.members == [-12, -.infinity, -24.5])
        run.set(0, 0)
        #expect(run.members == [-8, -.infinity, -20.5])
    }

    @Test("a finger or a fade on a member takes it out of the movement, and it relates anew")
    func finger() {
        var run = Drums()
        run.touch(2, true)
        #expect(run.handle(.glide(parameter: 2, to: -40, over: .milliseconds(500), .recall)).value == 3)
        run.handle(.set(parameter: 0, -10, .text))
        #expect(run.members == [-6.25, 3, -30.5])
        #expect(run.decisions(1).contains(.heldTouched))
        run.touch(2, false)
        run.wait()
        #expect(run.members == [-6.25, -40, -30.5])
        run.set(0, 0)
        #expect(run.members == [3.75, -30, -20.5])
    }

    @Test("an act that names the group and members sets what it names, and nothing follows; an undo keeps distances beyond the ends")
    func named() {
        var run = Drums()
        run.set(0, 10)
        #expect(run.members[1] == 10)
        run.set(0, -10)
        run.handle(.leaveMembers(of: 0), .ofCaller(7))
        for (parameter, value) in [(0, 10.0), (1, 3.75), (2, 10)] as [(ParameterIndex, Double)] {
            run.set(parameter, value, .undo, .ofCaller(7))
        }
        #expect(run.values == [10, 3.75, 10, -30.5])
        run.set(0, 0)
        #expect(run.members == [-6.25, 3, -40.5])
        // So does a fade.
        run.handle(.leaveMembers(of: 0), .ofCaller(8))
        for (parameter, value) in [(0, -10.0), (1, -1)] as [(ParameterIndex, Double)] {
            run.handle(.glide(parameter: parameter, to: value, over: .milliseconds(300), .recall), .ofCaller(8))
        }
        run.wait()
        #expect(run.values == [-10, -1, 3, -40.5])
    }

    @Test("a target that rounds what the group has set does not set the distance anew; a change there does")
    func rounded() {
        var run = Drums()
        run.handle(.set(parameter: 0, -10, .text))
        run.handle(.set(parameter: 1, -16.3, .target))
        run.wait()
        run.handle(.set(parameter: 0, -20, .text))
        run.handle(.set(parameter: 1, -26.3, .target))
        run.wait()
        run.set(0, 0)
        #expect(run.members[0] == -6.25)
        run.set(1, -8, .target)
        run.set(0, -5)
        run.set(0, 0)
        #expect(run.members[0] == -8)
    }

    @Test("steps and ranges of members may differ from the group's")
    func steps() {
        var run = Drums(
            Drums.configuration([Drums.decibel("kick", step: 0.5), Drums.decibel("snare", minimum: -20), Drums.decibel("hat")]),
            [0, -6.25, 3, -5])
        run.set(0, -1.25)
        #expect(run.members == [-7.5, 1.75, -6.25])
        run.set(0, -.infinity)
        #expect(run.members == [-.infinity, -20, -.infinity])
        run.set(0, 0)
        #expect(run.members == [-6.25, 3, -5])
    }

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

    @Test("a group in a group moves its members, and each change says which group moved it")
    func nested() {
        var configuration = Drums.band
        var band = Drums.decibel("band")
        band.members = ["drums"]
        configuration.parameters.append(band)
        configuration.parameters[0].group = "band"
        var run = Drums(configuration, [0, -6.25, 3, -20.5, 0])
        run.set(4, -10)
        #expect(run.values == [-10, -16.25, -7, -30.5, -10])
        #expect(run.decisions(0).contains(.movedByGroup) && run.decisions(1).contains(.movedByGroup))
        run.set(0, -20)
        run.set(4, 0)
        #expect(run.values == [-10, -16.25, -7, -30.5, 0])
    }

    @Test("a held group holds its members, and all come back")
    func held() {
        let run = Drums()
        run.handle(.hold(parameter: 0, -30, .hand))
        #expect(run.members[0] == -36.25)
        #expect(run.console.report(of: 1).lasting == -6.25)
        run.handle(.endHold(parameter: 0))
        #expect(run.values == [0, -6.25, 3, -20.5])
        #expect(run.console.report(of: 1).lasting == -6.25)
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

    @Test("a reload that changes the members keeps the distances of those that stay")
    func reload() {
        var run = Drums()
        run.set(0, 10)
        run.reload(Drums.configuration([Drums.decibel("snare"), Drums.decibel("hat"), Drums.decibel("tom")]))
        #expect(run.values == [10, 10, -10.5, 0])
        run.set(0, 0)
        #expect(run.values == [0, 3, -20.5, -10])
    }

    @Test("a mute mutes those that are not, and opens those that it muted and nobody has changed since; so it does after a restart")
    func mute() {
        var specs = ["drums.mute", "kick.mute", "snare.mute", "hat.mute"].map {
            ParameterSpec(id: $0, step: 1, decimals: 0, kind: .toggle(off: "open", on: "muted"))
        }
        specs[0].members = specs.dropFirst().map(\.id)
        for place in 1...3 { specs[place].group = "drums.mute" }
        var run = Drums(Configuration(parameters: specs, surfaces: Drums.band.surfaces), [0, 0, 1, 0])
        var kept: [ParameterIndex: Relation] = [:]
        run.set(0, 1)
        #expect(run.members == [1, 1, 1])
        run.set(3, 0)
        run.set(3, 1)
        run.restart(&kept)
        run.set(0, 0)
        #expect(run.members == [0, 1, 1])
        run.set(3, 0)
        run.set(0, 1)
        run.set(1, 0)
        run.set(0, 0)
        #expect(run.members == [0, 1, 0])
    }

    @Test("the lamp of a member that its group has switched on blinks, and no longer when a hand has done so, too")
    func lamps() {
        var specs = ["drums.mute", "kick.mute"].map {
            ParameterSpec(id: $0, step: 1, decimals: 0, kind: .toggle(off: "open", on: "muted"))
        }
        specs[0].members = ["kick.mute"]
        specs[1].group = "drums.mute"
        let note = MessageAddress(.note, number: 16)
        var button = ControlSpec(id: "mute.1", input: note, motor: note, parameter: 1, action: .toggle)
        button.lamp = LampSpec(on: 127, blink: 1)
        button.lampStates = button.standardStates(of: specs[1])
        var run = Drums(
            Configuration(
                parameters: specs, surfaces: [SurfaceSpec(name: "desk", match: SurfaceMatch(client: "desk"), controls: [button])]),
            [0, 0])
        func shown(_ act: (inout Drums) -> Void) -> [String] {
            act(&run)
            run.wait()
            return run.port.take()
        }
        #expect(shown { $0.set(0, 1) } == ["0: note 16 ch 1 = 1"])
        #expect(shown { $0.set(1, 1) } == ["0: note 16 ch 1 = 127"])
        #expect(shown { $0.set(0, 0) } == [])
        #expect(shown { $0.set(1, 0) } == ["0: note 16 ch 1 = 0"])
        #expect(shown { $0.set(0, 1) } == ["0: note 16 ch 1 = 1"])
        #expect(shown { $0.set(0, 0) } == ["0: note 16 ch 1 = 0"])
    }
}
