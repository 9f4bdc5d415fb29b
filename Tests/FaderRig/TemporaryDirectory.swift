internal import FoundationEssentials
internal import Glibc

/// Temporary directories for tests. Their paths are short enough for a socket.
package enum TemporaryDirectory {
    /// Makes a new directory that only this user can access.
    package static func make() throws -> String {
        var template = Array("/tmp/faderd-test-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw Failure(code: errno) }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Removes a directory and its contents.
    package static func remove(_ directory: String) {
        try? FileManager.default.removeItem(atPath: directory)  // The system cleans up leftovers.
    }

    /// The directory could not be made.
    package struct Failure: Error { let code: Int32 }
}
