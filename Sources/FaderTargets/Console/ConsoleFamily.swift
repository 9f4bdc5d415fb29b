internal import FaderValues

/// A family of consoles that speak one protocol and differ in what they have: a row of `ConsoleFamily.all`.
///
/// Source: docs/consoles.md.
public struct ConsoleFamily: Sendable {
    /// The family's word in the config.
    public let word: String
    /// For people.
    public let title: String
    /// How the names of its models begin, as it tells them itself.
    public let models: [String]
    /// The UDP port.
    public let port: Int
    /// The message without arguments after which the console sends changes for 10 s.
    public let subscription: String
    /// What it has, in the order in which people are told of it.
    public let strips: [ConsoleStrip]
    /// How many mute groups it has.
    public let muteGroups: Int
    /// The addresses and numbers of its scenes.
    public let scenes: Scenes
    /// Where a snippet is loaded; nil: it has none.
    public let snippet: String?
    /// Where the selected strip is told; nil: it does not tell that.
    public let selection: String?

    /// How scenes are recalled.
    public struct Scenes: Sendable {
        /// Where the number of the last recalled scene is told.
        public let current: String
        /// Where one is recalled.
        public let load: String
        /// Their numbers.
        public let numbers: ClosedRange<Int>
        /// What comes before the number where the name of one is told, and how many digits it has.
        let names: (path: String, digits: Int)

        /// Where the name of a scene is told.
        func address(of number: Int) -> String { "\(names.path)\(ConsoleStrip.padded(number, names.digits))/name" }

        /// The scene whose name is told at an address; nil for another address.
        func number(of address: String) -> Int? {
            guard address.hasPrefix(names.path), address.hasSuffix("/name") else { return nil }
            return Int(address.dropFirst(names.path.count).dropLast("/name".count)).flatMap { numbers.contains($0) ? $0 : nil }
        }
    }

    /// The highest number of a snippet.
    public static let snippets = 0...99
    /// How many bytes a name has.
    public static let nameBytes = 12

    /// The family of a word. A bug if there is none.
    public static func of(_ word: String) -> ConsoleFamily {
        guard let family = all.first(where: { $0.word == word }) else { preconditionFailure("no family of consoles is called \(word)") }
        return family
    }

    /// X32 and M32, then X-Air and MR.
    public static let all = [
        ConsoleFamily(
            word: "x32", title: "X32 or M32", models: ["X32", "M32"], port: 10023, subscription: "/xremote",
            strips: [
                ConsoleStrip(
                    "ch", "/ch/", digits: 2, 32, sends: [.init("bus", 16)], solo: 1, selection: 0, preamp: .index(first: 0),
                    hasLowCut: true,
                    meter: ("/meters/0", 0, 1)),
                ConsoleStrip(
                    "aux", "/auxin/", digits: 2, 8, sends: [.init("bus", 16)], solo: 33, selection: 32, preamp: .index(first: 32),
                    meter: ("/meters/0", 32, 1)),
                ConsoleStrip(
                    "fx", "/fxrtn/", digits: 2, 8, sends: [.init("bus", 16)], solo: 41, selection: 40, meter: ("/meters/0", 40, 1)),
                ConsoleStrip(
                    "bus", "/bus/", digits: 2, 16, sends: [.init("matrix", 6)], solo: 49, selection: 48, meter: ("/meters/0", 48, 1)),
                ConsoleStrip("matrix", "/mtx/", digits: 2, 6, solo: 65, selection: 64, hasPan: false, meter: ("/meters/0", 64, 1)),
                ConsoleStrip("dca", "/dca/", digits: 1, 8, mix: "", solo: 73, hasPan: false),
                ConsoleStrip(
                    "main", named: ["st"], "/main/st", sends: [.init("matrix", 6)], solo: 71, selection: 70, meter: ("/meters/2", 22, 2)),
                ConsoleStrip(
                    "main", named: ["m"], "/main/m", sends: [.init("matrix", 6)], solo: 72, selection: 71, hasPan: false,
                    meter: ("/meters/2", 24, 1)),
            ],
            muteGroups: 6,
            scenes: Scenes(
                current: "/-show/prepos/current", load: "/-action/goscene", numbers: 0...99, names: ("/-show/showfile/scene/", 3)),
            snippet: "/-action/gosnippet", selection: "/-stat/selidx"),
        // With /xremote the console would send our own changes back as well.
        ConsoleFamily(
            word: "xair", title: "X-Air or MR", models: ["XR", "MR", "X18"], port: 10024, subscription: "/xremotenfb",
            strips: [
                ConsoleStrip(
                    "ch", "/ch/", digits: 2, 16, sends: [.init("bus", 6), .init("fx", 4, after: 6)], solo: 1, preamp: .same,
                    hasLowCut: true,
                    meter: ("/meters/1", 0, 1)),
                ConsoleStrip(
                    "aux", named: ["1"], "/rtn/aux", sends: [.init("bus", 6), .init("fx", 4, after: 6)], solo: 17,
                    meter: ("/meters/1", 16, 2)),
                ConsoleStrip(
                    "fx", "/rtn/", digits: 1, 4, sends: [.init("bus", 6), .init("fx", 4, after: 6)], solo: 18, meter: ("/meters/1", 18, 2)),
                ConsoleStrip("bus", "/bus/", digits: 1, 6, solo: 40, meter: ("/meters/1", 26, 1)),
                ConsoleStrip("dca", "/dca/", digits: 1, 4, mix: "", solo: 51, hasPan: false),
                ConsoleStrip("main", named: ["st"], "/lr", solo: 50, meter: ("/meters/1", 36, 2)),
            ],
            muteGroups: 4,
            scenes: Scenes(current: "/-snap/index", load: "/-snap/load", numbers: 1...64, names: ("/-snap/", 2)), snippet: nil,
            selection: nil),
    ]
}

/// The strips of one sort that a console has: channels, buses, DCAs.
public struct ConsoleStrip: Sendable {
    /// To what a strip sends.
    public struct Sends: Sendable {
        /// The word of the strips that it sends to.
        public let word: String
        /// How many there are.
        public let count: Int
        /// How many sends of other sorts come before them.
        public let offset: Int

        init(_ word: String, _ count: Int, after offset: Int = 0) { (self.word, self.count, self.offset) = (word, count, offset) }
    }

    /// Which preamplifier a strip has.
    public enum Preamp: Sendable, Equatable {
        /// The console tells it for each strip, of which the first has this number.
        case index(first: Int)
        /// That of its own number.
        case same
    }

    /// Its word in the config.
    public let word: String
    /// The words of the strips, in place of numbers; empty for numbers.
    public let names: [String]
    /// How many there are.
    public let count: Int
    let path: String
    let digits: Int
    /// What comes before `fader`, `on` and `pan`.
    let mix: String
    /// To what it sends.
    public let sends: [Sends]
    let solo: Int
    /// The number of the first one among those that can be selected; nil: they cannot be.
    let selection: Int?
    let preamp: Preamp?
    let hasPan: Bool
    let hasLowCut: Bool
    let meter: (address: String, first: Int, each: Int)?

    init(
        _ word: String, named names: [String] = [], _ path: String, digits: Int = 0, _ count: Int = 1, mix: String = "mix/",
        sends: [Sends] = [], solo: Int, selection: Int? = nil, preamp: Preamp? = nil, hasPan: Bool = true, hasLowCut: Bool = false,
        meter: (address: String, first: Int, each: Int)? = nil
    ) {
        (self.word, self.names, self.path, self.digits, self.count) = (word, names, path, digits, count)
        (self.mix, self.sends, self.solo, self.selection) = (mix, sends, solo, selection)
        (self.preamp, self.hasPan, self.hasLowCut, self.meter) = (preamp, hasPan, hasLowCut, meter)
    }

    /// The beginning of the addresses of one of them, counted from 1.
    func path(_ number: Int) -> String { digits == 0 ? path : path + Self.padded(number, digits) }

    /// What one of them is called among those that can be selected; nil if they cannot be.
    func option(_ number: Int) -> String? { selection == nil ? nil : "\(word)-\(names.first ?? "\(number)")" }

    static func padded(_ number: Int, _ digits: Int) -> String {
        let text = "\(number)"
        return String(repeating: "0", count: max(digits - text.count, 0)) + text
    }
}
