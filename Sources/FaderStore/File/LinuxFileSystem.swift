internal import FaderValues
internal import Glibc

/// The real file system.
package struct LinuxFileSystem: FileSystem {
    package init() {}

    package func resolve(_ path: String) -> String {
        if let whole = path.resolvedPath { return whole }
        let slash = path.lastIndex(of: "/")
        let directory = slash.map { String(path[..<$0]) } ?? "."
        let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        if let known = (directory.isEmpty ? "/" : directory).resolvedPath { return (known == "/" ? "" : known) + "/" + name }
        if path.hasPrefix("/") { return path }
        return (".".resolvedPath ?? "") + "/" + path
    }

    package func brokenLink(to path: String) -> (link: String, target: String)? {
        var place = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            place += "/" + part
            var information = stat()
            guard unsafe lstat(place, &information) == 0 else { return nil }
            guard information.st_mode & S_IFMT == S_IFLNK, place.resolvedPath == nil, errno == ENOENT else { continue }
            return (place, target(of: place))
        }
        return nil
    }

    private func target(of link: String) -> String {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            guard let start = buffer.baseAddress else { return "" }
            let count = unsafe readlink(link, start, buffer.count)
            return unsafe String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }

    package func read(_ path: String, limit: Int) throws(StateError) -> [UInt8] {
        // O_NONBLOCK: a FIFO in the file's place must not hang the start.
        let descriptor = try repeating("open", path) { unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        defer { _ = Glibc.close(descriptor) }  // nothing was written, so a close error means nothing
        var information = stat()
        _ = try repeating("stat", path) { unsafe fstat(descriptor, &information) }
        guard information.st_mode & S_IFMT == S_IFREG else { throw .unusable(path: path, reason: "is not a regular file") }
        guard information.st_size <= limit else { throw .unusable(path: path, reason: "is larger than \(limit >> 20) MiB") }
        var bytes = [UInt8](repeating: 0, count: Int(information.st_size) + 1)
        var count = 0
        while true {
            if count == bytes.count {
                guard count <= limit else { throw .unusable(path: path, reason: "is larger than \(limit >> 20) MiB") }
                bytes.append(contentsOf: repeatElement(0, count: count))
            }
            let got = try repeating("read", path) {
                unsafe bytes.withUnsafeMutableBytes { room in
                    unsafe Glibc.read(descriptor, room.baseAddress?.advanced(by: count), room.count - count)
                }
            }
            guard got > 0 else { break }
            count += got
        }
        bytes.removeLast(bytes.count - count)
        return bytes
    }

    package func create(_ path: String) throws(StateError) -> Int32 {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        let descriptor = try repeating("open", path) { unsafe open(path, flags, 0o600) }
        guard fchmod(descriptor, 0o600) == 0 else {
            let code = errno
            _ = Glibc.close(descriptor)
            _ = unsafe Glibc.unlink(path)  // nothing was written, and the first error is the one to report
            throw .system(call: "chmod", path: path, code: code)
        }
        return descriptor
    }

    package func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32, path: String) throws(StateError) -> Int {
        try repeating("write", path) {
            unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
        }
    }

    package func sync(_ descriptor: Int32, path: String) throws(StateError) {
        // Not repeated on EINTR: after a failed sync only a new file can be trusted.
        try check("fdatasync", path, fdatasync(descriptor))
    }

    package func close(_ descriptor: Int32, path: String) throws(StateError) {
        // Not repeated on EINTR: Linux has closed the descriptor.
        try check("close", path, Glibc.close(descriptor))
    }

    package func link(_ path: String, as other: String) throws(StateError) {
        try check("link", other, unsafe Glibc.link(path, other))
    }

    package func rename(_ path: String, to other: String) throws(StateError) {
        try check("rename", other, unsafe Glibc.rename(path, other))
    }

    package func unlink(_ path: String) throws(StateError) {
        try check("unlink", path, unsafe Glibc.unlink(path))
    }

    package func syncDirectory(_ path: String) throws(StateError) {
        let descriptor = try repeating("open", path) { unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        defer { _ = Glibc.close(descriptor) }  // opened for reading, so a close error means nothing
        try check("fsync", path, fsync(descriptor))
    }

    package func makeDirectory(_ path: String) throws(StateError) {
        try check("mkdir", path, unsafe mkdir(path, 0o700))
    }

    package func names(in directory: String) throws(StateError) -> [String] {
        guard let names = FileContents.names(in: directory) else { throw .system(call: "opendir", path: directory, code: errno) }
        return names
    }

    private func check(_ call: String, _ path: String, _ result: Int32) throws(StateError) {
        if result != 0 { throw .system(call: call, path: path, code: errno) }
    }

    /// Repeats what a signal interrupted; -1 is an error.
    private func repeating<Result: SignedInteger>(
        _ call: String, _ path: String, _ body: () -> Result
    ) throws(StateError) -> Result {
        while true {
            let result = body()
            if result != -1 { return result }
            let code = errno
            if code != EINTR { throw .system(call: call, path: path, code: code) }
        }
    }
}
