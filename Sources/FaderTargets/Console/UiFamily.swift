internal import FaderValues

extension ConsoleFamily {
    /// Soundcraft Ui12, Ui16 and Ui24R. What the numbers of its colors mean stands in one source only, so they are not here.
    static let ui = ConsoleFamily(
        word: "ui", title: "Ui", models: [], port: 80,
        wire: .bytes(
            ConsoleByteManner(
                watch: .init(renewal: .seconds(1), isGreetedAtRest: false, isGreetedInUse: false), isWebSocket: true
            ) { _ in UiSpeech() }), map: UiMap(), addresses: .words(1, example: "i.0.mix"),
        strips: [
            ConsoleStrip("ch", "i.", 24, sends: [.init("bus", 10), .init("fx", 4)], meter: ("i", 0, 1)),
            ConsoleStrip("aux", "l.", 2, meter: ("l", 0, 1)),
            ConsoleStrip("fx", "f.", 4, meter: ("f", 0, 1)),
            ConsoleStrip("group", "s.", 6, meter: ("s", 0, 1)),
            ConsoleStrip("bus", "a.", 10, meter: ("a", 0, 1)),
            ConsoleStrip("dca", "v.", 6, hasPan: false),
            ConsoleStrip("main", named: ["st"], "m", meter: ("m", 0, 2)),
        ],
        muteGroups: 6, levels: .messages(.init(ask: nil, isOne: { $0.address == UiSpeech.levels }, read: UiLevels.read)))
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
        case nil: return ConsolePoint("\(path).mix", Self.level, "type: decibel", meter: strip.meter(number))
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
        case nil: return ConsolePoint("\(path).value", Self.level, "type: decibel", meter: strip.meter(number))
        case .mute: return ConsolePoint("\(path).mute", .flag(isInverted: false), ConsolePoint.muteKeys)
        case .pan where goal.word == "bus": return ConsolePoint("\(path).pan", Self.pan, Self.panKeys)
        default: return nil
        }
    }

    func look(_ strip: ConsoleStrip, _ number: Int) -> ConsolePoint.Look? {
        strip.word == "main" ? nil : ConsolePoint.Look(name: "\(Self.path(strip, number)).name", color: nil)
    }

    func muteGroup(_ number: Int) -> ConsolePoint? {
        ConsolePoint(UiSpeech.muteGroup(number - 1), .flag(isInverted: false), ConsolePoint.muteKeys)
    }
}

/// What is said to a Ui. It tells everything at the beginning, and each change then. Pure.
struct UiSpeech: ConsoleSpeech {
    private static let mark = "3:::"
    /// How much of what it tells is kept, and the longest piece.
    private static let (most, longest) = (20_000, 200)
    /// Where it tells its levels, and the longest such text.
    static let (levels, longestLevels) = ("VU2", 2000)
    /// The number whose bits are the mute groups, and what comes after those.
    private static let (mutes, muteGroups) = ("mgmask", 6)
    /// The address of a mute group, counted from 0.
    static func muteGroup(_ number: Int) -> String { "\(mutes).\(number)" }

    /// What the console has told, and what it was told since then.
    private var known: [String: ConsoleMessage.Argument] = [:]

    func begin() -> [UInt8] { [] }
    var greeting: [UInt8] { [] }
    var renewal: [UInt8] { Self.line("ALIVE") }

    private static func line(_ text: String) -> [UInt8] { Array((mark + text).utf8) }

    func ask(_ address: String) -> ConsoleReply {
        if let bit = Self.bit(address) { return mask.map { .known(Self.group(bit, of: $0)) } ?? .awaited }
        return known[address].map { .known(ConsoleMessage(address: address, arguments: [$0])) } ?? .awaited
    }

    /// The number of the mute group at an address; nil if there is something else.
    private static func bit(_ address: String) -> Int? {
        address.hasPrefix(mutes) ? (0..<muteGroups).first { address == muteGroup($0) } : nil
    }

    /// The mute groups that are on, each a bit; nil if it has not told them.
    private var mask: UInt32? { known[Self.mutes]?.number.flatMap { UInt32(exactly: $0) } }

    private static func group(_ bit: Int, of mask: UInt32) -> ConsoleMessage {
        ConsoleMessage(address: muteGroup(bit), arguments: [.integer(Int32(mask >> bit & 1))])
    }

    mutating func write(_ message: ConsoleMessage) -> [UInt8] {
        guard let argument = message.arguments.first else { return [] }
        if let bit = Self.bit(message.address) {
            // The others must stay as they are, so they must be known.
            guard let mask, let number = argument.number else { return [] }
            let now = number >= 0.5 ? mask | 1 << bit : mask & ~(1 << bit)
            return write(ConsoleMessage(address: Self.mutes, arguments: [.double(Double(now))]))
        }
        keep(argument, at: message.address)
        if case .text(let text) = argument {
            return Self.line("SETS^\(message.address)^\(text.withoutControls().replacing("^", with: " "))")
        }
        guard let number = argument.number, number.isFinite else { return [] }
        return Self.line("SETD^\(message.address)^\(Self.plain(number))")
    }

    /// A number without an exponent.
    private static func plain(_ number: Double) -> String {
        let whole = Int((min(max(number, -1e9), 1e9) * 1e8).rounded())
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
            if parts.count == 2, parts[0] == Self.levels, parts[1].utf8.count <= Self.longestLevels {
                heard.messages.append(ConsoleMessage(address: Self.levels, arguments: [.text(String(parts[1]))]))
            }
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
            if parts[1] == Self.mutes, let mask { heard.messages += (0..<Self.muteGroups).map { Self.group($0, of: mask) } }
        }
        return heard
    }
}

/// The levels that a Ui tells: bytes in base64, of which the first eight say how many strips of each sort come. Pure.
enum UiLevels {
    /// The sorts of strips in their order, how many bytes each has, and which of them are its level: before the fader, but after it for what goes out.
    private static let sorts: [(word: String, size: Int, level: ClosedRange<Int>)] = [
        ("i", 6, 1...1), ("p", 6, 1...1), ("s", 7, 0...1), ("f", 7, 0...1), ("a", 5, 1...1), ("m", 5, 1...1), ("l", 6, 1...1),
    ]
    private static let (head, step, range) = (8, 0.004167508166392142, 80.0)

    /// The levels in dB by the word of the sort.
    @Sendable static func read(_ message: ConsoleMessage) -> [String: [Double]] {
        guard case .text(let text)? = message.arguments.first else { return [:] }
        let bytes = Base64.bytes(text)
        guard bytes.count >= head else { return [:] }
        var (levels, start) = ([String: [Double]](), head)
        for (place, sort) in sorts.enumerated() {
            let count = Int(bytes[place])
            guard bytes.count >= start + count * sort.size else { break }
            levels[sort.word] = (0..<count).map { number in
                let first = start + number * sort.size
                return decibels(bytes[first + sort.level.lowerBound...first + sort.level.upperBound].max() ?? 0)
            }
            start += count * sort.size
        }
        return levels
    }

    private static func decibels(_ byte: UInt8) -> Double { byte == 0 ? -.infinity : min(range * (step * Double(byte) - 1), 0) }
}

extension String {
    /// Without zeros at its end.
    fileprivate var trimmedZeros: String { String(reversed().drop { $0 == "0" }.reversed()) }
}
