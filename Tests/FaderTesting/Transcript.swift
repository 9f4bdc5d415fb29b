public import FaderConsole
internal import FaderValues

/// Plays a script to a console and returns what happened as a script, so that a test can compare the two as a whole.
///
/// A line is an act or one of its results. A time precedes a line if it differs from that of the line before; the console is advanced
/// through all its deadlines up to that time. Acts:
///
///     0ms in desk: pitchbend ch 1 = 8191     set master -6     position master 0.5     step master -2     reset master
///     both price.low 200 800     step level 1 big | fine     glide master 6 3000ms     parts hue 10 20 30     nothing level
///     hold master -6     let go master     leave drums (the members of a group)
///     bind desk fader.1 master     bind desk play master toggle     bind desk fader.1 none     close master     open master
///     cell desk 0 Master_     moment desk 0 -6.0___     cell desk 9 =01,07     meter desk 1 11     reset desk
///     blink go 1     page desk 1     bank desk -8     select desk 2 | none     borrow desk fader.1     drive desk fader.1 0.2     home | return desk fader.1
///     learn     learn desk     learn desk all     learnt     learned
///     in desk: sysex F0 01 F7     connect desk     connect desk 1 2 (inputs, outputs)     disconnect desk     overrun     writable
///     port sent | busy | wouldBlock | reports (what its motors do)     burst begins     burst ends     end     wait     say …
///     reload     reload NAME (of a config of the script)     restart
///
/// A command may end with `by undo` (where it comes from), `as 7` (the number of its change), `seen 3` (it holds for that many changes),
/// `grip hold` or `grip letGo`.
///
/// Results: `out desk: …`, `told: …`, `clamped`, `refused`, `outdated`, `in-hand`. These acts contain their own answers:
/// `get kick snare = -6 3`, `reports`, `hands`, `decisions master 3`, `decks`, `due`; see `answer`.
public struct Transcript {
    var configuration: Configuration
    let others: [String: Configuration]
    var console: Console
    /// What each control is to drive; nothing but the configuration says it for those of a deck.
    var mappings: [Mapping]
    let port: FakePort
    private(set) var now = MonotonicTime.zero
    private var told = MonotonicTime.never
    private var lines: [String] = []
    /// The numbers of the changes that were reported so far.
    var changes: [ChangeNumber] = []
    /// What groups have to remember, for a restart.
    var ties: [ParameterIndex: Relation] = [:]

    /// Plays a script and returns the transcript. The surfaces of the configuration are connected, and their first output is not shown.
    public static func play(
        _ script: String, on configuration: Configuration, others: [String: Configuration] = [:], isConnected: Bool = true,
        console: Console? = nil, reportsMotors: Bool = false
    ) -> String {
        var transcript = Transcript(configuration, others, console ?? Console(configuration), isConnected: isConnected)
        transcript.port.mayReportMotors = reportsMotors
        for line in script.split(separator: "\n") { transcript.act(line.split(separator: " ").map { String($0) }) }
        return transcript.lines.joined(separator: "\n")
    }

    private init(_ configuration: Configuration, _ others: [String: Configuration], _ console: Console, isConnected: Bool) {
        self.configuration = configuration
        self.others = others
        self.console = console
        mappings = configuration.mappings()
        port = FakePort(surfaces: configuration.surfaces.count, isConnected: isConnected)
        for surface in configuration.surfaces.rowIndices { console.connected(surface, port.connected[surface], at: now, port: port) }
        _ = port.take()
    }

    private mutating func act(_ words: [String]) {
        var words = words[...]
        if let first = words.first, let time = Self.time(first) {
            words.removeFirst()
            advance(to: time)
        }
        let text = words.joined(separator: " ")
        switch words.first {
        // These are results: the acts that cause them add them.
        case "out", "told:", "clamped", "refused", "outdated", "in-hand", "not": return
        default: break
        }
        if let answer = answer(words) { return write(answer) }
        write(text)
        perform(words, text)
        writeResults()
    }

    private mutating func perform(_ words: ArraySlice<String>, _ text: String) {
        let last = words.last ?? ""
        if let (command, terms) = command(words) { return run(command, terms) }
        switch words.first {
        case "in": input(words, text)
        case "burst": words.last == "begins" ? console.beginBatch() : console.endBatch(at: now, port: port)
        case "end": if !console.leave(at: now, port: port) { write("not yet") }
        case "reload": reload(words.count > 1 ? last : nil)
        case "restart": restart()
        case "connect" where words.count == 4:
            let counts = words.suffix(2).map { Int($0) ?? 0 }
            let surface = surface(words[words.startIndex + 1])
            port.connected[surface] = Connections(inputs: counts[0], outputs: counts[1])
            console.connected(surface, port.connected[surface], at: now, port: port)
        case "connect", "disconnect":
            port.connected[surface(last)] = words.first == "connect" ? Connections(inputs: 1, outputs: 1) : Connections()
            console.connected(surface(last), port.connected[surface(last)], at: now, port: port)
        case "cell", "moment", "meter", "lamp": show(words)
        case "reset" where configuration.surfaces.contains { $0.name == last }: _ = console.reset(surface(last), at: now, port: port)
        case "bind":
            mappings[control(words)] = mapping(words)
            swap(to: configuration)
        case "borrow": lend(words, .begin)
        case "drive":
            let channel = words.contains("channel") ? UInt8(Self.double(words[words.endIndex - 2])) - 1 : nil
            lend(words, .drive(Position(Self.double(last)), channel: channel))
        case "home": lend(words, .home())
        case "return": lend(words, .end)
        case "learn":
            let name = words.dropFirst().first { $0 != "all" }
            console.learn(Console.Lesson(surface: name.map { surface($0) }, isOfAll: last == "all"), at: now, port: port)
        case "learnt": console.learn(nil, at: now, port: port)
        case "close":
            let gone = parameter(words)
            for control in mappings.rowIndices where mappings[control].parameter == gone { mappings[control] = .none }
            var next = configuration
            next.parameters[gone].id += Self.gone
            swap(to: next)
        case "open":
            var next = configuration
            let index = parameter(words, Self.gone)
            next.parameters[index].id.removeLast(Self.gone.count)
            swap(to: next)
        case "page", "bank", "select":
            guard let deck = configuration.decks.rowIndices.first(where: { configuration.decks[$0].name == words[words.startIndex + 1] })
            else { fatalError("the script says \"\(text)\", which is no deck") }
            let number = Int(last)
            let wish: DeckRequest =
                words.first == "select" ? .select(number) : words.first == "page" ? .page(number ?? 0) : .move(by: number ?? 0)
            console.show(wish, on: deck, at: now, port: port)
        case "overrun": console.overrun(at: now, port: port)
        case "writable": console.writable(at: now, port: port)
        case "port" where last == "reports": port.mayReportMotors = true
        case "port": port.results = [last == "busy" ? .busy : last == "wouldBlock" ? .wouldBlock : last == "sent" ? .sent : .failed(19)]
        case "wait", "say": break
        default: fatalError("the script says \"\(text)\", which is no act")
        }
    }

    private func input(_ words: ArraySlice<String>, _ text: String) {
        let name = String(words[words.startIndex + 1].dropLast())
        if words[words.startIndex + 2] == "sysex" {
            guard let bytes = Hex.bytes(words.dropFirst(3).joined(separator: " ")) else {
                fatalError("\"\(text)\" has bytes that are none")
            }
            return console.handle(bytes.span, from: surface(name), at: now, port: port)
        }
        if words[words.startIndex + 2] == "reset" { return console.handleReset(from: surface(name), at: now, port: port) }
        guard let equals = words.lastIndex(of: "="), let raw = UInt32(words[equals + 1]),
            let address = try? MessageAddress(parsing: words[(words.startIndex + 2)..<equals].joined(separator: " "))
        else { fatalError("the script says \"\(text)\", which is no message") }
        console.handle(MIDIMessage(address, raw: raw), from: surface(name), at: now, port: port)
    }

    /// `_` is a blank; `=01,07` are bytes.
    private func show(_ words: ArraySlice<String>) {
        let (number, text) = (Int(words[words.startIndex + 2]) ?? 0, words.last ?? "")
        let element: PanelUpdate.Element =
            switch words.first {
            case "cell": .cell(number)
            case "moment": .moment(number)
            case "meter": .meter(number - 1)
            default: .lamp(number)
            }
        let bytes =
            words.first == "meter" || words.first == "lamp"
            ? [UInt8(text) ?? 0]
            : text.hasPrefix("=")
                ? text.dropFirst().split(separator: ",").compactMap { UInt8($0, radix: 16) } : text.utf8.map { $0 == 0x5F ? 0x20 : $0 }
        console.show(PanelUpdate(surface(words[words.startIndex + 1]), element, bytes), at: now, port: port)
    }

    /// Marks the parameters that are closed: nothing drives them, and none of this id was there before.
    private static let gone = ".gone"

    /// Puts another configuration in force, as the daemon does.
    mutating func swap(to next: Configuration) {
        console = console.swapped(from: configuration, to: next, mappings: mappings, at: now, port: port)
        configuration = next
    }

    private mutating func lend(_ words: ArraySlice<String>, _ loan: Console.Loan) {
        if !console.lend(control(words), loan, at: now, port: port) { write("refused") }
    }

    /// The controls, as `desk fader.1`.
    var names: [String] { configuration.surfaces.flatMap { surface in surface.controls.map { "\(surface.name) \($0.id)" } } }

    private func control(_ words: ArraySlice<String>) -> ControlIndex {
        let id = words[(words.startIndex + 1)...(words.startIndex + 2)].joined(separator: " ")
        guard let index = names.firstIndex(of: id) else { fatalError("the script binds \"\(id)\", which is no control") }
        return ControlIndex(index)
    }

    private func mapping(_ words: ArraySlice<String>) -> Mapping {
        let id = words[words.startIndex + 3]
        guard let index = configuration.parameters.firstIndex(where: { $0.id == id }) else { return .none }
        return Mapping(
            parameter: ParameterIndex(index), action: words.last == "toggle" ? .toggle : words.last == "hold" ? .hold(127) : .follow)
    }

    private mutating func run(_ command: Command, _ terms: Terms) {
        let outcome = console.handle(command, under: terms, at: now, port: port)
        if outcome.isClamped { write("clamped") }
        if outcome.isRefused { write("refused") }
        if outcome.isUnmet { write("outdated") }
        if outcome.isInHand { write("in-hand") }
    }

    private mutating func advance(to time: MonotonicTime) {
        while console.nextDeadline <= time {
            now = max(now, console.nextDeadline)
            console.advance(to: now, port: port)
            writeResults()
        }
        now = time
    }

    private mutating func writeResults() {
        for line in port.take() {
            let parts = line.split(separator: ":", maxSplits: 1)
            write("out \(configuration.surfaces[Int(parts[0]) ?? 0].name):\(parts[1])")
        }
        while let notice = console.nextNotice() { write("told: \(notice)") }
    }

    private mutating func write(_ text: String) {
        lines.append(now == told ? text : "\(Self.milliseconds(now))ms \(text)")
        told = now
    }

    func parameter(_ words: ArraySlice<String>, _ suffix: String = "") -> ParameterIndex {
        guard let index = configuration.parameters.firstIndex(where: { $0.id == words[words.startIndex + 1] + suffix }) else {
            fatalError("the script names a parameter that is not there: \(words)")
        }
        return ParameterIndex(index)
    }

    func surface(_ name: String) -> SurfaceIndex {
        guard let index = configuration.surfaces.firstIndex(where: { $0.name == name }) else {
            fatalError("the script names a surface that is not there: \(name)")
        }
        return SurfaceIndex(index)
    }

    static func time(_ word: String) -> MonotonicTime? {
        guard word.hasSuffix("ms"), let milliseconds = Double(word.dropLast(2)) else { return nil }
        return MonotonicTime(nanoseconds: UInt64((milliseconds * 1e6).rounded()))
    }

    static func double(_ word: String) -> Double { word == "nan" ? .nan : Double(word) ?? .infinity }

    static func milliseconds(_ time: MonotonicTime) -> String { number(Double(time.nanoseconds) / 1e6) }

    static func number(_ value: Double) -> String {
        let text = "\(value)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
