import FaderConfig
import FaderConsole
import FaderStore
import FaderTargets
import FaderTesting
import FaderValues
import Testing

@testable import FaderDaemon

@Suite("The switch from one configuration to the next")
struct CatalogTransitionTests {
    /// Each parameter in all the ways in which a config may have it; an empty one: not at all.
    private static let ways = [
        [
            "", "master: {min: -70, max: 6, unit: dB, default: -12}", "master: {min: -20, max: 0, unit: dB}",
            "master: {min: 0, max: 100, unit: \"%\"}",
        ],
        ["", "pan: {min: -100, max: 100}", "pan: {min: -100, max: 50, default: 20}", "pan: {kind: toggle}"],
        ["side: {kind: choice, options: [left, right]}", "side: {kind: choice, options: [right, middle, left], default: middle}"],
        ["", "name: {kind: text, default: desk}", "name: {kind: text, default: hall}"],
        [
            "", "price: {kind: range, min: 0, max: 1000, gap: 10}", "price: {kind: range, min: 0, max: 300, gap: 100}",
            "price: {min: 0, max: 1}",
        ],
        ["", "tint: {kind: color}", "tint.hue: {min: 0, max: 10}"],
        ["", "mute: {kind: toggle}", "mute: {kind: toggle, default: true}", "mute: {kind: trigger}"],
    ]

    private static func configuration(_ random: inout SeededGenerator) throws -> Configuration {
        let lines = ways.map { $0.randomElement(using: &random) ?? "" }.filter { !$0.isEmpty }.shuffled(using: &random)
        let text = "version: 1\nparameters:\n" + lines.map { "  \($0)\n" }.joined()
        let result = ConfigReader(kinds: TargetKinds.all, profileDirectories: []).readAll(bytes: Array(text.utf8), name: "test").result
        guard case .success(let contents, _) = result else { throw Unreadable(text: "\(text)\(result.diagnostics.map(\.text))") }
        return contents.console
    }

    private struct Unreadable: Error { let text: String }

    /// Other values, which the configuration allows, for some parameters.
    private static func changed(
        _ reports: [ParameterReport], _ catalog: Catalog, _ random: inout SeededGenerator
    ) -> [ParameterReport] {
        let wanted = catalog.texts.rowIndices.map { index -> Double in
            guard Bool.random(using: &random) else { return reports[index].value }
            if catalog.isText(index) { return catalog.words.number(of: "text \(Int.random(in: 0..<5, using: &random))") }
            let spec = catalog.configuration.parameters[index]
            return Double.random(in: spec.minimum...spec.maximum, using: &random).rounded()
        }
        return zip(reports, catalog.configuration.settled(wanted)).map { before, value in
            guard before.value != value else { return before }
            let isHeld = Int.random(in: 0..<4, using: &random) == 0
            return ParameterReport(
                parameter: before.parameter, value: value, revision: before.revision + 1, origin: .api, control: nil,
                before: before.lasting,
                isHeld: isHeld)
        }
    }

    @Test("begins with the values that the console settles on, and saves them", arguments: 0..<300 as Range<UInt64>)
    func settled(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let (words, declarers) = (TextTable(), Declarers())
        let old = Catalog(
            try Self.configuration(&random), Settings(), generation: .first, stored: [:], words: words, declarers: declarers)
        let initial = zip(old.texts.rowIndices, old.initialValues).map { Mirror.initial(old, $0, $1) }
        let last = Self.changed(initial, old, &random)
        let isChosen = last.map { _ in Bool.random(using: &random) }
        func picture(_ reports: [ParameterReport], _ isChosen: [Bool], _ stamp: UInt64) -> Mirror.Picture {
            Mirror.Picture(catalog: old, reports: reports, connections: [], hands: Hands(), isChosen: isChosen, stamp: stamp)
        }
        let remembered = picture(initial, [], 0).values.filter { _ in Bool.random(using: &random) }
        let kept = KeptValues(remembered.merging(["mute": KeptValue(.flag(true)), "pan": KeptValue(.number(7))]) { $1 }, ages: [:]) {
            old.index(of: $0) != nil
        }
        let configuration = try Self.configuration(&random)
        let end = picture(last, isChosen, 1)
        let stored = kept.initialValues(for: configuration, after: end, [:])
        let next = Catalog(
            configuration, Settings(), generation: old.generation.next, stored: stored, words: words, declarers: declarers,
            after: old)

        let transition = CatalogTransition(from: end, to: next.following(old, last), kept: kept, stored: stored)
        #expect(transition.isChosen == next.former.map { $0.map { isChosen[$0.offset] } ?? false })
        for (index, report) in zip(next.texts.rowIndices, transition.reports) where !next.isTrigger(index) {
            #expect(transition.values[next.id(of: index)] == next.kept(report.lasting, parameter: index))
        }
        // The console begins with the same values.
        let standing = next.former.enumerated().map { $1.map { last[$0].value } ?? next.initialValues[$0] }
        #expect(transition.reports.map(\.value) == next.configuration.settled(standing))
    }
}
