internal import FaderValues
internal import Glibc

/// Makes the directory of a socket private.
enum SocketDirectory {
    /// Makes what is missing. Sets the mode and group of new directories, and of the last one if it belongs to the daemon.
    static func prepare(_ place: SocketPlace) throws(ServerError) {
        let isNew = try make(place.path.directory, place)
        if !isNew, place.ownsDirectory { try secure(place.path.directory, place) }
    }

    /// Sets the mode and group of a directory, unless another user owns it.
    private static func secure(_ path: String, _ place: SocketPlace) throws(ServerError) {
        let directory = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw .system(call: "open", path: path, errno: errno) }
        defer { close(directory) }
        var status = stat()
        guard unsafe fstat(directory, &status) == 0 else { throw .system(call: "fstat", path: path, errno: errno) }
        guard status.st_uid == geteuid() else { return }
        if case .group(let name) = place.access, fchown(directory, uid_t.max, try group(name)) != 0 {
            throw .system(call: "fchown", path: path, errno: errno)
        }
        guard fchmod(directory, place.directoryMode) == 0 else {
            throw .system(call: "fchmod", path: path, errno: errno)
        }
    }

    static func group(_ name: String) throws(ServerError) -> gid_t {
        var entry = unsafe Glibc.group()
        var found: UnsafeMutablePointer<Glibc.group>?
        var texts = [CChar](repeating: 0, count: 65_536)
        let code = unsafe getgrnam_r(name, &entry, &texts, texts.count, &found)
        guard code == 0, unsafe found != nil else { throw .noSuchGroup(name) }
        return unsafe entry.gr_gid
    }

    /// Makes a directory and the missing ones above it. Returns false if it already existed.
    private static func make(_ path: String, _ place: SocketPlace) throws(ServerError) -> Bool {
        var status = stat()
        if unsafe stat(path, &status) == 0 { return false }
        guard errno == ENOENT else { throw .system(call: "stat", path: path, errno: errno) }
        if let slash = path.lastIndex(of: "/"), slash != path.startIndex { _ = try make(String(path[..<slash]), place) }
        guard unsafe mkdir(path, place.directoryMode) == 0 else {
            if errno == EEXIST { return false }
            throw .system(call: "mkdir", path: path, errno: errno)
        }
        try secure(path, place)
        return true
    }
}
