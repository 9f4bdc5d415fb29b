import FaderJSON
import FoundationEssentials
import Testing

@Suite("Texts that are JSON, and texts that almost are") struct SuiteTests {
    /// One line of `json-cases.txt`, which explains its format.
    struct Case {
        let name: Substring
        let isTaken: Bool
        let bytes: [UInt8]

        init?(_ line: Substring) {
            if line.isEmpty || line.hasPrefix("#") { return nil }
            let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
            name = parts[0]
            isTaken = parts[1] == "taken"
            bytes = Self.bytes(parts.count > 2 ? parts[2] : "")
        }

        private static func bytes(_ text: Substring) -> [UInt8] {
            var bytes: [UInt8] = []
            var rest = text
            while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
                bytes += rest[..<open].utf8
                let inner = rest[rest.index(after: open)..<close]
                if let cross = inner.firstIndex(of: "x"), let count = Int(inner[..<cross]) {
                    bytes += String(repeating: String(inner[inner.index(after: cross)...]), count: count).utf8
                } else {
                    bytes += inner.split(separator: " ").compactMap { UInt8($0, radix: 16) }
                }
                rest = rest[rest.index(after: close)...]
            }
            return bytes + rest.utf8
        }
    }

    static func cases() throws -> [Case] {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appending(path: "API/json-cases.txt")
        return String(decoding: try Data(contentsOf: file), as: UTF8.self).split(separator: "\n").compactMap { Case($0) }
    }

    @Test("every case of JSONTestSuite is accepted or refused as decided") func suite() throws {
        let cases = try Self.cases()
        #expect(cases.count == 318)
        for one in cases {
            let isTaken = (try? JSONReader.read(one.bytes)) != nil
            #expect(isTaken == one.isTaken, "\(one.name)")
        }
    }

    @Test("where the suite leaves no choice the decision agrees with it, except for duplicate keys") func expectations() throws {
        for one in try Self.cases() where !one.name.hasPrefix("i_") && !one.name.hasPrefix("y_object_duplicated_key") {
            #expect(one.isTaken == one.name.hasPrefix("y_"), "\(one.name)")
        }
    }
}
