internal import Glibc

/// Whether a path is worth trying, and why a connection failed.
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

    static func error(_ code: Int32, path: String) -> ClientError {
        switch code {
        case ENOENT, ECONNREFUSED, ENOTDIR, ENOTSOCK, EPROTOTYPE: .notRunning(tried: [path])
        case EACCES, EPERM: .notPermitted(path: path)
        default: .notAnswering(path: path)
        }
    }
}
