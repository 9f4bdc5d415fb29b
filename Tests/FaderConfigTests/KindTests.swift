import FaderConfig
import FaderConsole
import FaderTesting
import FaderValues
import Testing

@Suite("The kinds of values")
struct KindTests {
    /// The parameters of issue 3, as they are given there.
    private static let all = """
        version: 1
        parameters:
          vol:   {kind: number, min: -inf, max: 10, unit: dB, taper: audio, decimals: 1, default: 0}
          hour:  {kind: integer, min: 0, max: 23, out-of-range: reject, format: {suffix: ":00h"}}
          mute:  {kind: toggle, words: [open, muted]}
          side:  {kind: choice, options: [heads, {id: tails, label: Tails up}]}
          name:  {kind: text, pattern: "[a-z]+", max-length: 8, default: marcus}
          price: {kind: range, type: price, min: 0, max: 1000, step: 10, gap: 10, meet: stop, default: [100, 900]}
          tint:  {kind: color, default: "#ff8800"}
          pan:   {type: pan}
        locale: sv_SE
        """

    @Test("every kind is read into the right specification")
    func everyKind() throws {
        let read = try contents(Self.all)
        #expect(
            read.console.parameters.map(\.id) == [
                "vol", "hour", "mute", "side", "name", "price.low", "price.high", "tint.hue", "tint.saturation", "tint.lightness", "pan",
            ])
        #expect(
            read.console.parameters.prefix(4) == [
                ParameterSpec(id: "vol", minimum: -.infinity, maximum: 10, defaultValue: 0, decimals: 1, unit: "dB", taper: .audio),
                ParameterSpec(
                    id: "hour", minimum: 0, maximum: 23, step: 1, decimals: 0, outOfRange: .reject, kind: .integer,
                    format: TextFormat(suffix: ":00h")),
                ParameterSpec(id: "mute", step: 1, decimals: 0, kind: .toggle(off: "open", on: "muted")),
                ParameterSpec(
                    id: "side", step: 1, decimals: 0,
                    kind: .choice([ChoiceOption(id: "heads"), ChoiceOption(id: "tails", label: "Tails up")])),
            ])
        #expect(
            read.console.compounds == [
                CompoundSpec(id: "price", kind: .range(gap: 10, meet: .stop), parts: [5, 6]),
                CompoundSpec(id: "tint", kind: .color, parts: [7, 8, 9]),
            ])
        #expect(read.console.parameters.dropFirst(5).prefix(5).map(\.defaultValue.rounded) == [100, 900, 32, 100, 50])
        #expect(read.settings.symbols.locale == "sv_SE")
        #expect(read.settings.symbols.decimal == ",")
    }

    @Test("docs/kinds.md shows each kind as it is written")
    func textForms() throws {
        let read = try configuration(
            parameters(
                """
                level: {min: -70, max: 6, unit: dB, decimals: 1, default: -6}
                vol: {min: -inf, max: 10, unit: dB, taper: audio, default: -inf}
                hour: {kind: integer, min: 0, max: 23, default: 7}
                mute: {kind: toggle, words: [open, muted], default: muted}
                side: {kind: choice, options: [heads, {id: tails, label: Tails up}], default: tails}
                price: {kind: range, max: 1000, gap: 10, default: [100, 900]}
                tint: {kind: color, default: "#ff8800"}
                clock: {kind: integer, max: 23, default: 7, format: {suffix: ":00h"}}
                """))
        let shown =
            read.parameters.map { ValueText($0).format($0.defaultValue) }
            + read.compounds.map { compound in
                let parts = compound.parts.map { read.parameters[$0] }
                return CompoundText(compound, parts: parts).format(parts.map(\.defaultValue))
            }
        let documented = ["-6.0 dB", "−∞ dB", "7", "muted", "Tails up", "7:00h", "100.00…900.00", "#ff8800"]
        #expect(Set(shown).isSuperset(of: documented), "\(shown)")
        let manual = String(decoding: try SystemFiles().contents(of: "\(TestFile.project)/docs/kinds.md", limit: 1 << 20), as: UTF8.self)
        for text in documented { #expect(manual.contains("`\(text)`"), "\(text)") }
    }

    @Test("a text keeps its rule, and its numbers are not clamped by a scale")
    func text() throws {
        let spec = try #require(try configuration(Self.all).parameters.first { $0.id == "name" })
        guard case .text(let rule) = spec.kind else { return #expect(Bool(false), "no text") }
        #expect(rule.maximumLength == 8)
        #expect(rule.defaultText == "marcus")
        #expect(rule.pattern?.source == "[a-z]+")
        #expect(rule.pattern?.matches("abc") == true)
        #expect(rule.pattern?.matches("abc1") == false)
        #expect(spec.maximum > 1e15)
        let free = try configuration(parameters("note: {kind: text}")).parameters.first
        #expect(free?.kind == .text(TextRule()))
    }

    @Test("both ends of a range have one scale, and a default at its ends where none is given")
    func range() throws {
        let read = try configuration(
            parameters("band: {label: Band, kind: range, min: 20, max: 2e4, taper: log, unit: Hz, meet: push, out-of-range: reject}"))
        #expect(
            read.parameters == [
                ParameterSpec(
                    id: "band.low", label: "Band low", minimum: 20, maximum: 20000, unit: "Hz", taper: .log, outOfRange: .reject),
                ParameterSpec(
                    id: "band.high", label: "Band high", minimum: 20, maximum: 20000, defaultValue: 20000, unit: "Hz", taper: .log,
                    outOfRange: .reject),
            ])
        #expect(read.compounds == [CompoundSpec(id: "band", label: "Band", kind: .range(gap: 0, meet: .push), parts: [0, 1])])
    }

    @Test("a color is black if no default is given")
    func color() throws {
        var hue = ParameterSpec(id: "tint.hue", label: "Tint hue", maximum: 360, decimals: 0, unit: "°")
        hue.isCircle = true
        let read = try configuration(parameters("tint: {kind: color, label: Tint}"))
        #expect(
            read.parameters == [
                hue,
                ParameterSpec(id: "tint.saturation", label: "Tint saturation", maximum: 100, decimals: 0, unit: "%"),
                ParameterSpec(id: "tint.lightness", label: "Tint lightness", maximum: 100, decimals: 0, unit: "%"),
            ])
    }

    @Test("steps of three sizes are read")
    func steps() throws {
        let read = try configuration(
            parameters("a: {max: 10, step: 0.5, big-step: 2, fine-step: 0.1}\nb: {kind: integer, max: 10, step: 2, fine-step: 1}"))
        #expect(read.parameters.map(\.step) == [0.5, 2])
        #expect(read.parameters.map(\.bigStep) == [2, 0])
        #expect(read.parameters.map(\.fineStep) == [0.1, 1])
    }

    @Test("the default of a toggle is one of its words, or true, false, on and off", arguments: ["muted", "Muted", "true", "on"])
    func toggleDefaults(word: String) throws {
        let line = "mute: {kind: toggle, words: [open, muted], default: \(word)}"
        #expect(try configuration(parameters(line)).parameters.first?.defaultValue == 1)
        for other in ["open", "Open", "false", "off"] {
            let off = "mute: {kind: toggle, words: [open, muted], default: \(other)}"
            #expect(try configuration(parameters(off)).parameters.first?.defaultValue == 0)
        }
    }

    @Test("the default of a choice is the id of an option")
    func choiceDefault() throws {
        let line = "wave: {kind: choice, options: [saw, {id: square, label: Square wave}, 44100], default: "
        #expect(try configuration(parameters(line + "square}")).parameters.first?.defaultValue == 1)
        #expect(try configuration(parameters(line + "44100}")).parameters.first?.defaultValue == 2)
    }

    @Test("min and default may be -inf with the audio taper")
    func silence() throws {
        let read = try configuration(
            parameters("a: {min: -.inf, max: 6, taper: audio, default: -inf}\nb: {min: -inf, max: -6, taper: audio}"))
        #expect(read.parameters.map(\.minimum) == [-.infinity, -.infinity])
        #expect(read.parameters.map(\.defaultValue) == [-.infinity, -.infinity])
    }
}

extension Double {
    fileprivate var rounded: Double { self.rounded() }
}
