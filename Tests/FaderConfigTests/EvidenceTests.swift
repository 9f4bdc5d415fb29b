import FaderConfig
import FaderConsole
import Testing

@Suite("What a profile stands on")
struct EvidenceTests {
    private static let path = "/etc/profiles/box.yaml"

    private func entry(_ evidence: String) throws -> ProfileShelf.Entry {
        let text = "version: 1\nname: Box\n\(evidence)\ncontrols: {a: {input: cc 1 ch 1}}\n"
        let shelf = ProfileShelf(config: "/etc/faderd.yaml", installed: [], files: MemoryFiles(texts: [Self.path: text]))
        return try #require(shelf.entry("box"))
    }

    @Test("sources and tests with the device are lists, which may be empty; a profile may leave them out")
    func read() throws {
        let full = try entry("evidence: {sources: [\"manual, page 12\", usb.ids], tested: [\"firmware 1.2, 2026-12-01\"]}")
        #expect(full.isSound)
        #expect(full.evidence?.sources == ["manual, page 12", "usb.ids"] && full.evidence?.tested == ["firmware 1.2, 2026-12-01"])
        let empty = try entry("evidence: {sources: []}")
        #expect(empty.isSound && empty.evidence?.sources == [] && empty.evidence?.tested == [])
        let none = try entry("")
        #expect(none.isSound && none.evidence == nil)
    }

    @Test(
        "a wrong form is reported at its place, with what to write",
        arguments: [
            (
                "evidence: 1️⃣manual",
                "evidence needs a block, such as {sources: [\"Acme Box manual, page 12\"], tested: []}; found \"manual\""
            ),
            (
                "evidence: 1️⃣{tested: []}",
                "evidence needs sources, such as {sources: [\"Acme Box manual, page 12\"], tested: []}; if there are none, write sources: []"
            ),
            (
                "evidence: {sources: 1️⃣manual}",
                "sources needs a list, such as {sources: [\"Acme Box manual, page 12\"], tested: []}; found \"manual\""
            ),
            (
                "evidence: {sources: [], tested: 1️⃣true}",
                "tested needs a list, such as {sources: [\"Acme Box manual, page 12\"], tested: []}; found \"true\""
            ),
            ("evidence: {sources: [a, 1️⃣\" \"]}", "expected a source, found \" \""),
            ("evidence: {sources: [], 1️⃣source: []}", "unknown key \"source\" in evidence; did you mean \"sources\"?"),
            (
                "evidence: {sources: 1️⃣[\(String(repeating: "a, ", count: 17))]}",
                "sources has at most 16 lines"
            ),
        ])
    func wrong(evidence: String, message: String) throws {
        let marker = try #require(evidence.firstRange(of: "1️⃣"))
        let column = evidence[..<marker.lowerBound].count + 1
        let profile = "version: 1\nname: Box\n\(evidence.replacing("1️⃣", with: ""))\ncontrols: {a: {input: cc 1 ch 1}}\n"
        expect(
            "version: 1\nsurfaces: {s: {match: X, profile: box}}\n", ["./profiles/box.yaml:3:\(column) error: \(message)"],
            profiles: ["./profiles/box.yaml": profile])
    }
}
