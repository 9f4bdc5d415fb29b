internal import FaderAPI
internal import FaderValues
internal import Glibc
internal import Synchronization

/// The token that API requests over TCP must carry, because any user of the machine can reach a loopback port. Safe to use from any thread.
///
/// Only the daemon's user can read its file. A new token is written there before it comes into force. It is never logged.
public final class AccessToken: Sendable {
    /// The path of the file.
    public let path: String
    private let current: Mutex<String>
    /// Held while the file is replaced, so that reading the token never waits for the disk.
    private let renewing = Mutex(())

    /// A missing file is made with a new token. Anything but a private file with a token is an error.
    public init(path: String) throws(ServerError) {
        self.path = path
        if let text = try Self.read(path) {
            current = Mutex(text)
        } else {
            let new = BearerToken.random()
            do throws(ServerError) {
                try PrivateFile.write(Array("\(new)\n".utf8), path)
            } catch {
                guard case .system(_, _, let code) = error else { throw error }
                throw .tokenNotWritten(path: path, errno: code)
            }
            current = Mutex(new)
        }
    }

    var text: String { current.withLock { $0 } }

    /// The old token is refused from now on. If this throws, the token that the file now holds is in force.
    func renew() throws(ServerError) {
        try renewing.withLock { _ throws(ServerError) in
            let new = BearerToken.random()
            do throws(ServerError) {
                try PrivateFile.write(Array("\(new)\n".utf8), path)
            } catch {
                // The new file may be in place already, and the next start would read it.
                if let kept = try? Self.read(path) { current.withLock { $0 = kept } }
                throw error
            }
            current.withLock { $0 = new }
        }
    }

    /// The request has these `Authorization` headers.
    func admits(_ authorization: [String]) -> Bool { BearerToken.isBrought(authorization, wanted: text) }

    // MARK: The file

    /// The token in a file; nil if there is no file.
    private static func read(_ path: String) throws(ServerError) -> String? {
        guard let bytes = try PrivateFile.read(path, limit: 256, refused: { .badToken(path: path, reason: $0) }) else { return nil }
        var text = String(decoding: bytes, as: UTF8.self)[...]
        if text.last == "\n" { text.removeLast() }
        // A token written by hand must not need quoting in a header or a URL.
        guard BearerToken.hasOnly(text, lengths: 43...128, besides: "-_") else {
            throw .badToken(path: path, reason: "does not contain a valid token")
        }
        return String(text)
    }
}
