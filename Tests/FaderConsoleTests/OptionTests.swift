import FaderTesting
import Testing

@testable import FaderConsole
@testable import FaderValues

@Suite("A choice gets other options while its controls are in use")
struct OptionTests {
    private static func scenes(_ names: [String]) -> ParameterSpec {
        var spec = ParameterSpec(
            id: "scene", maximum: Double(names.count - 1), step: 1, decimals: 0, kind: .choice(names.map { ChoiceOption(supplied: $0) }))
        spec.mentioned = ["Main", "Break"]
        return spec
    }

    private static let read: Configuration = {
        var main = Desks.button(.set(0))
        var stop = Desks.button(.hold(1), MessageAddress(.note, number: 17))
        (main.id, stop.id) = ("main", "stop")
        return Configuration(parameters: [scenes(["Main", "Break"])], surfaces: [Desks.surface("desk", main, stop)])
    }()

    private static func supplied(_ names: String...) -> Configuration { read.supplying { _ in names.map { ChoiceOption(supplied: $0) } } }

    private let port = FakePort(surfaces: 1)

    private func start(_ configuration: Configuration, at value: Double) -> Console {
        let console = Console(configuration, values: [value])
        console.connected(0, port.connected[0], at: .zero, port: port)
        console.advance(to: .ms(1), port: port)
        _ = port.take()
        return console
    }

    private func press(_ note: UInt16, _ isDown: Bool, _ console: Console, at time: UInt64) {
        console.handle(MIDIMessage(MessageAddress(.note, number: note), raw: isDown ? 127 : 0), from: 0, at: .ms(time), port: port)
    }

    private func supply(_ console: Console, _ old: Configuration, _ next: Configuration, rest: Double) throws -> Console {
        let renumbering = try #require(Renumbering(from: old.parameters[0], to: next.parameters[0], rest: rest))
        return console.swapped(from: old, to: next, renumberings: [renumbering], at: .ms(10), port: port)
    }

    @Test("what the config mentions is set under its number, and is missing if it is not there, whatever its case")
    func mentioned() {
        let controls = Self.supplied("Intro", "MAIN").surfaces[0].controls
        #expect(controls.map(\.action) == [.set(1), .missing(1)])
        #expect(Self.supplied("Intro", "Main", "main", "Break").surfaces[0].controls.map(\.action) == [.set(1), .hold(3)])
    }

    @Test("the value, its lamps and what is held are the same options, in whatever order")
    func order() throws {
        let (old, next) = (Self.supplied("Main", "Break"), Self.supplied("Break", "New", "Main"))
        var console = start(old, at: 0)
        press(17, true, console, at: 5)
        #expect(console.value(of: 0) == 1 && port.take() == ["0: note 16 ch 1 = 0", "0: note 17 ch 1 = 127"])
        let revision = console.report(of: 0).revision
        console = try supply(console, old, next, rest: 0)
        #expect(console.value(of: 0) == 0 && console.report(of: 0).lasting == 2 && console.report(of: 0).revision == revision)
        #expect(port.take() == [])
        press(17, false, console, at: 20)
        #expect(console.value(of: 0) == 2 && port.take() == ["0: note 16 ch 1 = 127", "0: note 17 ch 1 = 0"])
    }

    @Test("a button that is down sets the same option when it is pressed again before the hand has left")
    func held() throws {
        let (old, next) = (Self.supplied("Main", "Break"), Self.supplied("Break", "New", "Main"))
        var console = start(old, at: 1)
        press(17, true, console, at: 5)
        console = try supply(console, old, next, rest: 0)
        // Its device has never said that it came up.
        press(17, true, console, at: 20)
        #expect(console.value(of: 0) == 0)
    }

    @Test("a button whose option is gone is dark, and pressing it is refused; another one still sets its option")
    func missing() throws {
        let (old, next) = (Self.supplied("Main", "Break"), Self.supplied("New", "Main"))
        let console = try supply(start(old, at: 1), old, next, rest: 0)
        #expect(console.value(of: 0) == 0 && port.take() == ["0: note 17 ch 1 = 0"])
        press(17, true, console, at: 1000)
        #expect(console.value(of: 0) == 0 && (0..<16).contains { console.decision(of: 0, back: $0)?.kind == .refused })
        press(16, true, console, at: 1100)
        #expect(console.value(of: 0) == 1)
    }

    @Test("a reload with other options keeps the value, what is held and the decisions by name")
    func reload() throws {
        let (old, next) = (Self.supplied("Main", "Break"), Self.supplied("New", "Break", "Main"))
        let console = start(old, at: 0)
        press(17, true, console, at: 5)
        let renumbering = try #require(Renumbering(from: old.parameters[0], to: next.parameters[0], rest: 0))
        let after = Console(next)
        after.adopt(console, Continuity(from: old, to: next, renumberings: [renumbering]), at: .ms(10), port: port)
        #expect(after.value(of: 0) == 1 && after.report(of: 0).lasting == 2)
        let changed = (0..<16).compactMap { after.decision(of: 0, back: $0) }.first { $0.kind == .changed }
        #expect(changed?.value == 1)
        press(17, false, after, at: 20)
        #expect(after.value(of: 0) == 2)
    }
}
