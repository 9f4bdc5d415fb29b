internal import FaderValues
internal import Glibc

/// The state file on disk. Owned by one thread at a time: while loading by the caller, then by the saving thread. All calls may block.
///
/// A complete generation exists at every instant. A save writes and syncs a temporary file, gives the present generation the second name
/// `….previous`, renames the new file into place, and syncs the directory. The state file is never absent and never written in place.
///
/// Writing over the oldest generation and exchanging names took a third less time, but can fail in two more ways, and nobody waits for 200
/// µs.
package struct StateFile: Sendable {
    /// How many bytes are written at most. The contents have their own limits, which stay far below this in total.
    package static let sizeLimit = 64 << 20
    /// How many bytes are read at most, because earlier versions wrote without a limit. A larger file is not a state file.
    static let readLimit = 1 << 30

    let given: String
    let path: String
    let directory: String
    let name: String
    let files: any FileSystem

    /// A damaged state file is kept aside, and must not become the previous generation.
    var isDamaged = false
    var aside: String?
    /// How many bytes this file may have. If a larger one was read, it can still be saved.
    private var writeLimit: Int
    /// The write limit as long as no larger file has been read.
    private let ownLimit: Int
    /// Tells the temporary files of one process apart; a name is never used again after a failure.
    private var attempts = 0

    var previousPath: String { path + ".previous" }
    private var temporaryPrefix: String { name + ".tmp-" }

    init(path: String, files: any FileSystem, sizeLimit: Int = StateFile.sizeLimit) {
        (ownLimit, writeLimit) = (sizeLimit, sizeLimit)
        given = path
        self.path = files.resolve(path)
        self.files = files
        directory = self.path.directory
        name = String(self.path[(self.path.lastIndex(of: "/") ?? self.path.startIndex)...].drop { $0 == "/" })
    }

    /// The error if the path leads to a missing target; otherwise nil.
    var absence: StateError? {
        files.brokenLink(to: given).map { .absent(path: given, link: $0.link, target: $0.target) }
    }

    /// Makes `bytes` the present generation. When it returns, they survive a power loss.
    ///
    /// After a device error it tries once more with a new file. Returns the error of the first try, if any.
    mutating func save(_ bytes: [UInt8], now: Double) throws(StateError) -> StateError? {
        // A state that could not be read back must not be reported as durable.
        guard bytes.count <= writeLimit else { throw .tooLarge(path: path, limit: writeLimit) }
        do {
            try saveOnce(bytes, now: now)
            return nil
        } catch let error where error.isWorthAnotherFile {
            try saveOnce(bytes, now: now)
            return error
        }
    }

    /// A file of this size was read. It may grow, but never beyond what can be read back.
    mutating func allow(_ size: Int) { writeLimit = min(Self.readLimit, max(ownLimit, 2 * size)) }

    private mutating func saveOnce(_ bytes: [UInt8], now: Double) throws(StateError) {
        let temporary = try writeTemporary(bytes)
        do {
            if isDamaged {
                if aside == nil { aside = try keepAside(now: now) }
            } else {
                try keepPrevious(temporary + ".previous")
            }
            try files.rename(temporary, to: path)
            isDamaged = false
            try files.syncDirectory(directory)
        } catch {
            discard(temporary)
            throw error
        }
    }

    /// Writes a temporary file, and waits until its bytes are durable.
    private mutating func writeTemporary(_ bytes: [UInt8]) throws(StateError) -> String {
        let (temporary, descriptor) = try createTemporary()
        do {
            try fill(descriptor, of: temporary, with: bytes)
        } catch {
            discard(temporary)
            throw error
        }
        return temporary
    }

    private func fill(_ descriptor: Int32, of temporary: String, with bytes: [UInt8]) throws(StateError) {
        do throws(StateError) {
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = try files.write(rest, to: descriptor, path: temporary)
                guard count > 0 else { throw .system(call: "write", path: temporary, code: EIO) }
                rest = rest.dropFirst(count)
            }
            try files.sync(descriptor, path: temporary)
        } catch {
            // The first error is the one to report; the file is deleted in any case.
            try? files.close(descriptor, path: temporary)
            throw error
        }
        try files.close(descriptor, path: temporary)
    }

    private mutating func createTemporary() throws(StateError) -> (path: String, descriptor: Int32) {
        for _ in 0..<1000 {
            attempts += 1
            let temporary = directory + "/" + temporaryPrefix + String(attempts)
            do {
                return (temporary, try files.create(temporary))
            } catch let error where error.code == ENOENT {
                // A new directory would not be on a missing disk, but in its place.
                if let absence { throw absence }
                try makeDirectories(directory)
            } catch let error where error.code == EEXIST {
                continue  // left by a crash and not removable at load: never written to
            }
        }
        throw .system(call: "open", path: directory + "/" + temporaryPrefix + String(attempts), code: EEXIST)
    }

    /// Gives the present generation its second name through a third name, so that the second name always has a complete file.
    private mutating func keepPrevious(_ third: String) throws(StateError) {
        do {
            try files.link(path, as: third)
        } catch let error where error.code == ENOENT {
            return  // the first generation has none before it
        } catch let error where error.hasNoLinks {
            return try copyPrevious()
        }
        // A rename between two names of one file does nothing and leaves both; after a crash the previous generation may be the present
        // one.
        defer { discard(third) }
        try files.rename(third, to: previousPath)
    }

    private mutating func copyPrevious() throws(StateError) {
        let present: [UInt8]
        do {
            present = try files.read(path, limit: Self.readLimit)
        } catch let error where error.code == ENOENT {
            return  // the first generation has none before it
        }
        try files.rename(try writeTemporary(present), to: previousPath)
    }

    /// A second name for the damaged file. The rename that follows replaces the state file.
    private mutating func keepAside(now: Double) throws(StateError) -> String {
        let stem = path + ".damaged-" + Self.timestamp(now)
        for number in 1...1000 {
            let aside = number == 1 ? stem : "\(stem)-\(number)"
            do {
                try files.link(path, as: aside)
                try files.syncDirectory(directory)
                return aside
            } catch let error where error.code == EEXIST {
                continue
            } catch let error where error.hasNoLinks {
                let copy = try writeTemporary(try files.read(path, limit: Self.readLimit))
                try files.rename(copy, to: aside)
                try files.syncDirectory(directory)
                return aside
            }
        }
        throw .system(call: "link", path: stem, code: EEXIST)
    }

    /// A time as `20250102T030405Z`.
    static func timestamp(_ seconds: Double) -> String {
        WallTime.text(seconds).prefix { $0 != "." }.filter { $0 != "-" && $0 != ":" } + "Z"
    }

    /// A failure is harmless: the next load removes leftovers.
    private func discard(_ path: String) {
        try? files.unlink(path)
    }

    mutating func probe() throws(StateError) {
        let (temporary, descriptor) = try createTemporary()
        try? files.close(descriptor, path: temporary)  // nothing was written
        try files.unlink(temporary)
    }

    /// Left by a crash. The next save reports errors.
    func removeTemporaries() {
        guard let names = try? files.names(in: directory) else { return }
        for name in names where name.hasPrefix(temporaryPrefix) { discard(directory + "/" + name) }
    }

    /// Creates the directory and those above it, each durable in the one above.
    func makeDirectories(_ directory: String) throws(StateError) {
        let parent = directory.directory
        do {
            try files.makeDirectory(directory)
        } catch let error where error.code == EEXIST {
            return
        } catch let error where error.code == ENOENT && parent != directory {
            try makeDirectories(parent)
            try files.makeDirectory(directory)
        }
        try files.syncDirectory(parent)
    }
}

extension StateError {
    /// Whether the file system has no hard links, such as FAT and some network file systems.
    var hasNoLinks: Bool {
        guard case .system(let call, _, let code) = self, call == "link" else { return false }
        return code == EPERM || code == EOPNOTSUPP || code == ENOSYS || code == EMLINK
    }
}
