import FaderConsole
import FaderModel
import FaderTesting
import Testing

@Suite("A control without a motor picks up its parameter")
struct TakeoverRuleTests {
    /// `level` on a knob with a lamp and on a motor fader, `pan` on nothing; the knob may be inverted.
    private static func desk(_ mode: TakeoverMode? = nil, isInverted: Bool = false) -> Configuration {
        var knob = ControlSpec(id: "knob.1", input: MessageAddress(.cc, number: 20), parameter: 0, isInverted: isInverted)
        knob.takeover = mode
        knob.takeoverLamp = MessageAddress(.note, number: 8)
        knob.takeoverLampRange = RawRange(0, 1)
        return Configuration(
            parameters: [Desks.level, ParameterSpec(id: "pan", maximum: 127, defaultValue: 0, decimals: 0)],
            surfaces: [Desks.surface("desk", knob, Desks.fader())])
    }

    private func expect(_ script: String, on desk: Configuration = desk(), _ location: SourceLocation = #_sourceLocation) {
        expectTranscript(script, on: desk, location)
    }

    @Test("a value never set follows at once; one set from elsewhere waits until the knob reaches it, and the lamp shows that")
    func pickup() {
        expect(
            """
            0ms in desk: cc 20 ch 1 = 100
            out desk: cc 1 ch 1 = 100
            get level = 100
            10ms set level 20
            out desk: note 8 ch 1 = 1
            out desk: cc 1 ch 1 = 20
            20ms in desk: cc 20 ch 1 = 90
            30ms in desk: cc 20 ch 1 = 60
            get level = 20
            40ms in desk: cc 20 ch 1 = 19
            out desk: cc 1 ch 1 = 19
            out desk: note 8 ch 1 = 0
            get level = 19
            50ms in desk: cc 20 ch 1 = 50
            out desk: cc 1 ch 1 = 50
            get level = 50
            """)
    }

    @Test("a default that was chosen waits like any other value, whether stored or set now")
    func chosenDefault() {
        let desk = Self.desk()
        for (stored, isSet, expected) in [(nil, false, 100.0), (0, false, 0), (nil, true, 0)] as [(Double?, Bool, Double)] {
            let console = Console(desk, values: [stored])
            let port = FakePort(surfaces: 1)
            if isSet { _ = console.handle(.set(parameter: 0, 0, .text), at: .zero, port: port) }
            console.handle(MIDIMessage(MessageAddress(.cc, number: 20), raw: 100), from: 0, at: MonotonicTime(nanoseconds: 1), port: port)
            #expect(console.value(of: 0) == expected)
        }
    }

    @Test("a fast move past the value picks it up, up and down")
    func leap() {
        expect(
            """
            0ms in desk: cc 20 ch 1 = 10
            out desk: cc 1 ch 1 = 10
            10ms set level 64
            out desk: note 8 ch 1 = 1
            out desk: cc 1 ch 1 = 64
            20ms in desk: cc 20 ch 1 = 120
            out desk: cc 1 ch 1 = 120
            out desk: note 8 ch 1 = 0
            get level = 120
            """)
    }

    @Test("another control that moves the parameter takes it away, and so does a hand on the motor fader")
    func other() {
        expect(
            """
            0ms in desk: cc 20 ch 1 = 10
            out desk: cc 1 ch 1 = 10
            500ms in desk: note 104 ch 1 = 127
            in desk: cc 1 ch 1 = 90
            out desk: note 8 ch 1 = 1
            in desk: note 104 ch 1 = 0
            out desk: cc 1 ch 1 = 90
            600ms in desk: cc 20 ch 1 = 12
            get level = 90
            """)
    }

    @Test("bound to another parameter it waits for that one, and returns to the first as it left it")
    func bank() {
        expect(
            """
            0ms in desk: cc 20 ch 1 = 100
            out desk: cc 1 ch 1 = 100
            500ms bind desk knob.1 pan
            out desk: note 8 ch 1 = 1
            510ms in desk: cc 20 ch 1 = 60
            get pan = 0
            520ms in desk: cc 20 ch 1 = 1
            out desk: note 8 ch 1 = 0
            get pan = 1
            1000ms bind desk knob.1 level
            out desk: note 8 ch 1 = 1
            1010ms in desk: cc 20 ch 1 = 50
            get level = 100
            1020ms in desk: cc 20 ch 1 = 110
            out desk: cc 1 ch 1 = 110
            out desk: note 8 ch 1 = 0
            get level = 110
            1500ms bind desk knob.1 pan
            out desk: note 8 ch 1 = 1
            1510ms bind desk knob.1 level
            out desk: note 8 ch 1 = 0
            1520ms in desk: cc 20 ch 1 = 90
            out desk: cc 1 ch 1 = 90
            get level = 90
            """)
    }

    @Test("its moves while it drove nothing count")
    func free() {
        expect(
            """
            0ms in desk: cc 20 ch 1 = 10
            out desk: cc 1 ch 1 = 10
            500ms bind desk knob.1 none
            510ms in desk: cc 20 ch 1 = 90
            520ms bind desk knob.1 level
            out desk: note 8 ch 1 = 1
            530ms in desk: cc 20 ch 1 = 95
            get level = 10
            """)
    }

    @Test("a new device's position is unknown until it moves, and its first message moves nothing unless it matches")
    func replug() {
        expect(
            """
            0ms in desk: cc 20 ch 1 = 100
            out desk: cc 1 ch 1 = 100
            10ms disconnect desk
            20ms connect desk
            out desk: cc 1 ch 1 = 100
            out desk: note 8 ch 1 = 1
            30ms in desk: cc 20 ch 1 = 30
            get level = 100
            40ms in desk: cc 20 ch 1 = 99
            out desk: cc 1 ch 1 = 99
            out desk: note 8 ch 1 = 0
            get level = 99
            """)
    }

    @Test("an inverted knob picks up at its inverted position, and its lamp is not inverted")
    func inverted() {
        expect(
            """
            0ms in desk: cc 20 ch 1 = 27
            out desk: cc 1 ch 1 = 100
            10ms set level 20
            out desk: note 8 ch 1 = 1
            out desk: cc 1 ch 1 = 20
            20ms in desk: cc 20 ch 1 = 107
            out desk: note 8 ch 1 = 0
            30ms in desk: cc 20 ch 1 = 117
            out desk: cc 1 ch 1 = 10
            get level = 10
            """, on: Self.desk(isInverted: true))
    }

    @Test("relative moves it one to one, and jump sets it at once")
    func others() {
        var inSteps = Self.desk(.relative)
        inSteps.parameters[0].step = 1
        expect(
            """
            0ms in desk: cc 20 ch 1 = 100
            out desk: cc 1 ch 1 = 100
            10ms set level 20
            out desk: note 8 ch 1 = 1
            out desk: cc 1 ch 1 = 20
            20ms in desk: cc 20 ch 1 = 110
            out desk: cc 1 ch 1 = 30
            get level = 30
            """, on: inSteps)
        expect(
            """
            0ms set level 20
            out desk: cc 1 ch 1 = 20
            20ms in desk: cc 20 ch 1 = 110
            out desk: cc 1 ch 1 = 110
            get level = 110
            """, on: Self.desk(.jump))
    }

    @Test("a knob that has not picked up the value ends no glide; one that has does, for good")
    func glide() {
        let (desk, port) = (Self.desk(), FakePort(surfaces: 1))
        let console = Console(desk)
        console.connected(0, port.connected[0], at: .zero, port: port)
        func turn(_ raw: UInt32, at time: UInt64) {
            console.handle(MIDIMessage(MessageAddress(.cc, number: 20), raw: raw), from: 0, at: .ms(time), port: port)
        }
        turn(10, at: 1)
        _ = console.handle(.glide(parameter: 0, to: 110, over: .milliseconds(1000), .recall), at: .ms(500), port: port)
        for time in stride(from: UInt64(520), through: 900, by: 20) { console.advance(to: .ms(time), port: port) }
        let onTheWay = console.value(of: 0)
        turn(8, at: 901)
        #expect(console.value(of: 0) == onTheWay)
        turn(120, at: 902)
        #expect(console.value(of: 0) == 120)
        console.advance(to: .ms(1600), port: port)
        #expect(console.value(of: 0) == 120)
    }

    @Test("a refused movement is a decision with the position of the value, and begins no gesture")
    func told() {
        let port = FakePort(surfaces: 1)
        let console = Console(Self.desk(), values: [64])
        console.connected(0, port.connected[0], at: .zero, port: port)
        let address = MessageAddress(.cc, number: 20)
        #expect(console.takeoverStates(from: 0).waiting == 1 && console.takeoverStates(from: 0).unknown == 1)
        for raw in [100, 101] as [UInt32] { console.handle(MIDIMessage(address, raw: raw), from: 0, at: .ms(1), port: port) }
        let decision = console.decision(of: 0, back: 1)
        #expect(decision?.kind == .valueBelow && decision?.count == 2 && decision?.control == 0 && decision?.value == 64)
        #expect(console.report(of: 0).revision == 0 && console.nextReport() == nil)
        var states = console.takeoverStates(from: 0)
        #expect(states.waiting == 1 && states.unknown == 0 && states.above == 0)
        console.handle(MIDIMessage(address, raw: 3), from: 0, at: .ms(2), port: port)
        #expect(console.value(of: 0) == 3, "it has passed")
        _ = console.handle(.set(parameter: 0, 90, .text), at: .ms(3), port: port)
        states = console.takeoverStates(from: 0)
        #expect(states.waiting == 1 && states.above == 1)
    }

    @Test("the nearer end of a range is picked up like any parameter")
    func nearest() {
        expect(
            """
            0ms in desk: cc 1 ch 1 = 0
            get price.low = 0
            10ms both price.low 30 100
            get price.low = 30
            get price.high = 100
            500ms in desk: cc 1 ch 1 = 10
            get price.low = 30
            510ms in desk: cc 1 ch 1 = 40
            get price.low = 40
            """, on: Desks.price(controls: Desks.nearest(isTouchable: false, hasMotor: false)))
    }

    @Test("a reload keeps the pickup, even if indices change; after a restart the position of the knob is unknown")
    func reload() {
        let (old, port) = (Self.desk(), FakePort(surfaces: 1))
        var new = old
        new.parameters.insert(ParameterSpec(id: "new", maximum: 1), at: 0)
        for control in 0..<2 { new.surfaces[0].controls[control].parameter = 1 }
        let console = Console(old)
        console.connected(0, port.connected[0], at: .zero, port: port)
        let address = MessageAddress(.cc, number: 20)
        console.handle(MIDIMessage(address, raw: 60), from: 0, at: .ms(1), port: port)
        let next = Console(new)
        next.adopt(console, Continuity(from: old, to: new), at: .ms(500), port: port)
        #expect(next.takeoverStates(from: 0).waiting == 0)
        next.handle(MIDIMessage(address, raw: 90), from: 0, at: .ms(501), port: port)
        #expect(next.value(of: 1) == 90)
        let restarted = Console(new, values: [nil, 90])
        restarted.connected(0, port.connected[0], at: .zero, port: port)
        restarted.handle(MIDIMessage(address, raw: 50), from: 0, at: .ms(1), port: port)
        #expect(restarted.value(of: 1) == 90)
        restarted.handle(MIDIMessage(address, raw: 89), from: 0, at: .ms(2), port: port)
        #expect(restarted.value(of: 1) == 89)
    }

    @Test("motor faders, endless encoders and buttons never wait")
    func never() {
        var encoder = ControlSpec(id: "encoder.1", input: MessageAddress(.cc, number: 1))
        encoder.encoder = EncoderSpec(.twos)
        #expect(encoder.takeoverMode == .jump && Desks.fader().takeoverMode == .jump)
        #expect(ControlSpec(id: "play", input: MessageAddress(.cc, number: 1)).takeoverMode == .jump)
        #expect(ControlSpec(id: "pad.1", input: MessageAddress(.note, number: 1)).takeoverMode == .jump)
        #expect(Desks.fader(hasMotor: false).takeoverMode == .pickup)
    }

    @Test("closed slots: a knob has not picked up a new parameter in the slot of its old one")
    func slots() {
        expect(
            """
            0ms in desk: cc 20 ch 1 = 0
            10ms in desk: cc 20 ch 1 = 5
            out desk: cc 1 ch 1 = 5
            500ms close level
            510ms in desk: cc 20 ch 1 = 70
            520ms open level
            530ms bind desk knob.1 level
            out desk: note 8 ch 1 = 1
            540ms in desk: cc 20 ch 1 = 80
            get level = 0
            """)
    }

    @Test("where a knob is is unknown after its surface was reset: it has to take hold again")
    func reset() {
        expect(
            """
            0ms in desk: cc 20 ch 1 = 100
            out desk: cc 1 ch 1 = 100
            500ms reset desk
            out desk: cc 1 ch 1 = 100
            out desk: note 8 ch 1 = 1
            600ms in desk: cc 20 ch 1 = 30
            get level = 100
            """)
    }

    @Test("the lamp of a control without a strip is dark and stays so, whatever the control sends")
    func emptyStrip() {
        var desk = Decks.one()
        for place in 2...3 {
            let number = UInt16(place - 1)
            desk.surfaces[0].controls[place].motor = nil
            desk.surfaces[0].controls[place].touch = nil
            desk.surfaces[0].controls[place].takeover = .pickup
            desk.surfaces[0].controls[place].takeoverLamp = MessageAddress(.note, number: 30 + number)
        }
        let moves = (0..<20).map { "\(100 + 20 * $0)ms in desk: cc 2 ch 1 = \($0 % 2 * 12)" }.joined(separator: "\n")
        expect(
            """
            0ms set a.1 60
            out desk: note 32 ch 1 = 127
            10ms bank desk 4
            out desk: note 31 ch 1 = 127
            out desk: note 32 ch 1 = 0
            \(moves)
            1000ms wait
            """, on: desk)
    }

    @Test("where the ends are one place, a control at the one end takes hold of a value at the other")
    func seam() {
        var desk = Self.desk()
        desk.parameters[0].isCircle = true
        expect(
            """
            0ms set level 127
            out desk: note 8 ch 1 = 1
            out desk: cc 1 ch 1 = 127
            10ms in desk: cc 20 ch 1 = 40
            get level = 127
            20ms in desk: cc 20 ch 1 = 1
            out desk: cc 1 ch 1 = 1
            out desk: note 8 ch 1 = 0
            get level = 1
            """, on: desk)
    }

    @Test("a control that stands where its parameter is has hold of it after a round trip through another bank", arguments: [64, 0])
    func roundTrip(place: Int) {
        let knob = ControlSpec(id: "knob.1", input: MessageAddress(.cc, number: 20), parameter: 0)
        let desk = Configuration(
            parameters: [Desks.level, ParameterSpec(id: "pan", maximum: 127, defaultValue: 0, decimals: 0)],
            surfaces: [Desks.surface("desk", knob)])
        expect(
            """
            0ms in desk: cc 20 ch 1 = \(place + 4)
            10ms in desk: cc 20 ch 1 = \(place)
            1000ms bind desk knob.1 pan
            2000ms bind desk knob.1 level
            3000ms in desk: cc 20 ch 1 = \(place + 8)
            get level = \(place + 8)
            """, on: desk)
    }

    @Test("a knob whose ring is only lamps picks up its parameter, and its ring shows the parameter whatever the knob lights itself")
    func ring() {
        var knob = ControlSpec(
            id: "encoder.1", input: MessageAddress(.cc, number: 10), motor: MessageAddress(.cc, number: 26), parameter: 0)
        var ring = RingSpec()
        ring[.dot] = RawRange(1, 13)
        knob.ring = ring
        expect(
            """
            0ms in desk: cc 10 ch 1 = 127
            out desk: cc 26 ch 1 = 13
            1000ms set level 20
            out desk: cc 26 ch 1 = 3
            2000ms in desk: cc 10 ch 1 = 101
            out desk: cc 26 ch 1 = 3
            get level = 20
            3000ms in desk: cc 10 ch 1 = 19
            out desk: cc 26 ch 1 = 3
            get level = 19
            4000ms in desk: cc 10 ch 1 = 70
            out desk: cc 26 ch 1 = 8
            get level = 70
            """, on: Configuration(parameters: [Desks.level], surfaces: [Desks.surface("desk", knob)]))
    }
}
