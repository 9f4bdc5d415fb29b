import FaderConsole
import FaderModel
import FaderTesting
import Testing

@Suite("Endless encoders")
struct EncoderTests {
    private func check(_ script: String, on configuration: Configuration, at location: SourceLocation = #_sourceLocation) {
        #expect(Transcript.play(script, on: configuration) == script, sourceLocation: location)
    }

    private static func encoder(
        _ encoding: RelativeEncoding = .signMagnitude, _ acceleration: Acceleration = .off, detents: Int = 0, ring: Bool = false
    ) -> ControlSpec {
        var control = ControlSpec(
            id: "encoder.1", input: MessageAddress(.cc, number: 16), motor: ring ? MessageAddress(.cc, number: 48) : nil, parameter: 0)
        control.encoder = EncoderSpec(encoding, acceleration: acceleration, detents: detents)
        return control
    }

    private static func desk(_ controls: [ControlSpec], _ parameter: ParameterSpec) -> Configuration {
        Configuration(
            parameters: [parameter], surfaces: [SurfaceSpec(name: "desk", match: SurfaceMatch(client: "desk"), controls: controls)])
    }

    private static let trim = ParameterSpec(id: "trim", minimum: -12, maximum: 12, defaultValue: 0, step: 0.5, decimals: 1)

    @Test("a detent is a step of the parameter, from wherever it is")
    func steps() {
        check(
            """
            0ms in desk: cc 16 ch 1 = 1
            get trim = 0.5
            in desk: cc 16 ch 1 = 65
            get trim = 0
            in desk: cc 16 ch 1 = 3
            get trim = 1.5
            set trim -2.2
            in desk: cc 16 ch 1 = 1
            get trim = -2
            in desk: cc 16 ch 1 = 0
            get trim = -2
            in desk: cc 16 ch 1 = 127
            get trim = -12
            """, on: Self.desk([Self.encoder()], Self.trim))
    }

    @Test("where the middle is 0, a turn that would pass it stops there")
    func middle() {
        check(
            """
            0ms set trim -1
            in desk: cc 16 ch 1 = 9
            get trim = 0
            in desk: cc 16 ch 1 = 9
            get trim = 4.5
            in desk: cc 16 ch 1 = 127
            get trim = 0
            """, on: Self.desk([Self.encoder()], Self.trim))
    }

    @Test("a ring is sent every turn at once, and never waits for a hold-off")
    func ring() {
        check(
            """
            0ms in desk: cc 16 ch 1 = 1
            out desk: cc 48 ch 1 = 1
            1ms in desk: cc 16 ch 1 = 2
            out desk: cc 48 ch 1 = 3
            2ms set level 100
            out desk: cc 48 ch 1 = 100
            in desk: cc 16 ch 1 = 65
            out desk: cc 48 ch 1 = 99
            """,
            on: Self.desk([Self.encoder(ring: true)], ParameterSpec(id: "level", maximum: 127, defaultValue: 0, step: 1, decimals: 0)))
    }

    @Test("a choice moves one option at a time and a toggle by direction, however fast the turn")
    func few() {
        let side = ParameterSpec(
            id: "side", maximum: 2, step: 1, decimals: 0, kind: .choice(["a", "b", "c"].map { ChoiceOption(id: $0) }))
        check(
            """
            0ms in desk: cc 16 ch 1 = 1
            1ms in desk: cc 16 ch 1 = 1
            get side = 2
            2ms in desk: cc 16 ch 1 = 1
            get side = 2
            3ms in desk: cc 16 ch 1 = 65
            get side = 1
            """, on: Self.desk([Self.encoder(.signMagnitude, .strong)], side))
        let mute = ParameterSpec(id: "mute", maximum: 1, step: 1, decimals: 0, kind: .toggle(off: "open", on: "muted"))
        check(
            """
            0ms in desk: cc 16 ch 1 = 1
            get mute = 1
            in desk: cc 16 ch 1 = 1
            get mute = 1
            in desk: cc 16 ch 1 = 67
            get mute = 0
            """, on: Self.desk([Self.encoder()], mute))
    }

    @Test("without steps a detent is a hundredth of the travel, or as set by `detents`")
    func continuous() {
        let level = ParameterSpec(id: "level", maximum: 100, defaultValue: 0)
        check("0ms in desk: cc 16 ch 1 = 1\nget level = 1", on: Self.desk([Self.encoder()], level))
        check("0ms in desk: cc 16 ch 1 = 1\nget level = 0.5", on: Self.desk([Self.encoder(detents: 200)], level))
    }

    @Test(
        "an encoder with a key takes fine steps while the key is down, even if the key is a modifier",
        arguments: [
            ControlAction.follow, .modifier(0, latches: false),
        ])
    func fine(action: ControlAction) {
        var encoder = Self.encoder()
        encoder.fineKey = "push.1"
        let push = ControlSpec(id: "push.1", input: MessageAddress(.note, number: 32), action: action)
        check(
            """
            0ms in desk: note 32 ch 1 = 127
            in desk: cc 16 ch 1 = 1
            get trim = 0.05
            in desk: note 32 ch 1 = 0
            in desk: cc 16 ch 1 = 1
            get trim = 0.5
            in desk: note 32 ch 1 = 127
            disconnect desk
            connect desk
            in desk: cc 16 ch 1 = 1
            get trim = 1
            """, on: Self.desk([encoder, push], Self.trim))
    }

    @Test("a key whose release was lost in an overrun is up")
    func lostKey() {
        var encoder = Self.encoder()
        encoder.fineKey = "push.1"
        check(
            """
            0ms in desk: note 32 ch 1 = 127
            overrun
            told: overrun(count: 1)
            in desk: cc 16 ch 1 = 1
            get trim = 0.5
            """, on: Self.desk([encoder, ControlSpec(id: "push.1", input: MessageAddress(.note, number: 32))], Self.trim))
    }

    @Test("an inverted key is down when it sends up; a program change, which has no release, is never down")
    func fineKeys() {
        var encoder = Self.encoder()
        encoder.fineKey = "key"
        var key = ControlSpec(id: "key", input: MessageAddress(.note, number: 32))
        key.isInverted = true
        check(
            """
            0ms in desk: note 32 ch 1 = 0
            in desk: cc 16 ch 1 = 1
            get trim = 0.05
            in desk: note 32 ch 1 = 127
            in desk: cc 16 ch 1 = 1
            get trim = 0.5
            """, on: Self.desk([encoder, key], Self.trim))
        key = ControlSpec(id: "key", input: MessageAddress(.program))
        check("0ms in desk: program ch 1 = 5\nin desk: cc 16 ch 1 = 1\nget trim = 0.5", on: Self.desk([encoder, key], Self.trim))
    }

    @Test("a parameter whose ends are the same place wraps around")
    func circle() {
        var hue = ParameterSpec(id: "hue", maximum: 360, defaultValue: 359, step: 1, decimals: 0)
        hue.isCircle = true
        check(
            """
            0ms in desk: cc 16 ch 1 = 1
            get hue = 0
            in desk: cc 16 ch 1 = 66
            get hue = 358
            """, on: Self.desk([Self.encoder()], hue))
        (hue.step, hue.maximum, hue.defaultValue) = (0, 400, 400)
        check("0ms in desk: cc 16 ch 1 = 1\nget hue = 4\nin desk: cc 16 ch 1 = 65\nget hue = 0", on: Self.desk([Self.encoder()], hue))
    }

    @Test("turns down can come on the next controller")
    func nextController() {
        check(
            """
            0ms in desk: cc 16 ch 1 = 2
            get trim = 1
            in desk: cc 17 ch 1 = 3
            get trim = -0.5
            """,
            on: Self.desk([Self.encoder(.nextController)], ParameterSpec(id: "trim", minimum: -12, maximum: 13, defaultValue: 0, step: 0.5))
        )
    }

    @Test("a fast turn goes farther, a slow one detent by detent, and no fraction of a step is lost")
    func acceleration() {
        let level = ParameterSpec(id: "level", maximum: 1000, defaultValue: 0, step: 1, decimals: 0)
        let desk = Self.desk([Self.encoder(.signMagnitude, Acceleration(slow: 10, fast: 50, factor: 2.5))], level)
        check(
            """
            0ms in desk: cc 16 ch 1 = 1
            get level = 1
            100ms in desk: cc 16 ch 1 = 1
            get level = 2
            120ms in desk: cc 16 ch 1 = 1
            get level = 4
            140ms in desk: cc 16 ch 1 = 1
            get level = 7
            160ms in desk: cc 16 ch 1 = 65
            get level = 6
            180ms in desk: cc 16 ch 1 = 65
            get level = 4
            1180ms in desk: cc 16 ch 1 = 65
            get level = 3
            """, on: desk)
    }

    @Test("a travel with a smaller raw range reaches both ends, and its motor is sent values within that range")
    func rawRange() {
        var fader = Desks.fader(.pitchbend)
        fader.inputRange = RawRange(100, 15935)
        fader.motorRange = RawRange(100, 15935)
        check(
            """
            0ms in desk: pitchbend ch 1 = 15935
            get level = 127
            in desk: pitchbend ch 1 = 16383
            get level = 127
            in desk: pitchbend ch 1 = 40
            get level = 0
            150ms out desk: pitchbend ch 1 = 100
            1000ms set level 127
            out desk: pitchbend ch 1 = 15935
            """, on: Desks.single(fader, ParameterSpec(id: "level", maximum: 127, defaultValue: 1)))
    }

    @Test("a lamp is sent its own values for off and on")
    func lamp() {
        var button = Desks.button(.toggle)
        button.motorRange = RawRange(12, 60)
        check(
            """
            0ms in desk: note 16 ch 1 = 127
            out desk: note 16 ch 1 = 60
            in desk: note 16 ch 1 = 0
            out desk: note 16 ch 1 = 60
            500ms set level 0
            out desk: note 16 ch 1 = 12
            """, on: Desks.single(button))
    }

    @Test("one detent back is one step, however soon it follows: the way back begins slowly")
    func reversal() {
        check(
            """
            0ms set level 50
            1000ms in desk: cc 16 ch 1 = 1
            1100ms in desk: cc 16 ch 1 = 1
            1110ms in desk: cc 16 ch 1 = 65
            get level = 51
            """, on: Self.desk([Self.encoder(.signMagnitude, .gentle)], Self.hundred))
    }

    @Test("detents that are read together have the speed of the turn before them")
    func together() {
        check(
            """
            0ms set level 50
            1000ms in desk: cc 16 ch 1 = 1
            1100ms in desk: cc 16 ch 1 = 1
            1200ms in desk: cc 16 ch 1 = 1
            in desk: cc 16 ch 1 = 1
            get level = 54
            """, on: Self.desk([Self.encoder(.signMagnitude, .gentle)], Self.hundred))
    }

    private static let hundred = ParameterSpec(id: "level", maximum: 100, defaultValue: 0, step: 1, decimals: 0)
}
