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
    /// The port, of UDP or TCP.
    public let port: Int
    /// How it is spoken to.
    let wire: ConsoleWireKind
    /// The article before its word in a sentence.
    var article = "a"
    /// The addresses of everything on such a console.
    let map: any ConsoleMap
    /// The colors of strips; nil: they have none.
    var colors: ConsoleColors?
    /// What `address:` takes as an address.
    var addresses = ConsoleAddresses.osc
    /// What it has, in the order in which people are told of it.
    public let strips: [ConsoleStrip]
    /// How many mute groups it has.
    public let muteGroups: Int
    /// Whether it speaks on a channel of MIDI, which somebody chooses at the console.
    var hasChannel = false
    /// The addresses and numbers of its scenes; nil: it has none.
    public var scenes: Scenes?
    /// The address that loads a snippet; nil: it has none.
    public var snippet: String?
    /// Where the selected strip is told; nil: it does not tell that.
    public var selection: String?
    /// How it reports the levels of its meters; nil: it does not.
    var levels: ConsoleLevels?
    /// Whether it sends levels to a UDP port of this machine.
    var listens: Bool { if case .connection? = levels { true } else { false } }

    /// How scenes are recalled.
    public struct Scenes: Sendable {
        /// Where the number of the last recalled scene is told; nil: the console does not tell it.
        public var current: String?
        /// The address that recalls a scene.
        public let load: String
        /// The numbers that scenes can have.
        public let numbers: ClosedRange<Int>
        /// What comes before the number where the name of one is told, and how many digits it has.
        var names = (path: "", digits: 0)

        /// The address at which the console has the name of a scene.
        func address(of number: Int) -> String { "\(names.path)\(ConsoleStrip.padded(number, names.digits))/name" }

        /// The scene whose name is told at an address; nil for another address.
        func number(of address: String) -> Int? {
            guard current != nil, address.hasPrefix(names.path), address.hasSuffix("/name") else { return nil }
            return Int(address.dropFirst(names.path.count).dropLast("/name".count)).flatMap { numbers.contains($0) ? $0 : nil }
        }
    }

    /// The highest number of a snippet.
    public static let snippets = 0...99

    // MARK: What is where

    /// A strip's fader, or a property of it; nil if such strips do not have it.
    public func point(_ strip: ConsoleStrip, _ number: Int, _ property: ConsoleProperty?) -> ConsolePoint? {
        dressed(map.point(strip, number, property), strip, number, property)
    }

    /// The level of a send, or a property of it; nil if sends do not have it.
    public func send(_ strip: ConsoleStrip, _ number: Int, to goal: ConsoleStrip.Sends, _ other: Int, _ property: ConsoleProperty?)
        -> ConsolePoint?
    {
        dressed(map.send(strip, number, to: goal, other, property), strip, number, property)
    }

    /// With what is known of its strip. Only the fader and the sends are called as the strip is.
    private func dressed(_ point: ConsolePoint?, _ strip: ConsoleStrip, _ number: Int, _ property: ConsoleProperty?) -> ConsolePoint? {
        var point = point
        point?.look = map.look(strip, number)
        if property != nil { point?.look?.name = nil }
        point?.strip = strip.option(number)
        point?.isMaster = strip.word == "dca" && property == nil
        return point
    }

    /// A mute group; nil if there are none.
    public func muteGroup(_ number: Int) -> ConsolePoint? { map.muteGroup(number) }

    /// Which strip is selected; nil if the console does not tell that.
    public var selected: ConsolePoint? {
        guard let selection else { return nil }
        let options = strips.flatMap { strip in
            (1...strip.count).compactMap { number in
                strip.option(number).map { "{id: \($0), label: \"\($0.replacing("-", with: " "))\"}" }
            }
        }
        return ConsolePoint(
            selection, .choice(first: 0), "kind: choice, recall-safe: true, options: [\(options.joined(separator: ", "))]")
    }

    /// The scene that was recalled last; nil if the console does not tell it. To write it is to recall a scene. Its options are the console's scenes, unless
    /// the config lists some: from the first number on.
    public var scene: ConsolePoint? {
        guard let scenes, let current = scenes.current else { return nil }
        return ConsolePoint(current, .choice(first: scenes.numbers.lowerBound), "kind: choice, recall-safe: true", action: scenes.load)
    }
}

/// What an address of a console is.
enum ConsoleAddresses: Sendable {
    /// That of OSC, such as `/ch/01/mix/fader`.
    case osc
    /// So many bytes, such as `40.1F`, at which there are numbers from 0 to `top`.
    case bytes(Int, top: Int, example: String)
    /// An address of this many words, such as `i.0.mix`.
    case words(Int, example: String)

    /// The upper end of a number at such an address, unless the config has `range`.
    var top: Double {
        switch self {
        case .osc, .words: 1
        case .bytes(_, let top, _): Double(top)
        }
    }
}

/// A property of a strip. Without one it is the fader, or the level of a send.
public enum ConsoleProperty: String, Sendable, CaseIterable {
    case mute, pan, solo, gain, phantom, lowCut = "low-cut", name, color
}

/// Where everything is in the consoles of a family, and how it is written.
protocol ConsoleMap: Sendable {
    /// A strip's fader, or a property of it; nil if such strips do not have it. Numbers are counted from 1.
    func point(_ strip: ConsoleStrip, _ number: Int, _ property: ConsoleProperty?) -> ConsolePoint?
    /// The level of a send, or a property of it; nil if sends do not have it.
    func send(_ strip: ConsoleStrip, _ number: Int, to goal: ConsoleStrip.Sends, _ other: Int, _ property: ConsoleProperty?)
        -> ConsolePoint?
    /// Where name and color of a strip are told; nil: they are not.
    func look(_ strip: ConsoleStrip, _ number: Int) -> ConsolePoint.Look?
    /// A mute group.
    func muteGroup(_ number: Int) -> ConsolePoint?
}

/// The colors that strips of a family can have.
struct ConsoleColors: Sendable {
    /// Their words as options, in the console's order, and the same in CSS; nil there for none.
    let list: [(word: String, color: StripColor?)]
    /// What the console calls each; nil: it has numbers for them, from 0.
    let texts: [String]?

    init(_ words: [(word: String, css: String)], texts: [String]? = nil) {
        list = words.map { ($0.word, StripColor($0.css)) }
        self.texts = texts
    }

    /// The keys of a parameter for such a color, in YAML.
    var keys: String { "kind: choice, options: [\(list.map(\.word).joined(separator: ", "))]" }

    /// The color that a message tells; nil if it tells none of these.
    func color(told arguments: [ConsoleMessage.Argument]) -> StripColor?? {
        let place: Int?
        if let texts {
            if case .text(let text)? = arguments.first { place = texts.firstIndex(of: text) } else { place = nil }
        } else {
            place = arguments.first?.number.flatMap { Int(exactly: $0) }
        }
        guard let place, list.indices.contains(place) else { return nil }
        return .some(list[place].color)
    }
}
