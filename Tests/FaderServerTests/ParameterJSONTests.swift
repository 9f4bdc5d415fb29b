import FaderAPI
import FaderModel
import Testing

// `ParameterResource` is encoded by hand, which must make no difference.
@Suite("A parameter's JSON")
struct ParameterJSONTests {
    private static let texts = ["", "Master", "a \"b\" \\ c", "zwölf\n\tZeilen\u{7F}", "♪ −∞", "\u{1}/"]
    private static let numbers = [0, -0.0, 1, -6.5, 0.1, 1e-7, 1e15, 1e16, 1e21, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, 5e300]

    private func resource(_ random: inout FuzzTests.Dice) -> ParameterResource {
        func text() -> String { Self.texts.randomElement(using: &random) ?? "" }
        func number() -> Double { Self.numbers.randomElement(using: &random) ?? 0 }
        func texts() -> [String] { (0..<Int.random(in: 0...3, using: &random)).map { _ in text() } }
        func value() -> Value {
            switch Int.random(in: 0...4, using: &random) {
            case 0: .number(number())
            case 1: .number(-.infinity)
            case 2: .flag(Bool.random(using: &random))
            case 3: .word(text())
            default: .pair(-.infinity, number())
            }
        }
        func maybe<Part>(_ part: () -> Part) -> Part? { Bool.random(using: &random) ? part() : nil }

        var resource = ParameterResource(
            id: text(), label: text(), kind: text(), value: value(), text: text(), editText: text(), defaultValue: value(), origin: text(),
            revision: .random(in: 0...UInt64.max, using: &random))
        resource.position = maybe(number)
        resource.min = maybe(value)
        resource.max = maybe(number)
        resource.step = maybe(number)
        resource.decimals = maybe { Int.random(in: -1...15, using: &random) }
        resource.unit = maybe(text)
        resource.taper = maybe { Bool.random(using: &random) ? .audio : .points([.init(0, number())]) }
        resource.options = maybe { [ChoiceOption(id: text(), label: text()), ChoiceOption(id: "b", label: "B")] }
        resource.words = maybe(texts)
        resource.pattern = maybe(text)
        resource.maxLength = maybe { 64 }
        resource.parts = maybe(texts)
        resource.partOf = maybe(text)
        resource.gap = maybe(number)
        resource.meet = maybe(text)
        resource.owner = maybe(text)
        resource.ownedBy = maybe { ParameterResource.Owner.allCases.randomElement(using: &random) ?? .touch }
        resource.touchedBy = maybe(texts)
        resource.declaredBy = maybe(texts)
        resource.clamped = maybe { Bool.random(using: &random) }
        resource.notice = maybe(text)
        return resource
    }

    @Test("it equals, byte for byte, the output of the general encoder, and can be read")
    func likeAllOthers() throws {
        var random = FuzzTests.Dice(state: 11)
        for _ in 0..<5_000 {
            let resource = resource(&random)
            let bytes = try resource.encode()
            #expect(try bytes == WireJSON.encode(resource), "\(resource)")
            // Not the same resource: "-inf" is read as a word.
            #expect(try ParameterResource.decode(bytes).encode() == bytes)
        }
    }

    @Test("a number that JSON cannot represent is refused with the same error", arguments: [Double.infinity, -.infinity, .nan])
    func impossible(number: Double) {
        var resource = ParameterResource(
            id: "a", label: "A", kind: "number", value: .number(1), text: "1", editText: "1", defaultValue: .number(1), origin: "api",
            revision: 0)
        resource.position = number
        #expect(throws: refusal { try WireJSON.encode(resource) }) { try resource.encode() }
        resource.position = nil
        // −∞ is a valid value: "-inf".
        guard number != -.infinity else { return }
        resource.value = .number(number)
        #expect(throws: refusal { try WireJSON.encode(resource) }) { try resource.encode() }
    }

    private func refusal(_ act: () throws -> [UInt8]) -> WireError {
        do {
            _ = try act()
            return WireError("nothing was refused")
        } catch {
            return error as? WireError ?? WireError("another error: \(error)")
        }
    }
}
