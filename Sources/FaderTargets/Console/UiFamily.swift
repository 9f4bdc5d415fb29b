internal import FaderValues

extension ConsoleFamily {
    /// Soundcraft Ui12, Ui16 and Ui24R. Its mute groups are bits of one number, and what its colors look like is not published, so neither is here.
    static let ui = ConsoleFamily(
        word: "ui", title: "Ui", models: [], port: 80,
        wire: .tcp(
            ConsoleTCPManner(
                watch: .init(renewal: .seconds(1), isGreetedAtRest: false, isGreetedInUse: false), isWebSocket: true
            ) { _ in UiSpeech() }), map: UiMap(), addresses: .words(1, example: "i.0.mix"),
        strips: [
            ConsoleStrip("ch", "i.", 24, sends: [.init("bus", 10), .init("fx", 4)]),
            ConsoleStrip("aux", "l.", 2),
            ConsoleStrip("fx", "f.", 4),
            ConsoleStrip("group", "s.", 6),
            ConsoleStrip("bus", "a.", 10),
            ConsoleStrip("dca", "v.", 6, hasPan: false),
            ConsoleStrip("main", named: ["st"], "m"),
        ],
        muteGroups: 0)
}

/// Where everything is in a Ui: words with points between them, counted from 0.
struct UiMap: ConsoleMap {
    private static let level = ConsolePoint.Form.scale(.curve(steps: 10_000), .part)
    private static let pan = ConsolePoint.Form.scale(.even(low: -100, high: 100, steps: 200), .part)
    private static let panKeys = "type: pan, step: 1"
    private static let nameBytes = 20

    private static func path(_ strip: ConsoleStrip, _ number: Int) -> String {
        strip.names.isEmpty ? "\(strip.path)\(number - 1)" : strip.path
    }

    func point(_ strip: ConsoleStrip, _ number: Int, _ property: ConsoleProperty?) -> ConsolePoint? {
        let path = Self.path(strip, number)
        let isMain = strip.word == "main"
        switch property {
        case nil: return ConsolePoint("\(path).mix", Self.level, "type: decibel")
        case .pan: return strip.hasPan ? ConsolePoint("\(path).pan", Self.pan, Self.panKeys) : nil
        case .mute where !isMain: return ConsolePoint("\(path).mute", .flag(isInverted: false), ConsolePoint.muteKeys)
        case .solo where !isMain: return ConsolePoint("\(path).solo", .flag(isInverted: false), "kind: toggle")
        case .name where !isMain:
            return ConsolePoint("\(path).name", .text(bytes: Self.nameBytes), "kind: text, max-length: \(Self.nameBytes)")
        default: return nil
        }
    }

    func send(_ strip: ConsoleStrip, _ number: Int, to goal: ConsoleStrip.Sends, _ other: Int, _ property: ConsoleProperty?)
        -> ConsolePoint?
    {
        let path = "\(Self.path(strip, number)).\(goal.word == "bus" ? "aux" : "fx").\(other - 1)"
        switch property {
        case nil: return ConsolePoint("\(path).value", Self.level, "type: decibel")
        case .mute: return ConsolePoint("\(path).mute", .flag(isInverted: false), ConsolePoint.muteKeys)
        case .pan where goal.word == "bus": return ConsolePoint("\(path).pan", Self.pan, Self.panKeys)
        default: return nil
        }
    }

    func look(_ strip: ConsoleStrip, _ number: Int) -> ConsolePoint.Look? {
        strip.word == "main" ? nil : ConsolePoint.Look(name: "\(Self.path(strip, number)).name", color: nil)
    }

    func muteGroup(_ number: Int) -> ConsolePoint? { nil }
}

/// What is said to a Ui. It tells everything at the beginning, and each change then. Pure.
struct UiSpeech: ConsoleSpeech {
    private static let mark = "3:::"
    /// How much of what it tells is kept, and the longest piece.
    private static let (most, longest) = (20_000, 200)

    /// What it has told, and was told since.
    private var known: [String: ConsoleMessage.Argument] = [:]

    func begin() -> [UInt8] { [] }
    var greeting: [UInt8] { [] }
    var renewal: [UInt8] { Self.line("ALIVE") }

    private static func line(_ text: String) -> [UInt8] { Array((mark + text).utf8) }

    func ask(_ address: String) -> ConsoleReply {
        known[address].map { .known(ConsoleMessage(address: address, arguments: [$0])) } ?? .awaited
    }

    mutating func write(_ message: ConsoleMessage) -> [UInt8] {
        guard let argument = message.arguments.first else { return [] }
        keep(argument, at: message.address)
        if case .text(let text) = argument {
            return Self.line("SETS^\(message.address)^\(text.withoutControls().replacing("^", with: " "))")
        }
        guard let number = argument.number, number.isFinite else { return [] }
        return Self.line("SETD^\(message.address)^\(Self.plain(number))")
    }

    /// A number without an exponent.
    private static func plain(_ number: Double) -> String {
        let whole = Int((min(max(number, -1e6), 1e6) * 1e8).rounded())
        let (before, behind) = (abs(whole) / 100_000_000, abs(whole) % 100_000_000)
        let text = "\(before)" + (behind == 0 ? "" : "." + String("\(behind + 100_000_000)".dropFirst()).trimmedZeros)
        return whole < 0 ? "-\(text)" : text
    }

    private mutating func keep(_ argument: ConsoleMessage.Argument, at address: String) {
        if known.count < Self.most || known[address] != nil { known[address] = argument }
    }

    mutating func read(_ bytes: [UInt8]) -> ConsoleHeard? {
        var heard = ConsoleHeard()
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let text = String(decoding: line, as: UTF8.self)
            let parts = (text.hasPrefix(Self.mark) ? text.dropFirst(Self.mark.count) : text[...])
                .split(separator: "^", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3, parts.allSatisfy({ $0.utf8.count <= Self.longest }) else { continue }
            let argument: ConsoleMessage.Argument
            switch parts[0] {
            case "SETD":
                guard let number = Double(parts[2]), number.isFinite else { continue }
                argument = .double(number)
            case "SETS": argument = .text(String(parts[2]))
            default: continue
            }
            keep(argument, at: String(parts[1]))
            heard.messages.append(ConsoleMessage(address: String(parts[1]), arguments: [argument]))
        }
        return heard
    }
}

extension String {
    /// Without zeros at its end.
    fileprivate var trimmedZeros: String { String(reversed().drop { $0 == "0" }.reversed()) }
}
