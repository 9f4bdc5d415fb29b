import FaderTesting
import FaderValues
import Testing

@testable import FaderConfig

@Suite("Names in YAML")
struct QuotingTests {
    @Test("libyaml reads back every name as one text, as value and as key, whatever is in it")
    func quoted() {
        var generator = SeededGenerator(seed: 26)
        for name in HostileText.known + (0..<3000).map({ _ in HostileText.random(using: &generator) }) {
            let text = "a: {x: \(name.yamlQuoted), \(name.yamlWord): y}\nb: \(name.yamlWord)\n"
            let report = Report()
            let tree = TreeBuilder.tree(of: Source(name: "c.yaml", bytes: Array(text.utf8)), report: report)
            guard case .block(let entries)? = tree?.content, entries.count == 2, case .block(let inner) = entries[0].value.content else {
                Issue.record("\(name.debugDescription): \(report.diagnostics().map(\.text))")
                continue
            }
            let found = [inner.first?.value.text, inner.last?.key, entries[1].value.text]
            for one in found { #expect(one.map { Array($0.utf8) } == Array(name.utf8), "\(text)") }
        }
    }
}
