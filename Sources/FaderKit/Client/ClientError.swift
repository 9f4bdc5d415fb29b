package import FaderAPI

/// Why the daemon did not do what a client asked.
package enum ClientError: Error, Sendable, Equatable, CustomStringConvertible {
    /// No daemon was found at any of the paths.
    case notRunning(tried: [String])
    /// There is a socket, but the daemon does not answer in time.
    case notAnswering(path: String)
    /// There is a socket, but this user may not open it.
    case notPermitted(path: String)
    /// The daemon closed the connection, for instance because it was stopped, or to make room for a newer one.
    case closed(path: String)
    /// All connections that it allows are there and busy.
    case busy(path: String)
    case revokedKey
    case unexpectedAnswer(String)
    /// Indirect, because it has the size of a parameter, which every function that throws would have to move.
    indirect case problem(Problem)
    /// The system has no thread or no descriptor for a connection; `reason` says so and what to do.
    case noLoop(reason: String)
    case cannotListen(port: Int, reason: String)

    /// The matching exit code of `sysexits.h`.
    package var exitCode: Int32 {
        switch self {
        case .notRunning, .notAnswering, .notPermitted, .closed, .busy, .revokedKey: 69
        case .unexpectedAnswer: 70
        case .cannotListen: 69
        case .noLoop: 71
        case .problem(let problem): Self.exitCode(problem)
        }
    }

    private static func exitCode(_ problem: Problem) -> Int32 {
        switch problem.kind {
        case .unknownID, .unknownSnapshot, .refusedValue, .noRoom, .nothingToUndo, .noVirtualSurface, .outdated, .inHand, .unknownSession:
            65
        case .invalidConfig: 78
        case .notDurable: 74
        case .unavailable, .tooManyConnections, .revokedKey: 69
        case nil:
            switch problem.status {
            case 400, 404, 409, 412, 413, 414, 422, 431: 65
            case 403, 408, 503: 69
            default: 70
            }
        }
    }

    /// One sentence that says what is wrong and, in most cases, what to do.
    package var description: String {
        switch self {
        case .notRunning(let tried):
            "no daemon is running (tried \(tried.joined(separator: ", "))); start it with \"\(Self.systemctl(tried)) start faderd\" or "
                + "\"faderd\""
        case .notAnswering(let path):
            "the daemon on \(path) does not answer, and may still do later what it was asked; see \"\(Self.systemctl([path])) status faderd\", then restart it"
        case .notPermitted(let path):
            "you may not use the daemon on \(path); run this as its user, or join the group that the socket belongs to"
        case .closed(let path): "the daemon on \(path) closed the connection; if it has ended, start it again, then repeat the command"
        case .busy(let path): "the daemon on \(path) has no room for another connection, and all are busy; close one and try again"
        case .revokedKey: "the key was revoked; run \"faderctl web\" again for a new one"
        case .unexpectedAnswer(let reason):
            "the daemon gave an answer that faderctl does not understand (\(reason)); use faderd and faderctl of the same version"
        case .problem(let problem): problem.detail
        case .noLoop(let reason): reason
        case .cannotListen(let port, let reason): "port \(port) cannot be used (\(reason)); choose another with --port"
        }
    }

    /// The `systemctl` command for the service of these sockets: that of the system only if no other socket was looked for.
    private static func systemctl(_ paths: [String]) -> String {
        paths.allSatisfy { $0.hasPrefix("/run/faderd/") } ? "systemctl" : "systemctl --user"
    }
}
