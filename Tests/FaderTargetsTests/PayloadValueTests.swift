import FaderTesting
import FaderValues
import Testing

@testable import FaderTargets

@Suite("Payloads")
struct PayloadValueTests {
    private func value(
        _ parameter: ParameterSpec, path: [String] = [], range: PayloadForm.Range? = nil, steps: Int? = nil, words: [String] = [],
        payload: String? = nil, isColor: Bool = false
    ) -> PayloadValue {
        let form = PayloadForm(path: path, range: range, steps: steps, words: words, payload: payload)
        return PayloadValue(form, parameter, isColor: isColor, TargetTexts(text: { "text \($0)" }, number: { Double($0.count) }))
    }

    private func sent(_ value: PayloadValue, _ number: Double) -> String { String(decoding: value.payload(of: number), as: UTF8.self) }
    private func read(_ value: PayloadValue, _ payload: String) -> PayloadValue.Reading { value.reading(of: Array(payload.utf8)) }

    private let level = ParameterSpec(id: "level", minimum: 0, maximum: 100, decimals: 1)
    private let toggle = ParameterSpec(id: "on", maximum: 1, step: 1, decimals: 0, kind: .toggle(off: "off", on: "on"))

    @Test(
        "a number is written without needless digits, at its place, whole where the range is",
        arguments: [
            (PayloadForm.Range?.none, Int?.none, 21.5, "21.5"), (nil, nil, 100, "100"), (nil, nil, 0.1 + 0.2, "0.3"),
            (.init(0, 254), nil, 127.4, "127"), (.init(0, 1), nil, 0.25, "0.25"), (.init(10, 0), 20, 7.3, "7.5"),
            (.init(254, 0), nil, 254, "254"),
        ])
    func numbers(range: PayloadForm.Range?, steps: Int?, number: Double, text: String) {
        #expect(sent(value(level, range: range, steps: steps), number) == text)
        let placed = value(level, path: ["a", "b"], range: range, steps: steps)
        #expect(sent(placed, number) == "{\"a\":{\"b\":\(text)}}")
        #expect(read(placed, "{\"a\": {\"c\": 1, \"b\": \(text)}}") == .number(Double(text)!))
    }

    @Test("what a number reads back as counts as the number that was written")
    func tolerance() {
        for (range, number) in [(PayloadForm.Range(0, 254), 127.49), (PayloadForm.Range(0, 1), 0.123456)] {
            let value = value(level, range: range)
            guard case .number(let back) = read(value, sent(value, number)) else {
                Issue.record("it is not read")
                continue
            }
            #expect(abs(back - number) <= value.tolerance.halfStep * 1.0001)
        }
    }

    @Test("numbers that look different are different, however wide the range is")
    func resolution() {
        let wide = value(ParameterSpec(id: "wide", maximum: 1_000_000, decimals: 0))
        #expect(wide.tolerance.halfStep <= 0.5)
        #expect(sent(wide, 499_999) == "499999")
    }

    @Test(
        "a number that a parameter shows is written as it is, whatever its range is",
        arguments: [(0, 254, 0), (153, 500, 0), (5, 30, 1), (-70, 6, 2)])
    func shown(minimum: Double, maximum: Double, decimals: Int) {
        let parameter = ParameterSpec(id: "level", minimum: minimum, maximum: maximum, decimals: decimals)
        let value = value(parameter)
        for number in stride(from: minimum, through: maximum, by: (maximum - minimum) / 50) {
            let shown = ValueText(parameter).edit(number)
            #expect(Double(sent(value, Double(shown)!)) == Double(shown)!)
        }
    }

    @Test("−∞ is the lowest number, and that is −∞")
    func silence() {
        let value = value(ParameterSpec(id: "dB", minimum: -.infinity, maximum: 10, unit: "dB", taper: .audio))
        let text = sent(value, -.infinity)
        #expect(Double(text)?.isFinite == true)
        #expect(read(value, text) == .number(-.infinity))
    }

    @Test(
        "a toggle is its words, and understands what others call on",
        arguments: [("ON", 1.0), (" off\n", 0), ("true", 1), ("0", 0), ("closed", nil), ("", nil)] as [(String, Double?)])
    func toggles(payload: String, number: Double?) {
        let value = value(toggle)
        #expect(sent(value, 1) == "ON" && sent(value, 0) == "OFF")
        if let number { #expect(read(value, payload) == .number(number)) } else { #expect(read(value, payload) != .number(0)) }
        let words = self.value(toggle, path: ["x"], words: ["false", "true"])
        #expect(sent(words, 1) == "{\"x\":true}")
        #expect(sent(self.value(toggle, path: ["x"], words: ["1x", "2"]), 0) == "{\"x\":\"1x\"}")
    }

    @Test("a template is filled, with escapes in JSON and only where the value stands")
    func templates() {
        let text = ParameterSpec(id: "song", kind: .text(TextRule()))
        let texts = TargetTexts(text: { _ in "a \"b\" {value}" }, number: { _ in 0 })
        func sent(_ payload: String) -> String {
            String(decoding: PayloadValue(PayloadForm(payload: payload), text, texts).payload(of: 0), as: UTF8.self)
        }
        #expect(sent("{\"s\": \"{value}\"}") == "{\"s\": \"a \\\"b\\\" {value}\"}")
        #expect(sent("say {value}, {value}") == "say a \"b\" {value}, a \"b\" {value}")
        #expect(sent("{value}") == "a \"b\" {value}")
    }

    @Test(
        "a payload that is no value is refused, and one without the place says nothing",
        arguments: [
            "", "{", "[1", "{\"x\": [1]}", "{\"x\": {}}", "{\"x\": \"\"}", "{\"x\": 1e999}", "{\"x\": \"nan\"}", "{\"x\":1,\"x\":2}",
        ])
    func refusals(payload: String) {
        let value = value(level, path: ["x"])
        if case .refused = read(value, payload) {} else { Issue.record("\(payload) is \(read(value, payload))") }
        for nothing in ["{}", "[]", "1", "{\"x\": null}", "{\"y\": {\"x\": 1}}"] {
            if case .nothing = read(value, nothing) {} else { Issue.record("\(nothing) is \(read(value, nothing))") }
        }
        #expect(read(self.value(level, path: ["l", "1", "x"]), "{\"l\": [0, {\"x\": 3}]}") == .number(3))
        #expect(self.value(level).reading(of: [0xFF]) == .refused("something that is not UTF-8 text"))
    }

    @Test("no bytes do any harm")
    func fuzz() {
        var random = SeededGenerator(seed: 1)
        let values = [value(level), value(level, path: ["x", "0"]), value(toggle), value(level, isColor: true)]
        let pieces = ["{", "}", "[", "]", "\"x\"", ":", ",", "1", "-", "e9", "\\u", "\u{0}", "ü", "null", " ", "true", "{value}"]
        for _ in 0..<6_000 {
            let text = (0..<Int.random(in: 0..<12, using: &random)).map { _ in pieces.randomElement(using: &random)! }.joined()
            var bytes = Array(text.utf8)
            if let place = bytes.indices.randomElement(using: &random), Bool.random(using: &random) {
                bytes[place] = .random(in: 0...255, using: &random)
            }
            for value in values {
                if case .number(let number) = value.reading(of: bytes) { #expect(!number.isNaN && number != .infinity) }
            }
        }
    }
}
