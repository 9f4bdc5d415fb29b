import FaderTesting
import FaderValues
import Foundation
import Testing

@testable import FaderTargets

/// The rows of `Tests/Vectors/x32.csv`: what consoles say, and what a person reads.
@Suite("What consoles say")
struct ConsoleVectorTests {
    private struct Row: CustomStringConvertible {
        let fields: [String]
        var description: String { fields[0] }
        var family: ConsoleFamily { .of(fields[1]) }
        var text: String { fields[4] }
        var packet: [UInt8] {
            let digits = Array(fields[3])
            return stride(from: 0, to: digits.count - 1, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
        }
    }

    private static func rows() throws -> [Row] {
        let lines = try TestFile.text("Vectors/x32.csv").split(separator: "\n")
        #expect(lines.first == "id,family,what,bytes_hex,text,source")
        return try lines.dropFirst().map { line in
            let fields = line.split(separator: ",", maxSplits: 5, omittingEmptySubsequences: false).map(String.init)
            try #require(fields.count == 6 && fields.allSatisfy { !$0.isEmpty }, "\(line)")
            return Row(fields: fields)
        }
    }

    /// The point of a console that has these words: `ch 1 bus 3 mute`.
    private static func point(_ words: [String], _ family: ConsoleFamily) throws -> ConsolePoint? {
        if words[0] == "selected" { return family.selected }
        if words[0] == "scene" { return family.scene }
        if words[0] == "mute-group" { return family.muteGroup(try #require(Int(words[1]))) }
        let property = words.count.isMultiple(of: 2) ? nil : ConsoleProperty(rawValue: words[words.count - 1])
        let strip = try #require(family.strips.first { $0.word == words[0] && ($0.names.isEmpty || $0.names.contains(words[1])) })
        let number = strip.names.isEmpty ? try #require(Int(words[1])) : 1
        guard words.count >= 4 else { return family.point(strip, number, property) }
        let goal = try #require(strip.sends.first { $0.word == words[2] })
        return family.send(strip, number, to: goal, try #require(Int(words[3])), property)
    }

    /// A parameter as the keys that come with the point make it.
    private static func parameter(_ point: ConsolePoint) -> ParameterSpec {
        switch point.form {
        case .scale(.level, _):
            ParameterSpec(id: "a", minimum: -.infinity, maximum: 10, decimals: 1, unit: "dB", taper: .audio)
        case .scale(.pan, _):
            ParameterSpec(
                id: "a", minimum: -100, maximum: 100, step: 2, decimals: 0,
                format: TextFormat(negativeSign: "L", positiveSign: "R", words: [SpecialWord(0, "C")]))
        case .scale, .travel, .whole:
            ParameterSpec(id: "a", minimum: -12, maximum: 60, step: 0.5, decimals: 1, unit: "dB", format: TextFormat(showsPlus: true))
        case .flag:
            point.keys.contains("muted")
                ? ParameterSpec(id: "a", step: 1, decimals: 0, kind: .toggle(off: "open", on: "muted"))
                : ParameterSpec(id: "a", step: 1, decimals: 0, kind: .toggle(off: "off", on: "on"))
        // The scenes are the console's; here they are those of a config that has them all.
        case .choice(let first) where point.action != nil: scenes(from: first)
        case .choice, .scene, .words: choice(point)
        case .text: ParameterSpec(id: "a", kind: .text(TextRule(maximumLength: 12)))
        }
    }

    private static func scenes(from first: Int) -> ParameterSpec {
        let options = (first...99).map { ChoiceOption(id: "\($0)", label: "Scene \($0)") }
        return ParameterSpec(id: "a", maximum: Double(options.count - 1), step: 1, decimals: 0, kind: .choice(options))
    }

    private static func choice(_ point: ConsolePoint) -> ParameterSpec {
        let list = point.keys.split(separator: "[")[1].dropLast()
        let labels =
            list.contains("label: ")
            ? list.split(separator: "label: ").dropFirst().map { $0.prefix { $0 != "}" }.filter { $0 != "\"" } }
            : list.split(separator: ", ").map(String.init)
        let options = labels.map { ChoiceOption(id: $0.replacing(" ", with: "-"), label: $0) }
        return ParameterSpec(id: "a", maximum: Double(options.count - 1), step: 1, decimals: 0, kind: .choice(options))
    }

    @Test("each message is shown as a person expects it, and made again from what is shown")
    func messages() throws {
        let rows = try Self.rows()
        #expect(Set(rows.map(\.description)).count == rows.count && rows.count > 50)
        for row in rows {
            let point = try #require(try Self.point(row.fields[2].split(separator: " ").map(String.init), row.family), "\(row)")
            let message = try #require(try OSCCodec.decode(row.packet).first, "\(row)")
            #expect(message.address == point.address, "\(row)")
            let parameter = Self.parameter(point)
            let text = row.text
            let texts = TargetTexts(text: { $0 == 1 ? text : "another" }, number: { $0 == text ? 1 : 2 })
            let value = ConsoleValue(point.form, parameter, texts)
            let number = try #require(value.number(of: message.arguments), "\(row)")
            let scale = TargetScale(parameter, value.law)
            let shown = if case .text = point.form { texts.text(number) } else { scale.text(of: number, for: Viewer()) }
            #expect(shown == row.text, "\(row)")
            let argument = try #require(value.argument(of: scale.number(of: scale.value(of: number))))
            let again = OSCMessage(address: point.address, arguments: [argument])
            #expect(OSCCodec.encode(again) == row.packet, "\(row)")
        }
    }
}
