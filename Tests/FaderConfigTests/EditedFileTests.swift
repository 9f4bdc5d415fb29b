import FaderValues
import Glibc
import Testing

@testable import FaderConfig

@Suite("A config file on the disk is edited")
struct EditedFileTests {
    private let folder: String
    private var path: String { "\(folder)/faderd.yaml" }

    init() throws {
        var template = Array("\(unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp")/faderd-edit.XXXXXX".utf8CString)
        try #require(unsafe mkdtemp(&template) != nil)
        folder = String(decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        write("version: 1\n", to: path)
    }

    private func write(_ text: String, to path: String) {
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o640)
        #expect(unsafe Glibc.write(file, text, text.utf8.count) == text.utf8.count)
        close(file)
    }

    private func text(_ path: String) throws -> String {
        String(decoding: try SystemFiles().contents(of: path, limit: 1 << 20), as: UTF8.self)
    }

    private var names: [String] { SystemFiles().names(in: folder).sorted() }

    private func refusal(_ work: () throws(ConfigEditRefusal) -> Void) -> ConfigEditRefusal? {
        do throws(ConfigEditRefusal) { try work() } catch { return error }
        return nil
    }

    @Test("it stays the same file, with its other names, and nothing is left beside it")
    func inPlace() throws {
        unsafe #expect(link(path, "\(folder)/other.yaml") == 0 && symlink("faderd.yaml", "\(folder)/link.yaml") == 0)
        let file = try EditedFile("\(folder)/link.yaml")
        try file.write(Array("version: 1\nparameters: {a: {}}\n".utf8))
        for name in ["other.yaml", "faderd.yaml", "link.yaml"] {
            #expect(try text("\(folder)/\(name)") == "version: 1\nparameters: {a: {}}\n")
        }
        try EditedFile(path).write(Array("version: 1\n".utf8))
        #expect(try text(path) == "version: 1\n", "it is cut off where it becomes shorter")
        #expect(names == ["faderd.yaml", "link.yaml", "other.yaml"])
    }

    @Test("an editor that has saved since the file was read wins, whether it wrote to the file or replaced it")
    func saved() throws {
        let first = try EditedFile(path)
        write("version: 1\n# mine\n", to: path)
        #expect(
            refusal { () throws(ConfigEditRefusal) in try first.write([]) }
                == .changed("\(path) was changed meanwhile, so it stays as it is; read it again"))
        #expect(try text(path) == "version: 1\n# mine\n")
        let second = try EditedFile(path)
        write("version: 1\n# other\n", to: "\(folder)/new")
        #expect(unsafe rename("\(folder)/new", path) == 0)
        #expect(refusal { () throws(ConfigEditRefusal) in try second.write([]) } != nil)
        #expect(try text(path) == "version: 1\n# other\n")
        #expect(names == ["faderd.yaml"])
    }

    @Test("what an interrupted edit has left is named, and is removed once the file has it")
    func interrupted() throws {
        write("version: 1\n# half\n", to: "\(path).edit")
        let file = try EditedFile(path)
        let refusal = refusal { () throws(ConfigEditRefusal) in try file.write(Array("version: 1\n# new\n".utf8)) }
        guard case .inaccessible(let sentence) = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        #expect(sentence.contains("was interrupted, and what it should have become is in \(path).edit"))
        #expect(try text(path) == "version: 1\n")
        write("version: 1\n", to: "\(path).edit")
        try file.write(Array("version: 1\n# new\n".utf8))
        #expect(try text(path) == "version: 1\n# new\n" && names == ["faderd.yaml"])
    }

    @Test("while another process edits it, it is refused; so is what is no ordinary file")
    func busy() throws {
        let file = try EditedFile(path)
        let other = unsafe open(path, O_RDONLY)
        defer { close(other) }
        #expect(flock(other, LOCK_EX) == 0)
        #expect(
            refusal { () throws(ConfigEditRefusal) in try file.write([]) } == .inaccessible("\(path) is being edited right now; try again"))
        for path in ["/dev/null", folder, "\(folder)/none"] {
            guard case .inaccessible? = refusal({ () throws(ConfigEditRefusal) in _ = try EditedFile(path) }) else {
                Issue.record("\(path) was read")
                continue
            }
        }
    }
}
