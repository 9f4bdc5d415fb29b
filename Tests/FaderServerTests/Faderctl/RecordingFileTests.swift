import FaderAPI
import FaderConfig
import FaderRig
import Testing

@testable import FaderCLI

@Suite("The file of a recording")
struct RecordingFileTests {
    @Test("it has gaps, messages of which only the kind is known, and times that never go back; and every line can be read again")
    func lines() throws {
        let directory = try TemporaryDirectory.make()
        defer { TemporaryDirectory.remove(directory) }
        let path = directory + "/r.txt"
        try write(path)
        #expect(throws: Failure.self) { try RecordingFile(path, head: [], isForced: false) }
        let first = try RecordingFile(path, head: [], isForced: true)
        #expect(try SystemFiles().contents(of: path, limit: 10_000).count == RecordedLine.head.utf8.count + 1)
        // Not while another one writes it.
        let refused = #expect(throws: Failure.self) { try RecordingFile(path, head: ["x"], isForced: true) }
        #expect(refused?.sentence?.contains("is being recorded into right now") == true)
        #expect(try SystemFiles().contents(of: path, limit: 10_000).count == RecordedLine.head.utf8.count + 1)
        withExtendedLifetime(first) {}
    }

    /// Records some messages, and reads what is in the file.
    private func write(_ path: String) throws {
        let file = try RecordingFile(path, head: ["surface \"a\nb\""], isForced: false)
        func message(_ second: Int, _ words: String, bytes: String?, missed: UInt64 = 0) -> MonitorResource {
            MonitorResource(
                time: "2026-02-03T04:05:0\(second).250Z", surface: "desk", direction: .received, message: words, bytes: bytes,
                control: bytes == nil ? nil : "fader.1", missed: missed)
        }
        try file.add(message(5, "cc 7 ch 1 = 64", bytes: "B0 07 40"))
        try file.add(message(7, "sysex, 5 bytes", bytes: "F0 7E 00 06 F7", missed: 3))
        // Somebody has set the clock.
        try file.add(message(1, "song position", bytes: nil))
        try file.add(message(2, "cc 7 ch 1 = 65", bytes: "B0 07 41"))
        file.end("interrupted")
        try file.add(message(9, "cc 7 ch 1 = 66", bytes: "B0 07 42"))
        let lines = String(decoding: try SystemFiles().contents(of: path, limit: 10_000), as: UTF8.self).split(separator: "\n").map(
            String.init)
        #expect(
            lines == [
                "# faderd recording 1", "# surface \"a\u{FFFD}b\"", "0.000 in  desk B0 07 40  # cc 7 ch 1 = 64 fader.1", "2.000 missed 3",
                "2.000 in  desk F0 7E 00 06 F7  # fader.1", "# 2.000 in desk: song position",
                "2.000 in  desk B0 07 41  # cc 7 ch 1 = 65 fader.1", "# ended after 2.000 s, 4 messages: interrupted",
            ])
        for line in lines { _ = try RecordedLine.parse(line) }
    }
}
