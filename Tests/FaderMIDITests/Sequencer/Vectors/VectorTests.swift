import FaderTesting
import FoundationEssentials
import Glibc
import Testing

/// The rows of `Tests/Vectors`, or of the file in `FADERD_VECTORS`.
@Suite("Wire vectors")
struct VectorTests {
    @Test("faderd reads and sends what every row of the tables says")
    func everyRow() throws {
        let files = try Self.files()
        #expect(!files.isEmpty, "there is no table of vectors")
        var notYet: [String: [String]] = [:]
        var count = 0
        for file in files {
            guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
                Issue.record("error: \(file) cannot be read as a text")
                continue
            }
            let table = VectorTable(name: file, text: text)
            #expect(!table.rows.isEmpty || !table.problems.isEmpty, "\(file) has no rows")
            for problem in table.problems { Issue.record("\(problem)") }
            for row in table.rows {
                if case .notYet(let reason) = row.meaning { notYet[reason, default: []].append(row.id) } else { count += 1 }
                for failure in row.failures() { Issue.record("\(failure)") }
            }
        }
        // In the form in which the test runner reports skipped tests.
        for (reason, ids) in notYet.sorted(by: { $0.key < $1.key }) {
            print("➜ \(ids.count) vectors not yet run, as \(reason): \(ids.joined(separator: " "))")
        }
        print("➜ \(count) vectors run, \(notYet.values.map(\.count).reduce(0, +)) not yet run")
    }

    @Test(
        "a wrong row fails, and the message has its line",
        arguments: [
            ("a,midi1,in,B0 07 40,cc 7 ch 1 = 65,s", "t:2: error: a: the bytes are cc 7 ch 1 = 64, not cc 7 ch 1 = 65"),
            ("a,midi1,in,B0 07 40,cc 8 ch 1 = 64,s", "t:2: error: a: a parameter on cc 8 ch 1 comes to [], not to [64]"),
            ("a,midi1,in,F8,cc 8 ch 1 = 64,s", "t:2: error: a: the bytes are nothing that a control sends, not cc 8 ch 1 = 64"),
            (
                "a,cc14,in,B0 01 40 B0 21 00,cc14 1 ch 1 = 8193,s",
                "t:2: error: a: a parameter on cc14 1 ch 1 comes to [8192], not to [8193]"
            ),
            ("a,nrpn,out,B0 63 01 62 02 06 40 26 01,nrpn 130 ch 1 = 8192,s", "t:2: error: a: what is sent is B0 63 01 62 02 06 40 26 00"),
            ("a,mcu,out,91 10 7F,note 16 ch 1 = 127,s", "t:2: error: a: what is sent is 90 10 7F, not 91 10 7F"),
        ])
    func wrong(row: String, failure: String) {
        let table = VectorTable(name: "t", text: Self.header + row + "\n")
        #expect(table.problems.isEmpty)
        let failures = table.rows.flatMap { $0.failures() }
        #expect(failures.contains { $0.hasPrefix(failure) }, "\(failures)")
    }

    @Test(
        "a row that cannot be read is an error with its line and column",
        arguments: [
            ("a,midi1,in,B0 7 40,cc 7 ch 1 = 64,s", "15: error: \"7\" is no byte"),
            ("a,midi1,in,B0 07  40,cc 7 ch 1 = 64,s", "18: error: \"\" is no byte"),
            ("a,midi1,up,B0 07 40,cc 7 ch 1 = 64,s", "9: error: \"up\" is no direction"),
            ("a,midi1,in,B0 07 40,CC 7 is 64,s", "21: error: \"CC 7 is 64\" is no meaning"),
            ("a,midi1,in,B0 07 40,cc 7 ch 17 = 64,s", "21: error: \"17\" is not a channel (1…16)"),
            ("a,midi1,in,B0 07 40,cc 7 ch 1 = 128,s", "21: error: 128 is beyond the 127 of cc"),
            ("a,midi1,in,B0 07 40,turn +1,s", "21: error: \"turn +1\" is no meaning"),
            ("a,mcu,out,F0 00 90 F7,sysex # broken,s", "23: error: the bytes are no system exclusive message"),
            ("a,midi1,in,B0 07 40,cc 7 ch 1 = 64", "21: error: a row has 6 fields, this one 5"),
            ("a,midi1,in,,cc 7 ch 1 = 64,s", "12: error: bytes_hex is empty"),
            ("a,midi1,in,B0 07 40,\"cc 7 ch 1 = 64,s", "21: error: the quote that starts here has no end"),
            ("a,midi1,in,B0 07 40,\"cc 7 ch 1 = 64\"s,s", "37: error: expected a comma"),
            ("", "1: error: a row has 6 fields, this one 1"),
        ])
    func malformed(row: String, problem: String) {
        let good = "b,midi1,in,B0 07 40,\"cc 7 ch 1 = 64 # a \"\"knob\"\"\",s\n"
        let table = VectorTable(name: "t", text: Self.header + good + row + "\n" + good.replacing("b,", with: "c,"))
        #expect(table.problems.count == 1)
        #expect(table.problems.first?.hasPrefix("t:3:" + problem) == true, "\(table.problems)")
        // The other rows are still read.
        #expect(table.rows.map(\.id) == ["b", "c"])
    }

    @Test("a duplicate id and a wrong first line are errors; lines may end with CR LF")
    func table() {
        let row = "a,midi1,in,B0 07 40,cc 7 ch 1 = 64,s\n"
        #expect(VectorTable(name: "t", text: Self.header + row + row).problems == ["t:3:1: error: \"a\" is on line 2 already"])
        #expect(VectorTable(name: "t", text: "id,bytes\n" + row).problems.first?.hasPrefix("t:1:1: error: the first line is not") == true)
        #expect(VectorTable(name: "t", text: "").problems.count == 1)
        let fromSpreadsheet = VectorTable(name: "t", text: (Self.header + row).replacing("\n", with: "\r\n"))
        #expect(fromSpreadsheet.problems.isEmpty && fromSpreadsheet.rows.map(\.id) == ["a"])
    }

    @Test("a row that faderd does not support yet is reported with its reason, and does not count as a success")
    func notYet() throws {
        let table = VectorTable(name: "t", text: Self.header + "a,rel,in,B0 10 01,delta +1,s\n")
        guard case .notYet(let reason) = try #require(table.rows.first).meaning else {
            Issue.record("the row counts as run")
            return
        }
        #expect(reason == "the encoders of this protocol are not read")
    }

    private static let header = VectorTable.columns.joined(separator: ",") + "\n"

    private static func files() throws -> [String] {
        if let chosen = unsafe getenv("FADERD_VECTORS").map({ unsafe String(cString: $0) }) { return [chosen] }
        // Neither names nor consoles speak MIDI: `DeviceNameTests` and `ConsoleVectorTests` read those tables.
        let others = ["names.csv", "x32.csv"]
        return try TestFile.all(in: "Vectors", ".csv").filter { file in !others.contains { file.hasSuffix("/\($0)") } }
            .map { "\(TestFile.folder)/\($0)" }
    }
}
