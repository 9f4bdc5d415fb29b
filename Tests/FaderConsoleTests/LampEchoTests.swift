import FaderConsole
import FaderModel
import FaderTesting
import Testing

@Suite("Buttons whose device may echo their lamps: no press is lost, and no echo counts as one")
struct LampEchoTests {
    private func check(_ script: String, on configuration: Configuration, at location: SourceLocation = #_sourceLocation) {
        #expect(Transcript.play(script, on: configuration) == script, sourceLocation: location)
    }

    private static let mute = ParameterSpec(id: "mute", maximum: 1, step: 1, decimals: 0, kind: .toggle(off: "open", on: "muted"))
    private static let side = ParameterSpec(
        id: "side", maximum: 2, step: 1, decimals: 0, kind: .choice(["a", "b", "c"].map { ChoiceOption(id: $0) }))

    @Test("a press right after its lamp was switched from elsewhere counts if the device has echoed nothing before")
    func pressAfterLamp() {
        check(
            """
            1000ms set mute 1
            out desk: note 16 ch 1 = 127
            1050ms in desk: note 16 ch 1 = 127
            out desk: note 16 ch 1 = 0
            get mute = 0
            1080ms in desk: note 16 ch 1 = 0
            out desk: note 16 ch 1 = 0
            set mute 1
            out desk: note 16 ch 1 = 127
            1100ms in desk: note 16 ch 1 = 127
            out desk: note 16 ch 1 = 0
            get mute = 0
            """, on: Desks.single(Desks.button(.toggle), Self.mute))
    }

    @Test("for a device that echoes its lamps one echo is ignored per message, and the press after it counts")
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

    @Test("a press just before the echo counts once, too")
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

    @Test("a key that is let go after it was given something else to drive, or that drove nothing when it was pressed, gets its lamp back")
    func letGoLater() {
        check(
            """
            0ms set m.2 1
            300ms in desk: note 1 ch 1 = 127
            out desk: note 1 ch 1 = 127
            600ms bank desk 2
            out desk: cc 1 ch 1 = 30
            out desk: cc 2 ch 1 = 40
            900ms in desk: note 1 ch 1 = 0
            out desk: note 1 ch 1 = 127
            1200ms in desk: note 1 ch 1 = 0
            """, on: Decks.one())
        var desk = Decks.one()
        let address = MessageAddress(.cc, number: 30)
        desk.surfaces[0].controls[1] = ControlSpec(id: "mute.2", input: address, motor: address)
        check(
            """
            0ms set m.1 1
            out desk: cc 30 ch 1 = 127
            300ms bank desk 4
            out desk: cc 1 ch 1 = 50
            out desk: cc 2 ch 1 = 0
            out desk: cc 30 ch 1 = 0
            600ms in desk: cc 30 ch 1 = 127
            out desk: cc 30 ch 1 = 0
            900ms bank desk -4
            out desk: cc 1 ch 1 = 10
            out desk: cc 2 ch 1 = 20
            out desk: cc 30 ch 1 = 127
            1200ms in desk: cc 30 ch 1 = 0
            out desk: cc 30 ch 1 = 127
            get m.1 = 1
            """, on: desk)
    }

    @Test("a press that was taken for the lamp's echo is followed by a release that is none: the lamp gets its state")
    func releaseAfterEcho() {
        check(
            """
            1000ms set mute 1
            out desk: note 16 ch 1 = 127
            2000ms disconnect desk
            connect desk
            out desk: note 16 ch 1 = 127
            2050ms in desk: note 16 ch 1 = 127
            2100ms in desk: note 16 ch 1 = 0
            out desk: note 16 ch 1 = 127
            get mute = 1
            """, on: Desks.single(Desks.button(.toggle), Self.mute))
    }

    @Test("a device plugged in again may be a different one: nothing is known about its echoes")
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

    @Test("what a ring of a few steps is sent cannot come back as its encoder's message: no slow detent is lost, and nobody is blamed")
    func coarseRing() {
        var encoder = ControlSpec(
            id: "encoder.1", input: MessageAddress(.cc, number: 1, channel: 10), motor: MessageAddress(.cc, number: 9, channel: 10),
            parameter: 0)
        encoder.motorRange = RawRange(1, 13)
        let port = FakePort(surfaces: 1)
        let console = Console(Desks.single(encoder))
        console.connected(0, port.connected[0], at: .zero, port: port)
        _ = console.handle(.set(parameter: 0, 64, .text), at: .ms(900), port: port)
        for detent in 1...12 {
            let now = MonotonicTime.ms(820 + 180 * UInt64(detent))
            while console.nextDeadline < now { console.advance(to: console.nextDeadline, port: port) }
            console.handle(MIDIMessage(encoder.input, raw: UInt32(64 + detent)), from: 0, at: now, port: port)
            #expect(console.value(of: 0) == Double(64 + detent))
        }
        #expect(console.statistics.echoes == 0 && !console.hasNotice)
    }

    @Test("a press right after its lamp was lit through another message is a press")
    func lampOfAnotherMessage() {
        var button = ControlSpec(
            id: "button.1", input: MessageAddress(.note, number: 16), motor: MessageAddress(.note, number: 0), parameter: 0, action: .toggle
        )
        button.motorRange = RawRange(0, 1)
        expectTranscript(
            """
            0ms set level 127
            out desk: note 0 ch 1 = 1
            100ms in desk: note 16 ch 1 = 127
            out desk: note 0 ch 1 = 0
            get level = 0
            """, on: Desks.single(button))
    }

    @Test("a device that puts its lamp out when its key comes up is sent the true state then, too; a cable makes no loop of that")
    func lampAfterRelease() {
        var button = ControlSpec(
            id: "button.1", input: MessageAddress(.note, number: 16), motor: MessageAddress(.note, number: 0), parameter: 0, action: .toggle
        )
        button.motorRange = RawRange(0, 1)
        expectTranscript(
            """
            1000ms in desk: note 16 ch 1 = 127
            out desk: note 0 ch 1 = 1
            1100ms in desk: note 16 ch 1 = 0
            out desk: note 0 ch 1 = 1
            """, on: Desks.single(button))
        expectTranscript(
            """
            1000ms in desk: note 16 ch 1 = 127
            out desk: note 16 ch 1 = 127
            1100ms in desk: note 16 ch 1 = 0
            out desk: note 16 ch 1 = 127
            2000ms in desk: note 16 ch 1 = 127
            out desk: note 16 ch 1 = 0
            2001ms in desk: note 16 ch 1 = 0
            out desk: note 16 ch 1 = 0
            2002ms in desk: note 16 ch 1 = 0
            """, on: Desks.single(Desks.button(.toggle), Self.mute))
    }

    @Test("a reversed lamp is sent its highest value for off, its echoes are known as such, and its button is not reversed")
    func reversed() {
        var button = Desks.button(.toggle)
        button.isLampReversed = true
        check(
            """
            2ms in desk: note 16 ch 1 = 127
            get mute = 0
            300ms in desk: note 16 ch 1 = 0
            out desk: note 16 ch 1 = 127
            1000ms set mute 1
            out desk: note 16 ch 1 = 0
            1300ms in desk: note 16 ch 1 = 127
            out desk: note 16 ch 1 = 127
            get mute = 0
            1600ms in desk: note 16 ch 1 = 0
            out desk: note 16 ch 1 = 127
            get mute = 0
            2000ms bind desk button.1 none
            """, on: Desks.single(button, Self.mute))
        var lamp = ControlSpec(id: "fader.1", input: MessageAddress(.cc, number: 1), parameter: 0)
        (lamp.takeover, lamp.takeoverLamp, lamp.isTakeoverLampReversed) = (.pickup, MessageAddress(.note, number: 8), true)
        check(
            """
            0ms in desk: cc 1 ch 1 = 100
            10ms set level 20
            out desk: note 8 ch 1 = 0
            1000ms in desk: cc 1 ch 1 = 10
            out desk: note 8 ch 1 = 127
            get level = 10
            """, on: Desks.single(lamp))
    }
}
