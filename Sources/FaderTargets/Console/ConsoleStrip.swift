/// The strips of one sort that a console has: channels, buses, DCAs.
public struct ConsoleStrip: Sendable {
    public struct Sends: Sendable {
        public let word: String
        public let count: Int
        /// How many sends of other sorts come before them.
        public let offset: Int

        init(_ word: String, _ count: Int, after offset: Int = 0) { (self.word, self.count, self.offset) = (word, count, offset) }
    }

    /// Which preamplifier a strip of an X32 or X-Air has.
    public enum Preamp: Sendable, Equatable {
        /// The console tells it for each strip, of which the first has this number.
        case index(first: Int)
        /// The number is that of the strip.
        case same
    }

    public let word: String
    /// The words of the strips, in place of numbers; empty for numbers.
    public let names: [String]
    public let count: Int
    let path: String
    let digits: Int
    /// What comes before `fader`, `on` and `pan`.
    let mix: String
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
        sends: [Sends] = [], solo: Int = 0, selection: Int? = nil, preamp: Preamp? = nil, hasPan: Bool = true, hasLowCut: Bool = false,
        meter: (address: String, first: Int, each: Int)? = nil
    ) {
        (self.word, self.names, self.path, self.digits, self.count) = (word, names, path, digits, count)
        (self.mix, self.sends, self.solo, self.selection) = (mix, sends, solo, selection)
        (self.preamp, self.hasPan, self.hasLowCut, self.meter) = (preamp, hasPan, hasLowCut, meter)
    }

    /// Counted from 1.
    func path(_ number: Int) -> String { digits == 0 ? path : path + Self.padded(number, digits) }

    /// What one of them is called among those that can be selected; nil if they cannot be.
    func option(_ number: Int) -> String? { selection == nil ? nil : "\(word)-\(names.first ?? "\(number)")" }

    func meter(_ number: Int) -> ConsolePoint.Meter? {
        meter.map { meter in
            let first = meter.first + (number - 1) * meter.each
            return ConsolePoint.Meter(meter.address, first..<first + meter.each)
        }
    }

    static func padded(_ number: Int, _ digits: Int) -> String {
        let text = "\(number)"
        return String(repeating: "0", count: max(digits - text.count, 0)) + text
    }
}
