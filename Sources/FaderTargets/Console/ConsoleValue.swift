internal import FaderValues
internal import Glibc

/// How a parameter's value is written as the argument of a console's message, and read from it. Pure.
struct ConsoleValue {
    private let form: ConsolePoint.Form
    private let parameter: ParameterSpec
    private let texts: TargetTexts
    let law: TargetScale.Law
    var scenes: ConsoleScenes?
    private let scale: TargetScale

    init(_ form: ConsolePoint.Form, _ parameter: ParameterSpec, _ texts: TargetTexts) {
        (self.form, self.parameter, self.texts) = (form, parameter, texts)
        law =
            switch form {
            case .scale(let law, _): .console(law)
            case .travel(let low, let high): .travel(low: low, high: high)
            case .whole, .text, .scene: .value
            case .words(let words): .travel(low: 0, high: Double(max(words.count - 1, 1)))
            case .flag(let isInverted): isInverted ? .travel(low: 1, high: 0) : .travel(low: 0, high: 1)
            case .choice(let first): .travel(low: Double(first), high: Double(first) + max(parameter.maximum, 1))
            }
        scale = TargetScale(parameter, law)
    }

    var halfStep: Double {
        switch form {
        // A console may keep fewer steps than it is told.
        case .scale(let law, _): 0.5 / Double(min(law.steps, ConsoleLaw.fader.steps))
        case .travel(let low, let high): abs(high - low) * 0.5 / Double(ConsoleLaw.fader.steps)
        case .whole, .flag, .choice, .words: 0.5
        case .text, .scene: 0
        }
    }

    /// Nil for a scene that the console does not have.
    func argument(of number: Double) -> ConsoleMessage.Argument? {
        switch form {
        case .scale(let law, .value(let silence)): .float(Float(max(law.value(of: number), silence)))
        case .scale(let law, .integer(let scale, let silence)):
            switch law.value(of: number) {
            case -.infinity: .integer(Int32(silence))
            case let value: .integer(Int32((value * scale).rounded()))
            }
        case .scale(_, .whole(let most)): .integer(Int32((number * Double(most) + 1e-6).rounded(.down)))
        case .scale(_, .part), .travel: .float(Float(number))
        case .words(let words): Int(exactly: number.rounded()).flatMap { words.indices.contains($0) ? .text(words[$0]) : nil }
        case .whole, .flag, .choice: .integer(Int32(clamping: Int(min(max(number, -1e9), 1e9).rounded())))
        case .scene: scenes?.number(titled: texts.text(number)).map { .integer(Int32($0)) }
        case .text(let bytes): .text(Self.cut(texts.text(number), to: bytes))
        }
    }

    func number(ofScene number: Int) -> Double? {
        guard let scenes, scenes.family.numbers.contains(number) else { return nil }
        return texts.number(scenes.title(of: number))
    }

    /// The beginning of a text that has room in so many bytes, without half a character.
    static func cut(_ text: String, to bytes: Int) -> String {
        var (cut, count) = ("", 0)
        for character in text {
            count += character.utf8.count
            guard count <= bytes else { break }
            cut.append(character)
        }
        return cut
    }

    func number(of arguments: [ConsoleMessage.Argument]) -> Double? {
        guard let first = arguments.first else { return nil }
        if case .text(let text) = first {
            if case .words(let words) = form { return words.firstIndex(of: text).map { Double($0) } }
            if case .text = form, let rule = parameter.kind.textRule {
                do throws(RefusedValue) { try rule.accept(text) } catch { return nil }
                return texts.number(text)
            }
        }
        // Some consoles send a value as a text and as a number between 0 and 1, too. The value itself is the last.
        guard let number = arguments.last?.number, number.isFinite else { return nil }
        switch form {
        case .text, .words: return nil
        case .scale(let law, .value): return law.number(of: number)
        case .scale(let law, .integer(let scale, let silence)):
            return law.number(of: number == Double(silence) && silence < 0 ? -.infinity : number / scale)
        case .scale(let law, .whole(let most)): return law.number(of: law.value(of: number / Double(most)))
        case .scene: return Int(exactly: number.rounded()).flatMap { self.number(ofScene: $0) }
        case .scale(let law, .part): return law.number(of: law.value(of: number))
        case .travel: return number
        case .whole: return number.rounded()
        case .flag: return number >= 0.5 ? 1 : 0
        case .choice(let first):
            let whole = number.rounded()
            return (Double(first)...Double(first) + parameter.maximum).contains(whole) ? whole : nil
        }
    }
}
