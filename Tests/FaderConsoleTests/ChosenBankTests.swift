import FaderTesting
import FaderValues
import Testing

@testable import FaderConsole

/// Five strips, of which two are shown at a time; tables with fewer stand for declared parameters that are gone.
@Suite("The bank that was chosen comes back when its strips do")
struct ChosenBankTests {
    private let port = FakePort(surfaces: 1)
    private let deck = DeckIndex(0)

    private func configuration(strips: Int) -> Configuration {
        var configuration = Decks.one()
        configuration.decks[0].pages[0].strips = strips
        for column in configuration.decks[0].pages[0].columns.indices {
            configuration.decks[0].pages[0].columns[column].cells = Array(Decks.deck().pages[0].columns[column].cells.prefix(strips))
        }
        return configuration
    }

    private func show(_ strips: Int, on console: inout Console) {
        // The decks have the same names and pages, whatever their strips.
        console = console.swapped(from: Decks.one(), to: configuration(strips: strips), at: .zero, port: port)
    }

    private func bank(_ console: Console) -> Int { console.decks[DeckIndex(0)].bank }

    @Test("a start without the strips, and a reload that takes them away, remember it")
    func start() {
        let few = configuration(strips: 1)
        let console = Console(few, memories: [DeckMemory(page: 0, banks: [4])])
        #expect(bank(console) == 0)
        var next = Console(few)
        next.adopt(console, Continuity(from: few, to: few), at: .zero, port: port)
        #expect(bank(next) == 0)
        show(5, on: &next)
        #expect(bank(next) == 4)
    }

    @Test("a bank that is shown or asked for meanwhile is chosen instead; a button that cannot move on changes nothing")
    func another() {
        var console = Console(configuration(strips: 3), memories: [DeckMemory(page: 0, banks: [4])])
        #expect(console.show(.move(by: 2), on: deck, at: .zero, port: port).bank == 2)
        show(5, on: &console)
        #expect(bank(console) == 4)
        show(3, on: &console)
        while console.nextDeck() != nil {}
        console.show(.bank(2), on: deck, at: .zero, port: port)
        #expect(console.nextDeck()?.chosenBank == 2)
        show(5, on: &console)
        #expect(bank(console) == 2)
        show(3, on: &console)
        console.show(.move(by: -2), on: deck, at: .zero, port: port)
        show(5, on: &console)
        #expect(bank(console) == 0)
    }
}
