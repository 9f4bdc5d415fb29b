import FaderConsole
import FaderTesting
import FaderValues
import Testing

@Suite("Endless encoders")
struct EncoderTests {
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

    @Test("a ring is sent every turn at once, and never waits for a hold-off")
    func ring() {
        expectTranscript(
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

    @Test("without steps a detent is a hundredth of the travel, or as set by `detents`")
    func continuous() {
        let level = ParameterSpec(id: "level", maximum: 100, defaultValue: 0)
        expectTranscript("0ms in desk: cc 16 ch 1 = 1\nget level = 1", on: Self.desk([Self.encoder()], level))
        expectTranscript("0ms in desk: cc 16 ch 1 = 1\nget level = 0.5", on: Self.desk([Self.encoder(detents: 200)], level))
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
        expectTranscript(
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

    @Test("an inverted key is down when it sends up; a program change, which has no release, is never down")
    func fineKeys() {
        var encoder = Self.encoder()
        encoder.fineKey = "key"
        var key = ControlSpec(id: "key", input: MessageAddress(.note, number: 32))
        key.isInverted = true
        expectTranscript(
            """
            0ms in desk: note 32 ch 1 = 0
            in desk: cc 16 ch 1 = 1
            get trim = 0.05
            in desk: note 32 ch 1 = 127
            in desk: cc 16 ch 1 = 1
            get trim = 0.5
            """, on: Self.desk([encoder, key], Self.trim))
        key = ControlSpec(id: "key", input: MessageAddress(.program))
        expectTranscript(
            "0ms in desk: program ch 1 = 5\nin desk: cc 16 ch 1 = 1\nget trim = 0.5", on: Self.desk([encoder, key], Self.trim))
    }

    @Test("a parameter whose ends are the same place wraps around")
    func circle() {
        var hue = ParameterSpec(id: "hue", maximum: 360, defaultValue: 359, step: 1, decimals: 0)
        hue.isCircle = true
        expectTranscript(
            """
            0ms in desk: cc 16 ch 1 = 1
            get hue = 0
            in desk: cc 16 ch 1 = 66
            get hue = 358
            """, on: Self.desk([Self.encoder()], hue))
        (hue.step, hue.maximum, hue.defaultValue) = (0, 400, 400)
        expectTranscript(
            "0ms in desk: cc 16 ch 1 = 1\nget hue = 4\nin desk: cc 16 ch 1 = 65\nget hue = 0", on: Self.desk([Self.encoder()], hue))
    }

    @Test("turns down can come on the next controller")
    func nextController() {
        expectTranscript(
            """
            0ms in desk: cc 16 ch 1 = 2
            get trim = 1
            in desk: cc 17 ch 1 = 3
            get trim = -0.5
            """,
            on: Self.desk([Self.encoder(.nextController)], ParameterSpec(id: "trim", minimum: -12, maximum: 13, defaultValue: 0, step: 0.5))
        )
    }
}
