import FaderConfig
import FaderModel
import Glibc
import Synchronization
import Testing

@Suite("Special files, and disks that do not answer")
struct FilesTests {
    /// Files on a disk that does not answer until it is released.
    private final class StalledFiles: ConfigFiles {
        let isReleased = Atomic(false)

        private func hang() { while !isReleased.load(ordering: .relaxed) { usleep(1000) } }

        func contents(of path: String, limit: Int) throws(ConfigFileError) -> [UInt8] {
            if path.hasSuffix("fine.yaml") { return Array("version: 1\nsurfaces: {s: {match: X, profile: p}}\n".utf8) }
            hang()
            return []
        }

        func names(in directory: String) -> [String] {
            hang()
            return []
        }
    }

    private func told(_ path: String, _ files: StalledFiles) -> [String] {
        let reader = ConfigReader(profileDirectories: ["/a", "/b"], files: files, timeLimit: .milliseconds(1200))
        return reader.read(path: path).diagnostics.map(\.headline)
    }

    @Test("a config on a disk that does not answer is given up in time")
    func stalledConfig() {
        let files = StalledFiles()
        defer { files.isReleased.store(true, ordering: .relaxed) }
        let start = ContinuousClock.now
        #expect(
            told("desk.yaml", files) == [
                "desk.yaml: error: the config cannot be read: its disk has not answered for 1 s; try again when it does"
            ])
        #expect(ContinuousClock.now - start < .seconds(30))
    }

    @Test("a profile on such a disk is given up too, and the time limit is for all files together")
    func stalledProfile() {
        let files = StalledFiles()
        defer { files.isReleased.store(true, ordering: .relaxed) }
        let headline = told("/c/fine.yaml", files).first
        #expect(
            headline == "/c/fine.yaml:2:35: error: the profile /c/profiles/p.yaml cannot be read: its disk has not answered for 1 s; "
                + "try again when it does")
    }

    @Test("reading on a separate thread gives the same error")
    func aside() async {
        let files = StalledFiles()
        defer { files.isReleased.store(true, ordering: .relaxed) }
        let reader = ConfigReader(profileDirectories: [], files: files, timeLimit: .milliseconds(10))
        let result = await reader.readAllAside(path: "desk.yaml").result
        #expect(
            result.diagnostics.map(\.message) == ["the config cannot be read: its disk has not answered for 0 s; try again when it does"])
    }

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
    }
}
