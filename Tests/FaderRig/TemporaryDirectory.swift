internal import FoundationEssentials
internal import Glibc

/// Directories that tests write in. Their paths are short enough for a socket.
package enum TemporaryDirectory {
    /// A new one, which is only for this user.
    package static func make() throws -> String {
        var template = Array("/tmp/faderd-test-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw Failure(code: errno) }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Removes one with all that is in it.
    package static func remove(_ directory: String) {
        try? FileManager.default.removeItem(atPath: directory)  // The system cleans what is left there.
    }

    /// It could not be made.
    package struct Failure: Error { let code: Int32 }
}
