import FaderTesting
import FaderValues
import Testing

@testable import FaderConsole

@Suite("Protocols: conversations with a device beyond single messages")
struct ProtocolTests {
    private static let fader = MessageAddress(.cc14)

    private static var configuration: Configuration {
        let mute = ParameterSpec(id: "mute", maximum: 1, step: 1, decimals: 0, kind: .toggle(off: "open", on: "muted"))
        let (touch, button) = (TalkingProtocol.switchAddress(0), TalkingProtocol.switchAddress(2))
        return Configuration(
            parameters: [Desks.level, mute],
            surfaces: [
                Desks.surface(
                    "desk", ControlSpec(id: "fader.1", input: fader, motor: fader, touch: touch, parameter: 0),
                    ControlSpec(id: "mute.1", input: button, motor: button, parameter: 1, action: .toggle),
                    ControlSpec(id: "encoder.1", input: MessageAddress(.cc, number: 64), parameter: 0))
            ])
    }

    private static func console(_ configuration: Configuration) -> Console {
        Console(configuration) { TalkingProtocol($0, $1, firstControl: $2) }
    }

    private func check(_ script: String, at location: SourceLocation = #_sourceLocation) {
        let configuration = Self.configuration
        let played = Transcript.play(script, on: configuration, isConnected: false, console: Self.console(configuration))
        #expect(played == script, sourceLocation: location)
    }

    @Test("a device is greeted until it answers; its challenge is answered, and only then is it sent everything, with pauses")
    func greeting() {
        check(
            """
            0ms connect desk
            out desk: sysex F0 00 00 66 14 00 F7
            100ms set level 127
            2000ms out desk: sysex F0 00 00 66 14 00 F7
            2100ms in desk: sysex F0 00 00 66
            2101ms in desk: sysex 14 01 31 F7
            out desk: sysex F0 00 00 66 14 02 4E F7
            out desk: cc14 0 ch 1 = 16383
            2111ms out desk: cc 12 ch 1 = 0
            out desk: cc 44 ch 1 = 2
            2500ms wait
            """)
    }

    /// Connected, greeted and sent everything.
    private static let begun = """
        0ms connect desk
        out desk: sysex F0 00 00 66 14 00 F7
        in desk: sysex F0 00 00 66 14 01 31 F7
        out desk: sysex F0 00 00 66 14 02 4E F7
        out desk: cc14 0 ch 1 = 0
        10ms out desk: cc 12 ch 1 = 0
        out desk: cc 44 ch 1 = 2
        """

    @Test("there is a pause between two messages, after which the newest state is sent")
    func pauses() {
        check(
            Self.begun + """

                20ms set level 1
                out desk: cc14 0 ch 1 = 129
                22ms set level 2
                24ms set level 3
                30ms out desk: cc14 0 ch 1 = 387
                50ms port busy
                set mute 1
                53ms port sent
                55ms out desk: cc 12 ch 1 = 0
                out desk: cc 44 ch 1 = 66
                80ms wait
                """)
    }

    @Test("lost input also discards a half-received switch")
    func overrun() {
        check(
            Self.begun + """

                20ms in desk: cc 15 ch 1 = 0
                overrun
                out desk: cc14 0 ch 1 = 0
                told: overrun(count: 1)
                in desk: cc 47 ch 1 = 66
                get mute = 0
                30ms out desk: cc 12 ch 1 = 0
                out desk: cc 44 ch 1 = 2
                40ms wait
                """)
    }
}
