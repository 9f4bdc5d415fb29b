import Glibc
import Testing

@testable import faderctl

@Suite("Adding to a config")
struct ConfigFileTests {
    private static let block = "  box:\n    profile: box\n"

    private func added(_ text: String) throws -> ConfigEdit {
        try ConfigFile(path: "/c.yaml", text: text).adding(Self.block, under: "surfaces")
    }

    @Test(
        "a block is added after the last surface, and nothing else changes",
        arguments: [
            ("version: 1\n", "version: 1\n\nsurfaces:\n  box:\n    profile: box\n"),
            ("version: 1\nsurfaces:\n  a: {x: 1}   # one\n", "version: 1\nsurfaces:\n  a: {x: 1}   # one\n  box:\n    profile: box\n"),
            (
                "surfaces: # all\n  a:\n    x: 1\n\n    # the end of a\n\n# the rest\nparameters:\n  b:\n",
                "surfaces: # all\n  a:\n    x: 1\n\n    # the end of a\n  box:\n    profile: box\n\n# the rest\nparameters:\n  b:\n"
            ),
            ("surfaces:\nversion: 1", "surfaces:\n  box:\n    profile: box\nversion: 1\n"),
            ("", "surfaces:\n  box:\n    profile: box\n"),
            ("surfaces:\n    a:\n        x: 1\n", "surfaces:\n    a:\n        x: 1\n    box:\n        profile: box\n"),
            ("surfaces:\r\n  a: {x: 1}\r\nb: 1\r\n", "surfaces:\r\n  a: {x: 1}\r\n  box:\r\n    profile: box\r\nb: 1\r\n"),
            ("a: 1\r\nsurfaces:\n  a: {x: 1}\n", "a: 1\r\nsurfaces:\n  a: {x: 1}\n  box:\n    profile: box\n"),
        ])
    func places(text: String, after: String) throws { #expect(try added(text).text == after) }

    @Test("surfaces on one line are refused with advice")
    func flow() {
        #expect(throws: Failure.self) { try added("surfaces: {a: {x: 1}}\n") }
    }

    @Test("the diff has the format of diff -u")
    func diff() throws {
        #expect(
            try added("a\nb\nsurfaces:\n  x:\n    y: 1\nc\n").diff
                == "--- /c.yaml\n+++ /c.yaml\n@@ -3,4 +3,6 @@\n surfaces:\n   x:\n     y: 1\n+  box:\n+    profile: box\n c\n")
    }
}

/// The files are real: what is refused is refused by the system's word about them.
@Suite("Files that are no config")
struct NoConfigFileTests {
    private let folder: String

    init() throws {
        var template = Array("\(unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp")/faderctl.XXXXXX".utf8CString)
        try #require(unsafe mkdtemp(&template) != nil)
        folder = String(decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private func refusal(_ path: String) -> String {
        do throws(Failure) {
            _ = try ConfigFile(path)
            return "read"
        } catch {
            return error.sentence ?? ""
        }
    }

    private func write(_ bytes: [UInt8]) -> String {
        let path = "\(folder)/c.yaml"
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        #expect(unsafe Glibc.write(file, bytes, bytes.count) == bytes.count)
        close(file)
        return path
    }

    @Test("a FIFO, a device, a socket's and a directory's name are refused at once, also behind links")
    func noFiles() {
        unsafe _ = mkfifo("\(folder)/fifo", 0o600)
        unsafe _ = symlink("/dev/zero", "\(folder)/zero")
        unsafe _ = symlink("\(folder)/fifo", "\(folder)/link")
        for (path, what) in [
            ("\(folder)/fifo", "a FIFO"), ("\(folder)/link", "a FIFO"), ("\(folder)/zero", "a device"), ("/dev/full", "a device"),
            (folder, "a directory"),
        ] { #expect(refusal(path).contains(what), "\(path): \(refusal(path))") }
        #expect(refusal("\(folder)/none").contains("No such file"))
        // Nor is one replaced.
        for path in ["\(folder)/fifo", "/dev/null", folder] { #expect(throws: Failure.self) { try NewFile(path, "a") } }
    }

    @Test("bytes that are not UTF-8 are refused, and a file beyond the limit is")
    func noText() {
        for bytes in [[0xFF], [0xC3, 0x28], [0xED, 0xA0, 0x80], [0xC0, 0x80]] as [[UInt8]] {
            #expect(refusal(write(Array("a: ".utf8) + bytes)).contains("is not UTF-8"))
        }
        let large = write(Array("a: ü\n".utf8))
        #expect(refusal(large) == "read")
        #expect(unsafe truncate(large, off_t(1) << 40) == 0)
        #expect(refusal(large).contains("larger than 4 MiB"))
    }

    @Test("a link to a file is read, and written through")
    func link() throws {
        let path = write(Array("a: 1\n".utf8))
        unsafe _ = symlink(path, "\(folder)/linked")
        #expect(try ConfigFile("\(folder)/linked").path == path)
    }
}
