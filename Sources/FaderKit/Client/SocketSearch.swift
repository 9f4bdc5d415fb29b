internal import Glibc

/// Finds out whether a path is worth trying, and why a connection to it failed.
enum SocketSearch {
    enum Finding: Equatable {
        case socket
        case denied
        case nothing
        case other
    }

    static func look(at path: String) -> Finding {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return errno == EACCES ? .denied : .nothing }
        return status.st_mode & S_IFMT == S_IFSOCK ? .socket : .other
    }

    /// What a failed `connect` to a path means.
    static func error(_ code: Int32, path: String) -> ClientError {
        switch code {
        case ENOENT, ECONNREFUSED, ENOTDIR, ENOTSOCK, EPROTOTYPE: .notRunning(tried: [path])
        case EACCES, EPERM: .notPermitted(path: path)
        default: .notAnswering(path: path)
        }
    }
}
