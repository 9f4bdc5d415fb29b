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
}
