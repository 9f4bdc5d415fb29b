internal import FaderValues
internal import Glibc

enum InputFile {
    /// `-` is the standard input. Fails if there are more bytes than `limit`.
    static func bytes(_ path: String, limit: Int = 64 << 20) throws(Failure) -> [UInt8] {
        // A FIFO that nobody writes to is empty; opening it must not wait for somebody.
        let file = path == "-" ? STDIN_FILENO : unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else { throw Failure(file: path, "cannot be read", errno) }
        defer { if path != "-" { close(file) } }
        if path != "-" { _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK) }
        return try contents(of: file, path, limit: limit)
    }

    /// Reads an ordinary file. Never waits: a FIFO, a device, a socket and a directory are refused.
    static func ordinary(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
        var status = stat()
        // Checked before opening, because opening alone would wake a FIFO's writer or rewind a tape, and after it, because the path may
        // name something else by then.
        guard unsafe stat(path, &status) == 0 else { throw Failure(file: path, "cannot be read", errno) }
        try requireOrdinary(status, path)
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else { throw Failure(file: path, "cannot be read", errno) }
        defer { close(file) }
        guard unsafe fstat(file, &status) == 0 else { throw Failure(file: path, "cannot be read", errno) }
        try requireOrdinary(status, path)
        return try contents(of: file, path, limit: limit)
    }

    static func requireOrdinary(_ status: stat, _ path: String) throws(Failure) {
        let what: String
        switch status.st_mode & S_IFMT {
        case S_IFREG: return
        case S_IFDIR: what = "a directory"
        case S_IFIFO: what = "a FIFO"
        case S_IFSOCK: what = "a socket"
        default: what = "a device"
        }
        throw Failure(.io, "\(path) is \(what); only an ordinary file can be used here")
    }

    /// Reads a descriptor to its end. `path` is only its name in errors.
    static func contents(of file: Int32, _ path: String, limit: Int = .max) throws(Failure) -> [UInt8] {
        guard let bytes = FileContents.of(file, limit: limit == .max ? limit : limit + 1) else {
            throw Failure(file: path, "cannot be read", errno)
        }
        guard bytes.count <= limit else {
            throw Failure(.refused, "\(path) is larger than \(limit >> 20) MiB; name the file you mean")
        }
        return bytes
    }
}
