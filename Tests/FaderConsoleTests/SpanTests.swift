import FaderConsole
import FaderTesting
import FaderValues
import Testing

@Suite("Switching a span of buttons, and the lamp that shows that anything is soloed")
struct SpanTests {
    private static func toggles(_ count: Int) -> [ParameterSpec] {
        (1...count).map { ParameterSpec(id: "m.\($0)", maximum: 1, step: 1, decimals: 0, kind: .toggle(off: "off", on: "on")) }
    }

    private static func mute(_ number: Int, _ action: ControlAction = .toggleSpan) -> ControlSpec {
        var control = Decks.button("mute.\(number)", UInt16(number), action)
        control.parameter = ParameterIndex(number - 1)
        return control
    }

    /// Six buttons, the fourth without a span.
    private static let desk = Configuration(
        parameters: toggles(6),
        surfaces: [
            SurfaceSpec(
                name: "desk", match: SurfaceMatch(client: "desk"),
                // In any order, as in a profile: the order on the surface is that of the numbers.
                controls: [mute(6), mute(1), mute(2), mute(3), mute(4, .toggle), mute(5), Decks.button("play", 90)])
        ])

    @Test("a press while another button is held sets those between to the state of the held one, in both directions")
    func span() {
        expectTranscript(
            """
            0ms set m.3 1
            out desk: note 3 ch 1 = 127
            1000ms in desk: note 2 ch 1 = 127
            out desk: note 2 ch 1 = 127
            say whether it is still down is not known before any of them has been let go
            1500ms in desk: note 1 ch 1 = 127
            out desk: note 1 ch 1 = 127
            2000ms in desk: note 1 ch 1 = 0
            out desk: note 1 ch 1 = 127
            say 4 has no span
            2500ms in desk: note 6 ch 1 = 127
            out desk: note 5 ch 1 = 127
            out desk: note 6 ch 1 = 127
            3000ms in desk: note 6 ch 1 = 0
            out desk: note 6 ch 1 = 127
            in desk: note 2 ch 1 = 0
            out desk: note 2 ch 1 = 127
            3500ms in desk: note 5 ch 1 = 127
            out desk: note 5 ch 1 = 0
            say the nearest that is held counts
            4000ms in desk: note 6 ch 1 = 127
            out desk: note 6 ch 1 = 0
            4500ms in desk: note 1 ch 1 = 127
            out desk: note 2 ch 1 = 0
            out desk: note 3 ch 1 = 0
            out desk: note 1 ch 1 = 0
            5000ms in desk: note 1 ch 1 = 0
            out desk: note 1 ch 1 = 0
            in desk: note 5 ch 1 = 0
            out desk: note 5 ch 1 = 0
            in desk: note 6 ch 1 = 0
            out desk: note 6 ch 1 = 0
            5500ms in desk: note 1 ch 1 = 127
            out desk: note 1 ch 1 = 127
            6000ms in desk: note 4 ch 1 = 127
            out desk: note 4 ch 1 = 127
            """, on: Self.desk)
    }

    @Test("a span is one change, across all parts of a wide surface; a bank switch ends the hold, and hidden buttons do not change")
    func wide() {
        var configuration = Decks.wide
        for cell in configuration.decks[0].pages[0].columns[1].cells.indices {
            configuration.decks[0].pages[0].columns[1].cells[cell].action = .toggleSpan
        }
        expectTranscript(
            """
            1000ms in left: note 1 ch 1 = 127
            out left: note 1 ch 1 = 127
            1500ms in left: note 1 ch 1 = 0
            out left: note 1 ch 1 = 127
            2000ms in left: note 2 ch 1 = 127
            out left: note 2 ch 1 = 127
            2500ms in right: note 2 ch 1 = 127
            out right: note 1 ch 1 = 127
            out right: note 2 ch 1 = 127
            3000ms in right: note 2 ch 1 = 0
            out right: note 2 ch 1 = 127
            get m.4 = 0
            say another bank: what is held there is not what it was pressed for
            3500ms in left: note 20 ch 1 = 127
            out left: cc 1 ch 1 = 30
            out left: cc 2 ch 1 = 40
            out right: cc 1 ch 1 = 50
            out right: cc 2 ch 1 = 0
            out right: note 1 ch 1 = 0
            out right: note 2 ch 1 = 0
            out left: note 20 ch 1 = 127
            4000ms in left: note 1 ch 1 = 127
            out left: note 1 ch 1 = 0
            get m.3 = 1
            """, on: configuration)
    }

    @Test("a lamp set by an update works while its control drives nothing, is sent again with its device, and survives a reload")
    func lamp() {
        let port = FakePort(surfaces: 1)
        let configuration = Self.desk
        let console = Console(configuration)
        console.connected(0, port.connected[0], at: .zero, port: port)
        _ = port.take()
        console.show(PanelUpdate(0, .lamp(6), [0]), at: .ms(1), port: port)
        #expect(port.take() == ["0: note 90 ch 1 = 0"])
        console.show(PanelUpdate(0, .lamp(6), [1]), at: .ms(2), port: port)
        #expect(port.take() == ["0: note 90 ch 1 = 127"])
        console.show(PanelUpdate(0, .lamp(6), [1]), at: .ms(3), port: port)
        console.show(PanelUpdate(0, .lamp(7), [1]), at: .ms(3), port: port)
        console.show(PanelUpdate(0, .lamp(-1), [1]), at: .ms(3), port: port)
        #expect(port.take() == [])
        console.connected(0, Connections(), at: .ms(4), port: port)
        console.connected(0, port.connected[0], at: .ms(5), port: port)
        #expect(port.take().contains("0: note 90 ch 1 = 127"))

        let next = Console(configuration)
        next.adopt(console, Continuity(from: configuration, to: configuration), at: .ms(6), port: port)
        next.show(PanelUpdate(0, .lamp(6), [1]), at: .ms(7), port: port)
        #expect(port.take() == [])
        next.show(PanelUpdate(0, .lamp(6), [0]), at: .ms(8), port: port)
        #expect(port.take() == ["0: note 90 ch 1 = 0"])
    }
}
