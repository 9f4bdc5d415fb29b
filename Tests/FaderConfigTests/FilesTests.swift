import FaderConfig
import Glibc
import Testing

@Suite("Special files")
struct FilesTests {
    @Test("only an ordinary file is read, whoever holds the other end of a pipe")
    func kinds() throws {
        let directory = "/tmp/faderd-files-\(getpid())"
        #expect(unsafe mkdir(directory, 0o700) == 0)
        defer { for name in ["fifo", "held", "a", "b", ""] where unsafe remove("\(directory)/\(name)") != 0 { Issue.record("\(name)") } }
        #expect(unsafe mkfifo("\(directory)/fifo", 0o600) == 0)
        #expect(unsafe mkfifo("\(directory)/held", 0o600) == 0)
        let held = unsafe open("\(directory)/held", O_RDWR)
        defer { close(held) }
        #expect(unsafe symlink("\(directory)/a", "\(directory)/b") == 0)
        #expect(unsafe symlink("\(directory)/b", "\(directory)/a") == 0)
        let files = SystemFiles()
        let wrong: [(String, ConfigFileError)] = [
            ("\(directory)/fifo", .notAFile(what: "a FIFO")), ("\(directory)/held", .notAFile(what: "a FIFO")),
            ("/dev/zero", .notAFile(what: "a device")), ("/dev/null", .notAFile(what: "a device")), (directory, .directory),
            ("\(directory)/a", .loop), ("\(directory)/none", .missing), ("/dev/null/x", .missing),
        ]
        for (path, error) in wrong {
            #expect(throws: error) { try files.contents(of: path, limit: 100) }
        }
        #expect(try files.contents(of: "/proc/self/status", limit: 5) == Array("Name:".utf8))
        #expect(files.names(in: "/").contains("usr") && files.names(in: "/nonexistent") == [])
    }
}
