internal import FaderValues
internal import Glibc

/// A parameter's value as OSC arguments.
///
/// A number is its place on the travel spread over a range, or itself. A choice or a toggle is spread evenly over a range, or a word. A
/// color is three arguments, each spread over a range, or one: a color of OSC, or `#rrggbb` as a text.
struct OSCValue {
    private let spec: OSCTargetSpec
    private let parameter: ParameterSpec
    private let texts: TargetTexts
    let law: TargetScale.Law
    private let scale: TargetScale
    private let isColor: Bool
    private let isWhole: Bool
    /// The words of a toggle, or the ids of a choice's options.
    private let words: [String]

    /// Stands for −∞. Ardour treats this and everything below it as silence.
    static let silence = -193.0
    private static let brightest = 255.0

    init(_ spec: OSCTargetSpec, _ parameter: ParameterSpec, isColor: Bool = false, _ texts: TargetTexts) {
        (self.spec, self.parameter, self.isColor, self.texts) = (spec, parameter, isColor, texts)
        words = parameter.kind.rules.words
        law =
            switch parameter.kind.type.form {
            case _ where isColor: .color
            case .words: .travel(low: spec.low, high: spec.high)
            case .text, .press: .value
            case .number: spec.form == .value ? .value : .travel(low: spec.low, high: spec.high)
            }
        scale = TargetScale(parameter, law)
        let step = (spec.high - spec.low) / (isColor ? Self.brightest : max(parameter.maximum, 1))
        isWhole = [spec.low, spec.high, step].allSatisfy { $0 == $0.rounded() && $0.magnitude <= Double(Int32.max) }
    }

    /// How far two numbers may differ and still be the same value.
    var tolerance: (halfStep: Double, halfRatio: Double) {
        if isColor { return (0, 1) }
        let part = 0.5 / Double(spec.steps)
        switch parameter.kind.type.form {
        case .text, .press: return (0, 1)
        case .words: return (abs(spec.high - spec.low) / max(parameter.maximum, 1) / 2, 1)
        case .number: break
        }
        guard case .value = law else { return (abs(spec.high - spec.low) * part, 1) }
        guard !parameter.kind.isWhole else { return (0.5, 1) }
        guard parameter.taper == .log else { return ((parameter.maximum - parameter.lowestFinite) * part, 1) }
        return (0, exp(abs(log(parameter.maximum / parameter.minimum)) * part))
    }

    func arguments(of number: Double) -> [OSCMessage.Argument] {
        guard isColor else { return [argument(of: number)] }
        let color = StripColor(number: UInt32(number))
        switch spec.form {
        case .text: return [.text(color.text)]
        case .value: return [.color(color.number << 8 | 0xFF)]
        case .position:
            return [color.red, color.green, color.blue].map { part in
                plain(spec.low + Double(part) / Self.brightest * (spec.high - spec.low))
            }
        }
    }

    private func plain(_ number: Double) -> OSCMessage.Argument {
        isWhole ? .integer(Int32(clamping: Int(number.rounded()))) : .float(Float(number))
    }

    private func argument(of number: Double) -> OSCMessage.Argument {
        switch parameter.kind.type.form {
        case .text: return .text(texts.text(number))
        case .press: return .integer(1)
        case .words:
            if spec.form == .text { return .text(words[Int(scale.value(of: number))]) }
            return plain(number)
        // OSC 1.0 requires only 32-bit integers; longer ones are optional.
        case .number where parameter.kind.isWhole && spec.form == .value: return .integer(Int32(clamping: Int(number)))
        case .number: return .float(Float(number.isFinite ? number : Self.silence))
        }
    }

    /// Nil if they are no value of the parameter. Further arguments are ignored.
    func number(of arguments: some Collection<OSCMessage.Argument>) -> Double? {
        guard let first = arguments.first else { return nil }
        return isColor ? color(of: arguments, first).map { Double($0.number) } : number(of: first)
    }

    private func color(of arguments: some Collection<OSCMessage.Argument>, _ first: OSCMessage.Argument) -> StripColor? {
        if case .text(let text) = first { return StripColor(text) ?? StripColor("#" + text) }
        if case .color(let number) = first { return StripColor(number: number >> 8) }
        let numbers = arguments.prefix(3).compactMap(\.number).filter(\.isFinite)
        guard numbers.count == 3 else { return nil }
        return StripColor(
            number: numbers.reduce(0) { color, number in
                let part = min(max((number - spec.low) / (spec.high - spec.low), 0), 1)
                return color << 8 | UInt32((part * Self.brightest).rounded())
            })
    }

    private func number(of argument: OSCMessage.Argument) -> Double? {
        if case .text(let text) = argument { return number(of: text) }
        guard let number = argument.number, !number.isNaN, number != .infinity else { return nil }
        switch parameter.kind.type.form {
        case .text, .press: return nil
        case .words: return number.isFinite ? scale.number(of: scale.value(of: number)) : nil
        case .number:
            return law == .value && parameter.minimum == -.infinity && number <= Self.silence ? -.infinity : number
        }
    }

    private func number(of text: String) -> Double? {
        if let rule = parameter.kind.textRule {
            do throws(RefusedValue) { try rule.accept(text) } catch { return nil }
            return texts.number(text)
        }
        let typed = text.lowercased()
        let index = words.firstIndex(of: text) ?? words.firstIndex { $0.lowercased() == typed } ?? label(typed)
        return index.map { scale.number(of: Double($0)) }
    }

    private func label(_ typed: String) -> Int? { parameter.kind.options?.firstIndex { $0.label.lowercased() == typed } }
}
