import FaderTesting
import Glibc
import Logging
import Testing

@testable import FaderDaemon

@Suite("The log")
struct LogTests {
    /// The two ends of a pipe with room for one page.
    private func pipe() throws -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        try #require(unsafe Glibc.pipe(&ends) == 0)
        // F_SETPIPE_SZ, which the Glibc module does not have.
        try #require(fcntl(ends[1], 1031, 4096) == 4096)
        return (ends[0], ends[1])
    }

    private func read(_ descriptor: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe Glibc.read(descriptor, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    @Test("if nobody reads, lines wait 100 ms in all, and the next line that is read follows the number of those that are lost")
    func blocked() async throws {
        let (reading, writing) = try pipe()
        defer { for end in [reading, writing] { close(end) } }
        let stream = LogStream(writing) { "\($0) lost\n" }
        let line = String(repeating: "x", count: 999) + "\n"
        #expect(try await ticks { for _ in 0..<50 { stream.write(line) } } < 20)
        #expect(read(reading) == String(repeating: line, count: 4))
        stream.write("next\n")
        #expect(read(reading) == "46 lost\nnext\n")
    }

    @Test("a reader that is slow delays nobody for long")
    func slow() async throws {
        let (reading, writing) = try pipe()
        let stream = LogStream(writing) { "\($0) lost\n" }
        let reader = Task.detached {
            var bytes = [UInt8](repeating: 0, count: 1000)
            while unsafe Glibc.read(reading, &bytes, bytes.count) > 0, !Task.isCancelled { usleep(50_000) }
        }
        let line = String(repeating: "x", count: 999) + "\n"
        #expect(try await ticks { for _ in 0..<100 { stream.write(line) } } < 20)
        reader.cancel()
        // It may be waiting for something to read.
        usleep(100_000)
        stream.write("end\n")
        await reader.value
        for end in [reading, writing] { close(end) }
    }

    @Test("lines go to a socket while there is room, and a reader that is gone is no error")
    func socket() async throws {
        var ends: [Int32] = [-1, -1]
        try #require(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        let stream = LogStream(ends[1]) { "\($0) lost\n" }
        stream.write("one\n")
        #expect(read(ends[0]) == "one\n")
        #expect(try await ticks { for _ in 0..<2000 { stream.write(String(repeating: "x", count: 999) + "\n") } } < 20)
        close(ends[0])
        stream.write("two\n")
        close(ends[1])
    }

    @Test("the end says what is lost; a line that was cut in two gets its end of line")
    func end() throws {
        let (reading, writing) = try pipe()
        defer { for end in [reading, writing] { close(end) } }
        let stream = LogStream(writing) { "\($0) lost\n" }
        stream.write(String(repeating: "x", count: 5000) + "\n")
        stream.finish()
        #expect(read(reading) == String(repeating: "x", count: 4096))
        stream.finish()
        stream.finish()
        #expect(read(reading) == "\n1 lost\n")
    }

    @Test("the journal gets priorities, a terminal the name, and a file the time as well")
    func prefixes() throws {
        #expect(StderrLog.lines("one", .warning, further: ["two"], to: .journal) == "<4>one\n<4>two\n")
        #expect(StderrLog.lines("one", .warning, further: ["two"], to: .terminal) == "faderd: warning: one\n    two\n")
        // A name from outside makes no line.
        let forged = StderrLog.lines("surface a\n<0>b\r\nc\u{202E}\u{2028}d", .notice, further: ["e\nf"], to: .journal)
        #expect(forged == "<5>surface a\u{FFFD}<0>b\u{FFFD}\u{FFFD}c\u{FFFD}\u{FFFD}d\n<5>e\u{FFFD}f\n")
        let lines = StderrLog.lines("one", .error, further: ["two"], to: .file)
        #expect(try #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d{4} faderd: error: one\n    two\n/#.wholeMatch(in: lines) != nil, "\(lines)")
    }
}
