internal import FaderValues
internal import Glibc

struct TargetScale: Sendable {
    enum Law: Sendable, Equatable {
        /// 65536 is 100 %, and 60 dB are a factor of 10.
        case cubicVolume
        /// 1 is 100 % and 0 dB, 0.1 is −20 dB. Nothing beyond 1 is written.
        case linearVolume
        /// For the volume of a device without decibels: 65536 is the end of the travel.
        case plainVolume
        case flag
        /// The place on the travel, spread over a range.
        case travel(low: Double, high: Double)
        case value
        /// A color's number, as in `StripColor.number`.
        case color
        /// 0…1 of the target's travel: a percentage directly, anything else as the parameter's position.
        case part
        case console(ConsoleLaw)
    }

    let spec: ParameterSpec
    let law: Law
    private let text: ValueText

    static let fullVolume = 65536.0
    /// From here on, a number beyond the range is written with an exponent.
    private static let longest = 1e15
    /// The highest volume in PulseAudio's protocol.
    private static let mostVolume = Double(UInt32.max / 2)

    init(_ spec: ParameterSpec, _ law: Law) {
        self.spec = spec
        self.law = law
        text = ValueText(spec)
    }

    func number(of value: Double) -> Double {
        switch law {
        case .value, .color: return value
        case .part: return part(of: value)
        case .console(let law): return law.number(of: value)
        case .flag: return text.position(of: value).fraction >= 0.5 ? 1 : 0
        case .travel(let low, let high): return low + text.position(of: value).fraction * (high - low)
        case .cubicVolume where spec.unit == "dB":
            return min((Self.fullVolume * pow(10, value / 60)).rounded(), Self.mostVolume)
        case .linearVolume: return min(spec.unit == "dB" ? pow(10, value / 20) : part(of: value), 1)
        case .cubicVolume, .plainVolume:
            return min(max((Self.fullVolume * part(of: value)).rounded(), 0), Self.mostVolume)
        }
    }

    /// The value for the target's number. It is not snapped to the step; the caller keeps it in range.
    func value(of number: Double) -> Double {
        spec.kind.isWhole ? exactValue(of: number).rounded() : exactValue(of: number)
    }

    private func exactValue(of number: Double) -> Double {
        switch law {
        case .value, .color: return number
        case .part: return value(ofPart: number)
        case .console(let law): return law.value(of: number)
        case .flag: return number >= 0.5 ? text.value(at: Position(1)) : text.value(at: Position(0))
        case .travel(let low, let high):
            let part = (number - low) / (high - low)
            return text.value(at: Position(min(max(part, 0), 1)))
        case .cubicVolume where spec.unit == "dB":
            return number <= 0 ? -.infinity : 60 * log10(number / Self.fullVolume)
        case .linearVolume where spec.unit == "dB": return number <= 0 ? -.infinity : 20 * log10(number)
        case .linearVolume: return value(ofPart: number)
        case .cubicVolume, .plainVolume:
            return value(ofPart: number / Self.fullVolume)
        }
    }

    private func part(of value: Double) -> Double { spec.unit == "%" ? value / 100 : text.position(of: value).fraction }

    private func value(ofPart part: Double) -> Double {
        spec.unit == "%" ? part * 100 : text.value(at: Position(min(max(part, 0), 1)))
    }

    func text(of number: Double, for viewer: Viewer) -> String {
        if case .color = law { return color(of: number).text }
        let value = value(of: number)
        guard let shown = text.clamp(value) else { return "something that is not a value" }
        let written = text.format(shown, for: viewer)
        if value.isFinite, value.magnitude >= Self.longest { return "\(value), beyond the range" }
        // A value that is only slightly out of range looks the same as the end of the range.
        let whole = text.format(value, for: viewer)
        let isBeyond = value.isFinite && !spec.kind.hasOptions && whole != written
        return isBeyond ? "\(whole), beyond the range" : written
    }

    private func color(of number: Double) -> StripColor {
        StripColor(number: UInt32(min(max(number, 0), Double(StripColor.highest))))
    }

    func words(of value: Double) -> [String: String] {
        if case .color = law {
            let color = color(of: value)
            return ["value": color.text, "text": color.text, "red": "\(color.red)", "green": "\(color.green)", "blue": "\(color.blue)"]
        }
        let position = text.position(of: value).fraction
        // Many scripts do not understand an exponent.
        let isSmall = position > 0 && position < 0.0001
        return [
            "value": text.edit(value), "text": text.format(value), "position": isSmall ? Self.plain.edit(position) : "\(position)",
        ]
    }

    private static let plain = ValueText(ParameterSpec(id: "position", decimals: 15))

    /// Parsed as if typed; nil if it is not a value of the parameter.
    func value(parsing typed: String) -> Double? {
        if case .color = law { return StripColor(typed).map { Double($0.number) } }
        do throws(RefusedValue) { return try text.parse(typed, current: spec.defaultValue, for: Viewer()).wanted } catch { return nil }
    }
}
