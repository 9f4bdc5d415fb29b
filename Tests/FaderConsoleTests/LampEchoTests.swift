import FaderConsole
import FaderModel
import FaderTesting
import Testing

@Suite("Buttons whose device may send their lamps back: no press is lost, and no echo is one")
struct LampEchoTests {
    private func check(_ script: String, on configuration: Configuration, at location: SourceLocation = #_sourceLocation) {
        #expect(Transcript.play(script, on: configuration) == script, sourceLocation: location)
    }

    private static let mute = ParameterSpec(id: "mute", maximum: 1, step: 1, decimals: 0, kind: .toggle(off: "open", on: "muted"))
    private static let side = ParameterSpec(
        id: "side", maximum: 2, step: 1, decimals: 0, kind: .choice(["a", "b", "c"].map { ChoiceOption(id: $0) }))

    @Test("a press right after its lamp was switched from elsewhere counts: the device sent nothing back of what it was sent before")
    func pressAfterLamp() {
        check(
            """
            1000ms set mute 1
            out desk: note 16 ch 1 = 127
            1050ms in desk: note 16 ch 1 = 127
            out desk: note 16 ch 1 = 0
            get mute = 0
            1080ms in desk: note 16 ch 1 = 0
            set mute 1
            out desk: note 16 ch 1 = 127
            1100ms in desk: note 16 ch 1 = 127
            out desk: note 16 ch 1 = 0
            get mute = 0
            """, on: Desks.single(Desks.button(.toggle), Self.mute))
    }

    @Test("of a device that sends its lamps back one echo is taken for each message, and the press after it counts")
    func pressAfterEcho() {
        check(
            """
            2ms in desk: note 16 ch 1 = 0
            1000ms set mute 1
            out desk: note 16 ch 1 = 127
            1002ms in desk: note 16 ch 1 = 127
            get mute = 1
            1050ms in desk: note 16 ch 1 = 127
            out desk: note 16 ch 1 = 0
            1052ms in desk: note 16 ch 1 = 0
            get mute = 0
            """, on: Desks.single(Desks.button(.toggle), Self.mute))
    }

    @Test("a press just before the echo comes is one press, too")
    func pressBeforeEcho() {
        check(
            """
            2ms in desk: note 16 ch 1 = 0
            1000ms set side 2
            out desk: note 16 ch 1 = 127
            1004ms in desk: note 16 ch 1 = 127
            1005ms in desk: note 16 ch 1 = 127
            out desk: note 16 ch 1 = 0
            get side = 0
            """, on: Desks.single(Desks.button(.cycle(by: 1)), Self.side))
    }

    @Test("one that is plugged in again may be another: nothing is known of its echoes")
    func pressAfterReplug() {
        check(
            """
            1000ms set mute 1
            out desk: note 16 ch 1 = 127
            2000ms disconnect desk
            connect desk
            out desk: note 16 ch 1 = 127
            2005ms in desk: note 16 ch 1 = 127
            get mute = 1
            """, on: Desks.single(Desks.button(.toggle), Self.mute))
    }
}
