import Glibc
import Testing

@testable import FaderCLI

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
        let (linked, own) = (try ConfigFile("\(folder)/linked"), try ConfigFile(path))
        #expect(linked.digest == own.digest && linked.path == "\(folder)/linked")
    }
}
