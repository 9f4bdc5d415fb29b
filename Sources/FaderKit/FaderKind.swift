internal import FaderJSON

/// What sort of value a parameter has, with its range and how people read it: `.frequency(20...20_000)`, `.toggle`, `.choice()`.
///
/// faderd's config has more keys for a parameter than these functions have arguments. Pass the others in `keys`, each with its text in
/// the config: `.number(0...10, keys: ["format": "{suffix: \" ×\"}"])`.
public struct FaderKind<Value: Sendable & Equatable>: Sendable {
    var json: [String: JSONValue]
    var yaml: [String: String]
    /// The words by which the daemon knows parameters of this kind.
    let words: [String]
    let read: @Sendable (FaderValue) -> Value?
    let write: @Sendable (Value) -> FaderValue
    /// Why it cannot be declared, as far as FaderKit sees.
    var mistake: String?

    init(
        _ words: [String], _ json: [String: JSONValue], keys: [String: String] = [:], mistake: String? = nil,
        read: @escaping @Sendable (FaderValue) -> Value?, write: @escaping @Sendable (Value) -> FaderValue
    ) {
        (self.words, self.json, yaml, self.mistake, self.read, self.write) = (words, json, keys, mistake, read, write)
    }
}

extension FaderKind where Value == Double {
    /// A number. `taper: "log"` gives equal travel for equal ratios, `"audio"` is the law of a mixer's fader; nil: linear.
    public static func number(
        _ range: ClosedRange<Double> = 0...1, unit: String? = nil, decimals: Int? = nil, step: Double? = nil, taper: String? = nil,
        keys: [String: String] = [:]
    ) -> Self {
        var more: [String: JSONValue] = [:]
        more["unit"] = unit.map { .text($0) }
        more["decimals"] = decimals.map { .number(spelling: "\($0)") }
        more["step"] = step.map(json)
        more["taper"] = taper.map { .text($0) }
        return of(nil, range, more, keys)
    }

    /// A frequency in Hz, with equal travel for equal ratios.
    public static func frequency(_ range: ClosedRange<Double> = 20...20_000, keys: [String: String] = [:]) -> Self {
        of("frequency", range, [:], keys)
    }

    /// A time in ms, with equal travel for equal ratios.
    public static func time(_ range: ClosedRange<Double> = 1...10_000, keys: [String: String] = [:]) -> Self {
        of("time", range, [:], keys)
    }

    /// A level in decibels, with the law of a mixer's fader: from −∞ to `most`.
    public static func decibel(upTo most: Double = 10, keys: [String: String] = [:]) -> Self {
        let mistake = most.isFinite && most > -90 ? nil : "a level goes up to a number above -90, for example .decibel(upTo: 10)"
        return Self(
            numeric, ["type": .text("decibel"), "max": json(most)], keys: keys, mistake: mistake, read: \.number, write: { .number($0) })
    }

    /// From 0 to 100 %.
    public static var percent: Self { Self(numeric, ["type": .text("percent")], read: \.number, write: { .number($0) }) }

    /// From left, −100, to right, 100.
    public static var pan: Self { Self(numeric, ["type": .text("pan")], read: \.number, write: { .number($0) }) }

    private static var numeric: [String] { ["number", "integer"] }

    /// Null, where JSON cannot express the number; `mistake` reports it.
    private static func json(_ number: Double) -> JSONValue { number.isFinite ? .number(number) : .null }

    private static func of(
        _ type: String?, _ range: ClosedRange<Double>, _ more: [String: JSONValue], _ keys: [String: String]
    ) -> Self {
        var members = more
        members["type"] = type.map { .text($0) }
        members["min"] = json(range.lowerBound)
        members["max"] = json(range.upperBound)
        return Self(numeric, members, keys: keys, mistake: mistake(range), read: \.number, write: { .number($0) })
    }

    fileprivate static func mistake(_ range: ClosedRange<Double>) -> String? {
        range.lowerBound.isFinite && range.upperBound.isFinite && range.lowerBound < range.upperBound
            ? nil : "\(range) is not a range: its ends must be two different finite numbers, for example 0...1"
    }
}

extension FaderKind where Value == Int {
    /// Whole numbers.
    public static func integer(_ range: ClosedRange<Int>, unit: String? = nil, keys: [String: String] = [:]) -> Self {
        // Beyond this a double cannot tell whole numbers apart, nor count the steps of a wider range.
        let most = 1 << 53
        let (width, isTooWide) = range.upperBound.subtractingReportingOverflow(range.lowerBound)
        let fits = width > 0 && !isTooWide && width <= most && range.lowerBound >= -most && range.upperBound <= most
        var json: [String: JSONValue] = [
            "kind": .text("integer"), "min": .number(spelling: "\(range.lowerBound)"), "max": .number(spelling: "\(range.upperBound)"),
        ]
        json["unit"] = unit.map { .text($0) }
        return Self(
            ["integer", "number"], json, keys: keys, mistake: fits ? nil : "\(range) is not a range of whole numbers, for example 0...127",
            read: { $0.number.flatMap { Int(exactly: $0.rounded()) } }, write: { .number(Double($0)) })
    }
}

extension FaderKind where Value == Bool {
    /// Off and on.
    public static var toggle: Self { toggle(off: "off", on: "on") }

    /// Off and on, with the words that people read and type.
    public static func toggle(off: String, on: String) -> Self {
        Self(["toggle"], ["kind": .text("toggle"), "words": .list([.text(off), .text(on)])], read: \.flag, write: { .flag($0) })
    }
}

extension FaderKind where Value == String {
    /// A text. `pattern` is a regular expression that the whole text must match.
    public static func text(upTo length: Int = 256, pattern: String? = nil) -> Self {
        var json: [String: JSONValue] = ["kind": .text("text"), "max-length": .number(spelling: "\(length)")]
        json["pattern"] = pattern.map { .text($0) }
        return Self(["text"], json, read: \.word, write: { .word($0) })
    }

    /// One of these words.
    public static func choice(of options: [String]) -> Self {
        Self(
            ["choice"], ["kind": .text("choice"), "options": .list(options.map { .text($0) })],
            mistake: options.count > 1 ? nil : "a choice needs at least two options", read: \.word, write: { .word($0) })
    }
}

extension FaderKind where Value: CaseIterable {
    /// One of the cases of an enumeration. An option has the name of its case, or its raw value if that is a text.
    public static func choice() -> Self {
        let cases = Array(Value.allCases)
        let ids = cases.map(Self.id)
        return Self(
            ["choice"], ["kind": .text("choice"), "options": .list(ids.map { .text($0) })],
            mistake: ids.count > 1 ? nil : "a choice needs at least two cases",
            read: { value in value.word.flatMap { word in ids.firstIndex(of: word).map { cases[$0] } } }, write: { .word(Self.id($0)) })
    }

    private static func id(_ value: Value) -> String {
        ((value as? any RawRepresentable)?.rawValue as? String) ?? "\(value)"
    }
}

extension FaderKind where Value == ClosedRange<Double> {
    /// Two ends on one scale, at least `gap` apart.
    public static func range(_ limits: ClosedRange<Double>, gap: Double = 0, unit: String? = nil, keys: [String: String] = [:]) -> Self {
        let mistake = FaderKind<Double>.mistake(limits) ?? (gap.isFinite ? nil : "the gap of a range must be a finite number")
        guard mistake == nil else { return Self(["range"], [:], mistake: mistake, read: { _ in nil }, write: { _ in .nothing }) }
        var json: [String: JSONValue] = [
            "kind": .text("range"), "min": .number(limits.lowerBound), "max": .number(limits.upperBound), "gap": .number(gap),
        ]
        json["unit"] = unit.map { .text($0) }
        return Self(
            ["range"], json, keys: keys,
            read: { if case .pair(let low, let high) = $0, low <= high { low...high } else { nil } },
            write: { .pair($0.lowerBound, $0.upperBound) })
    }
}

extension FaderKind where Value == FaderColor {
    /// A color.
    public static var color: Self {
        Self(["color"], ["kind": .text("color")], read: { $0.word.flatMap { FaderColor(hex: $0) } }, write: { .word($0.hex) })
    }
}

extension FaderKind where Value == FaderValue {
    static var any: Self { Self([], [:], read: { $0 }, write: { $0 }) }
}
