import FaderValues
import Glibc
import Testing

@testable import FaderTargets

struct SecretFileTests {
    private func file(_ text: String, mode: mode_t) -> String {
        var template = Array("/tmp/faderd-secret-XXXXXX".utf8CString)
        let file = unsafe mkstemp(&template)
        let bytes = Array(text.utf8)
        #expect(unsafe write(file, bytes, bytes.count) == bytes.count)
        fchmod(file, mode)
        close(file)
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    @Test("the line end of a secret is not part of it, and only its owner may be able to read it")
    func reading() throws {
        let path = file("s3cret\n", mode: 0o600)
        defer { unsafe _ = unlink(path) }
        #expect(try SecretFile(name: path, path: path).read() == "s3cret")
        for mode in [0o640, 0o604, 0o644] as [mode_t] {
            unsafe chmod(path, mode)
            let error = #expect(throws: TargetError.self) { try SecretFile(name: path, path: path).read() }
            #expect(error?.description.contains("chmod 600 \(path)") == true)
            #expect(error?.description.contains("s3cret") == false)
        }
    }

    @Test("a missing secret, a directory and one that is too long are errors")
    func errors() {
        for (path, word) in [("/nowhere/at/all", "there is no /nowhere/at/all"), ("/tmp", "is not an ordinary file")] {
            let error = #expect(throws: TargetError.self) { try SecretFile(name: path, path: path).read() }
            #expect(error?.description.contains(word) == true)
        }
        let path = file(String(repeating: "x", count: SecretFile.mostBytes + 1), mode: 0o600)
        defer { unsafe _ = unlink(path) }
        #expect(throws: TargetError.self) { try SecretFile(name: path, path: path).read() }
    }
}
