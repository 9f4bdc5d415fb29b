internal import Glibc

/// A parameter's value as text, and typed text as a value. Pure; the locale is the C locale: a dot, no grouping.
public struct NumberText: Sendable {
    private let spec: ParameterSpec
    private let scale: NumberScale

    /// The text form of one parameter.
    public init(_ spec: ParameterSpec) {
        self.spec = spec
        scale = NumberScale(spec)
    }

    /// What a person reads: `-6.0 dB`. Correctly rounded to the parameter's decimals.
    public func format(_ value: Double) -> String {
        spec.unit.isEmpty ? edit(value) : "\(edit(value)) \(spec.unit)"
    }

    /// What a text field offers for editing: the number alone, `-6.0`.
    public func edit(_ value: Double) -> String { Self.fixed(value, decimals: spec.decimals) }

    /// The range as a person reads it: `-70.0…6.0 dB`.
    public var range: String { "\(edit(spec.minimum))…\(format(spec.maximum))" }

    /// Reads typed text: a number, the unit optional and in any case. Never snapped to the step.
    public func parse(_ text: String) throws(RefusedValue) -> ParsedNumber {
        let trimmed = text.trimmedOfSpace
        var number = trimmed[...]
        if !spec.unit.isEmpty, trimmed.lowercased().hasSuffix(spec.unit.lowercased()), trimmed.count > spec.unit.count {
            number = String(trimmed.dropLast(spec.unit.count)).trimmedOfSpace[...]
        }
        let plain = String(number.map { $0 == "−" ? "-" : $0 })
        guard !plain.isEmpty else { throw .empty(example: example, range: range) }
        guard let value = Self.number(plain) else { throw .notANumber(trimmed, example: example, range: range) }
        return try accept(value)
    }

    /// Takes a number as if it had been typed: clamps it, or refuses it by the parameter's `out-of-range`.
    public func accept(_ value: Double) throws(RefusedValue) -> ParsedNumber {
        guard value.isFinite else { throw .notFinite(example: example, range: range) }
        let clamped = min(max(value, spec.minimum), spec.maximum)
        if clamped != value, spec.outOfRange == .reject { throw .outOfRange(Self.shortest(value), range: range, example: example) }
        return ParsedNumber(value: clamped, wanted: value)
    }

    /// What a clamp is told as: `clamped to 6.0 dB (range -70.0…6.0 dB)`.
    public func clampNotice(_ value: Double) -> String { "clamped to \(format(value)) (range \(range))" }

    /// A text that this very parameter takes.
    public var example: String { format(spec.defaultValue) }

    /// Decimal digits with an optional sign, fraction and exponent; nothing else that `Double` would read (hexadecimal, `nan`).
    private static func number(_ text: String) -> Double? {
        let digits = text.lowercased()
        if ["inf", "+inf", "-inf", "infinity", "+infinity", "-infinity", "nan"].contains(digits) { return .nan }
        guard digits.utf8.allSatisfy({ "0123456789+-.e".utf8.contains($0) }), digits.utf8.contains(where: { (48...57).contains($0) })
        else { return nil }
        return Double(digits)
    }

    private static func shortest(_ value: Double) -> String {
        let text = "\(value)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// Fixed decimals, correctly rounded from the exact binary value; never a negative zero.
    static func fixed(_ value: Double, decimals: Int) -> String {
        let text = unsafe withVaList([Int32(clamping: decimals), value]) { arguments in
            unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 400) { buffer in
                // 309 digits before the point and 15 behind it are the longest a finite double can have.
                let length = unsafe Int(vsnprintf(buffer.baseAddress, buffer.count, "%.*f", arguments))
                return unsafe String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
            }
        }
        let isZero = text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: ".") }
        return isZero && text.hasPrefix("-") ? String(text.dropFirst()) : text
    }
}

/// What typed text came to.
public struct ParsedNumber: Sendable, Equatable {
    /// Within the range.
    public var value: Double
    /// As typed.
    public var wanted: Double
    /// Whether the range changed it.
    public var isClamped: Bool { value != wanted }
}

/// Why a typed value is refused; `description` is a sentence that says what is expected, with an example of that very parameter.
public enum RefusedValue: Error, Equatable, CustomStringConvertible {
    /// No text.
    case empty(example: String, range: String)
    /// Not a number.
    case notANumber(String, example: String, range: String)
    /// Infinite, not a number, or too large for one.
    case notFinite(example: String, range: String)
    /// Beyond the range of a parameter that rejects.
    case outOfRange(String, range: String, example: String)

    /// The sentence for a person.
    public var description: String {
        switch self {
        case .empty(let example, let range): "no value given; expected a number in \(range), for example \"\(example)\""
        case .notANumber(let text, let example, let range):
            "\"\(text)\" is not a number; expected one in \(range), for example \"\(example)\""
        case .notFinite(let example, let range): "the value is not finite; expected a number in \(range), for example \"\(example)\""
        case .outOfRange(let text, let range, let example): "\(text) is out of range; expected \(range), for example \"\(example)\""
        }
    }
}

extension String {
    /// Without white space at either end.
    fileprivate var trimmedOfSpace: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(self[first...last])
    }
}
