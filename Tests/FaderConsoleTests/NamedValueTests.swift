import FaderConsole
import FaderTesting
import FaderValues
import Testing

@Suite("Messages with a value, named halves, encoders on notes and NRPN")
struct NamedValueTests {
    private static let mute = ParameterSpec(id: "mute", maximum: 1, step: 1, decimals: 0, kind: .toggle(off: "open", on: "muted"))
    private static let solo = ParameterSpec(id: "solo", maximum: 1, step: 1, decimals: 0, kind: .toggle(off: "open", on: "muted"))
    /// Moves by single units, and has ends that no test reaches by accident.
    private static let level = ParameterSpec(id: "level", maximum: 1000, defaultValue: 500, step: 1, decimals: 0)

    private func button(
        _ id: String, _ message: MessageAddress, _ value: UInt8, _ parameter: ParameterIndex, _ action: ControlAction = .toggle
    ) -> ControlSpec {
        ControlSpec(id: id, input: message.naming(value), parameter: parameter, action: action)
    }

    private func pedals(_ message: MessageAddress, _ first: UInt8, _ second: UInt8) -> Configuration {
        Configuration(
            parameters: [Self.mute, Self.solo],
            surfaces: [Desks.surface("desk", button("a", message, first, 0), button("b", message, second, 1))])
    }

    @Test(
        "each value is a button of its own, every press counts, and other values are nobody's",
        arguments: [
            ("program ch 1", MessageAddress(.program)), ("cc 80 ch 1", MessageAddress(.cc, number: 80)),
            ("note 60 ch 1", MessageAddress(.note, number: 60)),
        ])
    func buttons(text: String, message: MessageAddress) {
        expectTranscript(
            """
            0ms in desk: \(text) = 3
            get mute = 1
            get solo = 0
            in desk: \(text) = 4
            get mute = 1
            get solo = 1
            in desk: \(text) = 5
            in desk: \(text) = 0
            get mute = 1
            get solo = 1
            in desk: \(text) = 3
            get mute = 0
            in desk: \(text) = 3
            get mute = 1
            """, on: pedals(message, 3, 4))
    }

    @Test("it may step, set and turn pages beside messages of other kinds on the same number")
    func beside() {
        let cc = MessageAddress(.cc, number: 1)
        expectTranscript(
            """
            0ms in desk: cc 1 ch 1 = 2
            get level = 503
            in desk: cc 1 ch 2 = 2
            in desk: note 1 ch 1 = 2
            get level = 503
            """,
            on: Configuration(parameters: [Self.level], surfaces: [Desks.surface("desk", button("a", cc, 2, 0, .step(by: 3, .ordinary)))]))
    }

    @Test("the lamp of a button that moves banks goes out again, because nobody will say that the button came up")
    func bankLamp() {
        var next = ControlSpec(id: "next", input: MessageAddress(.program).naming(3), action: .bank(by: 1))
        next.motor = MessageAddress(.note, number: 1)
        var configuration = Configuration(parameters: [Self.mute, Self.solo])
        configuration.surfaces = [Desks.surface("desk", ControlSpec(id: "m.1", input: MessageAddress(.note, number: 9)), next)]
        let column = StripColumn(
            kind: "m", modifiers: [], cells: [Mapping(parameter: 0, action: .toggle), Mapping(parameter: 1, action: .toggle)])
        configuration.decks = [
            DeckSpec(name: "desk", surfaces: [0], widths: [1], pages: [DeckPage(name: "main", strips: 2, columns: [column])], modifiers: [])
        ]
        let lines = Transcript.play("0ms in desk: program ch 1 = 3", on: configuration).split(separator: "\n")
        #expect(lines.last { $0.contains("note 1 ch 1") } == "out desk: note 1 ch 1 = 0", "\(lines)")
    }

    private func fader(_ input: MessageAddress, isLSBFirst: Bool = false, hasMotor: Bool = false) -> Configuration {
        var control = ControlSpec(id: "fader.1", input: input, motor: hasMotor ? input : nil, parameter: 0)
        control.isLSBFirst = isLSBFirst
        return Desks.single(Desks.jumping(control), Desks.fine)
    }

    @Test("halves at other numbers are joined, and the motor is sent them; a pair is one position of the way there")
    func halves() {
        expectTranscript(
            """
            0ms set fine 300
            out desk: cc 39 ch 1 = 2
            out desk: cc 7 ch 1 = 44
            1000ms in desk: cc 39 ch 1 = 64
            in desk: cc 7 ch 1 = 1
            get fine = 8193
            """, on: fader(MessageAddress(msb: 39, lsb: 7), hasMotor: true)
        )
    }

    private func encoder(_ input: MessageAddress, _ encoding: RelativeEncoding, center: Int? = nil) -> Configuration {
        var control = ControlSpec(id: "encoder.1", input: input, parameter: 0)
        control.encoder = EncoderSpec(encoding, center: center)
        return Desks.single(control, Self.level)
    }

    @Test("an encoder on an NRPN: fourteen bits with an LSB, seven without, and increments")
    func nrpnEncoder() {
        let select = "in desk: cc 99 ch 1 = 0\nin desk: cc 98 ch 1 = 9"
        expectTranscript(
            """
            0ms \(select)
            in desk: cc 6 ch 1 = 127
            in desk: cc 38 ch 1 = 126
            get level = 498
            in desk: cc 6 ch 1 = 0
            in desk: cc 38 ch 1 = 5
            get level = 503
            in desk: cc 96 ch 1 = 0
            get level = 504
            """, on: encoder(MessageAddress(.nrpn, number: 9), .twos))
        expectTranscript(
            """
            0ms \(select)
            in desk: cc 6 ch 1 = 1
            10ms get level = 501
            20ms in desk: cc 6 ch 1 = 127
            30ms get level = 500
            """, on: encoder(MessageAddress(.nrpn, number: 9), .twos))
    }
}
