internal import FaderJSON
internal import FaderValues
internal import Glibc

/// A parameter's value as a payload, or as a part of a JSON payload.
///
/// A number is itself, or its travel is spread over a range. A toggle or choice is a word, or is spread over a range. A color is `#rrggbb`.
struct PayloadValue {
    enum Reading: Equatable {
        case number(Double)
        /// The payload has no value. The text says what is missing.
        case nothing(String)
        /// Something that is no value. The text says what.
        case refused(String)
    }

    private let spec: PayloadForm
    private let parameter: ParameterSpec
    private let texts: TargetTexts
    let law: TargetScale.Law
    private let scale: TargetScale
    private let isColor: Bool
    private let words: [String]
    /// The lowest and highest number that is sent, and how many steps there are between them.
    private let range: PayloadForm.Range
    private let steps: Double
    private let writer: ValueText

    /// From this width on, a range with whole ends takes only whole numbers.
    private static let wholeWidth = 100.0
    private static let fineSteps = 10_000.0

    init(_ spec: PayloadForm, _ parameter: ParameterSpec, isColor: Bool = false, _ texts: TargetTexts) {
        (self.spec, self.parameter, self.isColor, self.texts) = (spec, parameter, isColor, texts)
        switch parameter.kind.type.form {
        case _ where isColor: (law, words) = (.color, [])
        case .words where spec.range == nil: (law, words) = (.value, spec.words.isEmpty ? parameter.kind.rules.messageWords : spec.words)
        case .text, .press: (law, words) = (.value, [])
        case .number, .words:
            law = spec.range.map { .travel(low: $0.low, high: $0.high) } ?? .value
            words = []
        }
        scale = TargetScale(parameter, law)
        range = spec.range ?? PayloadForm.Range(parameter.lowestFinite, parameter.maximum)
        let width = abs(range.high - range.low)
        let isWhole = range.low == range.low.rounded() && range.high == range.high.rounded()
        let isInteger = parameter.kind.isNumber && parameter.kind.isWhole && spec.range == nil
        // A number without a range has the steps that its text shows. If these are few, each step is divided.
        let shown = spec.range == nil ? min(width * pow(10, Double(parameter.decimals)), 1e9).rounded() : 0
        let fine = shown > 0 ? shown * max((Self.fineSteps / shown).rounded(.up), 1) : Self.fineSteps
        let isWholeRange = isInteger || isWhole && width >= Self.wholeWidth && spec.range != nil
        steps = spec.steps.map(Double.init) ?? (isWholeRange ? width : fine)
        let step = width / steps
        let decimals = isWhole && step == step.rounded() ? 0 : Int(max(0, min(15, 1 - log10(step).rounded(.down))))
        writer = ValueText(ParameterSpec(id: "number", decimals: decimals))
    }

    var tolerance: (halfStep: Double, halfRatio: Double) {
        let width = abs(range.high - range.low)
        switch parameter.kind.type.form {
        case _ where isColor: return (0, 1)
        case .text, .press: return (0, 1)
        case .words: return (spec.range == nil ? 0 : width / max(parameter.maximum, 1) / 2, 1)
        case .number where law == .value && !parameter.kind.isWhole && parameter.taper == .log:
            return (0, exp(abs(log(parameter.maximum / parameter.minimum)) * 0.5 / steps))
        case .number: return (width / steps / 2, 1)
        }
    }

    func payload(of number: Double) -> [UInt8] {
        let text = text(of: number)
        if let template = spec.payload { return Array(Self.fill(template, with: text).utf8) }
        guard !spec.path.isEmpty else { return Array(text.utf8) }
        var json = ""
        for key in spec.path {
            json += "{"
            JSONValue.appendQuoted(key, to: &json)
            json += ":"
        }
        if isBare(text) { json += text } else { JSONValue.appendQuoted(text, to: &json) }
        return Array((json + String(repeating: "}", count: spec.path.count)).utf8)
    }

    /// Whether a text stands in JSON without quotes: a number, or a word such as `true`.
    private func isBare(_ text: String) -> Bool {
        if isColor || parameter.kind.isText { return false }
        guard !words.isEmpty else { return true }
        return ["true", "false", "null"].contains(text)
            || Double(text)?.isFinite ?? false && (try? JSONReader.read(Array(text.utf8))) != nil
    }

    private static func fill(_ template: String, with text: String) -> String {
        var inserted = text
        if let first = template.first(where: { !$0.isWhitespace }), "{[\"".contains(first), !template.hasPrefix("{value}") {
            inserted = ""
            JSONValue.appendQuoted(text, to: &inserted)
            inserted = String(inserted.dropFirst().dropLast())
        }
        return template.replacingBraces { $0 == "value" ? inserted : nil }
    }

    private func text(of number: Double) -> String {
        if isColor { return StripColor(number: UInt32(number)).text }
        if parameter.kind.isText { return texts.text(number) }
        if !words.isEmpty { return words[min(max(Int(number), 0), words.count - 1)] }
        let step = (range.high - range.low) / steps
        // −∞ is the lowest number.
        let count = number.isFinite ? ((number - range.low) / step).rounded() : 0
        let text = writer.edit(count == steps ? range.high : range.low + count * step)
        // `21.5`, not `21.5000`.
        guard text.contains(".") else { return text }
        let digits = text.dropLast(text.reversed().prefix { $0 == "0" }.count)
        return String(digits.hasSuffix(".") ? digits.dropLast() : digits)
    }

    func reading(of payload: [UInt8]) -> Reading {
        guard !spec.path.isEmpty else {
            guard let text = String(validating: payload, as: UTF8.self) else { return .refused("something that is not UTF-8 text") }
            return reading(of: text)
        }
        let node: JSONNode
        do throws(JSONProblem) { node = try JSONReader.read(payload) } catch { return .refused("something, and " + error.words(of: "it")) }
        let found: JSONNode
        switch node.value(at: spec.path[...], after: []) {
        case .success(let value): found = value
        case .failure(let gap): return .nothing(gap.words)
        }
        switch found.content {
        case .null: return .nothing("\(PayloadGap.shown(spec.path)) is null")
        case .flag(let isOn): return reading(of: isOn ? "true" : "false")
        case .number(let spelling): return reading(of: spelling)
        case .text(let text): return reading(of: text)
        case .list(let items): return noValue("a list of \(items.count)")
        case .object(let members): return noValue(members.isEmpty ? "an empty object" : "an object with \(PayloadGap.keys(members))")
        }
    }

    static func word(at path: [String], of payload: [UInt8]) -> String? {
        guard !path.isEmpty else { return String(validating: payload, as: UTF8.self) }
        guard let node = try? JSONReader.read(payload), case .success(let found) = node.value(at: path[...], after: []) else { return nil }
        return switch found.content {
        case .text(let text): text
        case .number(let spelling): spelling
        case .flag(let isOn): isOn ? "true" : "false"
        case .null, .list, .object: nil
        }
    }

    private func reading(of text: String) -> Reading {
        if let number = number(of: text) { return .number(number) }
        return noValue(PayloadGap.shown(text))
    }

    private func noValue(_ what: String) -> Reading { .refused("\(what), which is not a value of \(parameter.id): \(expected)") }

    private var expected: String {
        if isColor { return "expected a color such as #ff8800" }
        if let rule = parameter.kind.textRule {
            let pattern = rule.pattern.map { " that matches \(PayloadGap.shown($0.source))" } ?? ""
            return "expected a text of at most \(rule.maximumLength) characters\(pattern)"
        }
        if !words.isEmpty {
            let more = words.count > PayloadGap.mostShown ? " or \(words.count - PayloadGap.mostShown) more" : ""
            return "expected " + words.prefix(PayloadGap.mostShown).map(PayloadGap.cut).joined(separator: " or ") + more
        }
        return "expected a number from \(writer.edit(min(range.low, range.high))) to \(writer.edit(max(range.low, range.high)))"
    }

    private func number(of text: String) -> Double? {
        if let rule = parameter.kind.textRule, !isColor {
            do throws(RefusedValue) { try rule.accept(text) } catch { return nil }
            return texts.number(text)
        }
        let word = text.trimmed
        guard word.utf8.count <= 256 else { return nil }
        if isColor { return (StripColor(word) ?? StripColor("#" + word)).map { Double($0.number) } }
        if !words.isEmpty { return number(ofWord: word) }
        guard let number = Double(word), !number.isNaN else { return nil }
        if parameter.kind.hasOptions { return number.isFinite ? scale.number(of: scale.value(of: number)) : nil }
        if law == .value, parameter.minimum == -.infinity, number <= range.low { return -.infinity }
        return number.isFinite ? number : nil
    }

    /// The number of a word, in upper or lower case. A toggle also takes other common words for on and off.
    private func number(ofWord word: String) -> Double? {
        let low = word.lowercased()
        if let index = words.firstIndex(of: word) ?? words.firstIndex(where: { $0.lowercased() == low }) { return Double(index) }
        return parameter.kind.type.number(ofCommonWord: low)
    }
}

extension JSONNode {
    /// A path has keys, and indices of lists, which begin at 0. `former` are the keys that lead here.
    fileprivate func value(at path: ArraySlice<String>, after former: [String]) -> Result<JSONNode, PayloadGap> {
        guard let key = path.first else { return .success(self) }
        var next: JSONNode?
        switch content {
        case .object(let members): next = members.first { $0.key == key }?.value
        case .list(let items): next = Int(key).flatMap { items.indices.contains($0) ? items[$0] : nil }
        case .null, .flag, .number, .text: break
        }
        guard let next else { return .failure(PayloadGap(key: key, path: former, found: self)) }
        return next.value(at: path.dropFirst(), after: former + [key])
    }
}

extension String {
    fileprivate var trimmed: String {
        let rest = drop(while: \.isWhitespace)
        return String(rest[..<(rest.lastIndex { !$0.isWhitespace }.map { rest.index(after: $0) } ?? rest.startIndex)])
    }
}
