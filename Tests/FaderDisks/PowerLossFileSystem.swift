package import FaderStore
internal import Glibc
package import Synchronization

/// A file system in memory that can lose power after any operation, and then loses what was not synced, in every possible way.
///
/// Names are as uncertain as on a real disk: until its directory is synced, each name may have any value it had since the last sync,
/// independently of the others. Bytes that were not synced may be there, missing, truncated, zero, or there only in the first half.
package final class PowerLossFileSystem: FileSystem {
    /// What happens to bytes that were never synced.
    package enum Unsynced: CaseIterable { case lost, kept, cut, zeroed, mixed }

    package struct File: Sendable {
        package var bytes: [UInt8] = []
        package var durable: [UInt8] = []
        package var hasFailed = false
    }

    package struct Disk: Sendable {
        package var files: [File] = []
        package var names: [String: Int] = [:]
        /// The files that each name may refer to after a power loss; nil means absent.
        package var possible: [String: [Int?]] = [:]
        /// Directories; true if their name is durable.
        package var directories: [String: Bool] = [:]
        package var open: [Int32: Int] = [:]
        package var nextDescriptor: Int32 = 100
        package var operations = 0
        package var syncsAfterFailure = 0
    }

    /// The most bytes that one write accepts, so that power can be lost in the middle of a file.
    private static let portion = 250

    package let disk: Mutex<Disk>
    private let budget: Int?
    private let hasLinks: Bool
    /// The numbers of the `sync` calls that fail.
    private let failingSyncs: Set<Int>
    /// The numbers of the `syncDirectory` calls that fail.
    private let failingDirectorySyncs: Set<Int>
    private let syncs = Mutex((files: 0, directories: 0))

    /// - Parameters:
    ///   - budget: The number of operations after which power is lost.
    ///   - hasLinks: Whether a file can have a second name, unlike on FAT.
    package init(
        _ disk: Disk = PowerLossFileSystem.empty, budget: Int? = nil, hasLinks: Bool = true, failingSyncs: Set<Int> = [],
        failingDirectorySyncs: Set<Int> = []
    ) {
        self.disk = Mutex(disk)
        self.budget = budget
        self.hasLinks = hasLinks
        self.failingSyncs = failingSyncs
        self.failingDirectorySyncs = failingDirectorySyncs
    }

    /// The current disk.
    package var present: Disk { disk.withLock { $0 } }

    package static var empty: Disk {
        var disk = Disk()
        disk.directories = ["/": true, "/var": true]
        return disk
    }

    private func change<T>(_ call: String, _ path: String, _ body: (inout Disk) -> Result<T, StateError>) throws(StateError) -> T {
        let budget = budget
        return try disk.withLock { disk -> Result<T, StateError> in
            if let budget, disk.operations >= budget { return .failure(.system(call: call, path: path, code: EIO)) }
            disk.operations += 1
            return body(&disk)
        }.get()
    }

    private func error(_ call: String, _ path: String, _ code: Int32) -> StateError { .system(call: call, path: path, code: code) }
    private static func parent(_ path: String) -> String {
        let slash = path.lastIndex(of: "/") ?? path.startIndex
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    package func resolve(_ path: String) -> String { path }

    package func brokenLink(to path: String) -> (link: String, target: String)? { nil }

    package func read(_ path: String, limit: Int) throws(StateError) -> [UInt8] {
        guard let bytes = disk.withLock({ disk in disk.names[path].map { disk.files[$0].bytes } }) else {
            throw error("open", path, ENOENT)
        }
        return bytes
    }

    package func create(_ path: String) throws(StateError) -> Int32 {
        try change("open", path) { disk -> Result<Int32, StateError> in
            guard disk.directories[Self.parent(path)] != nil else { return .failure(error("open", path, ENOENT)) }
            guard disk.names[path] == nil else { return .failure(error("open", path, EEXIST)) }
            disk.files.append(File())
            disk.setName(path, disk.files.count - 1)
            disk.nextDescriptor += 1
            disk.open[disk.nextDescriptor] = disk.files.count - 1
            return .success(disk.nextDescriptor)
        }
    }

    package func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32, path: String) throws(StateError) -> Int {
        try change("write", path) { disk -> Result<Int, StateError> in
            guard let file = disk.open[descriptor] else { return .failure(error("write", path, EBADF)) }
            let written = bytes.prefix(Self.portion)
            disk.files[file].bytes += written
            return .success(written.count)
        }
    }

    package func sync(_ descriptor: Int32, path: String) throws(StateError) {
        let number = syncs.withLock { count in
            count.files += 1
            return count.files
        }
        let fails = failingSyncs.contains(number)
        try change("fsync", path) { disk -> Result<Void, StateError> in
            guard let file = disk.open[descriptor] else { return .failure(error("fsync", path, EBADF)) }
            if disk.files[file].hasFailed { disk.syncsAfterFailure += 1 }
            if fails {
                // As in Linux: the failed pages are marked clean, a second fsync would succeed, and the bytes are lost.
                disk.files[file].hasFailed = true
                return .failure(error("fsync", path, EIO))
            }
            if !disk.files[file].hasFailed { disk.files[file].durable = disk.files[file].bytes }
            return .success(())
        }
    }

    package func close(_ descriptor: Int32, path: String) throws(StateError) {
        guard disk.withLock({ $0.open.removeValue(forKey: descriptor) }) != nil else { throw error("close", path, EBADF) }
    }

    package func link(_ path: String, as other: String) throws(StateError) {
        let hasLinks = hasLinks
        try change("link", other) { disk -> Result<Void, StateError> in
            guard let file = disk.names[path] else { return .failure(error("link", other, ENOENT)) }
            guard hasLinks else { return .failure(error("link", other, EPERM)) }
            guard disk.names[other] == nil else { return .failure(error("link", other, EEXIST)) }
            disk.setName(other, file)
            return .success(())
        }
    }

    package func rename(_ path: String, to other: String) throws(StateError) {
        try change("rename", other) { disk -> Result<Void, StateError> in
            guard let file = disk.names[path] else { return .failure(error("rename", other, ENOENT)) }
            if disk.names[other] == file { return .success(()) }  // two names of one file: POSIX does nothing
            disk.setName(other, file)
            disk.setName(path, nil)
            return .success(())
        }
    }

    package func unlink(_ path: String) throws(StateError) {
        try change("unlink", path) { disk -> Result<Void, StateError> in
            guard disk.names[path] != nil else { return .failure(error("unlink", path, ENOENT)) }
            disk.setName(path, nil)
            return .success(())
        }
    }

    package func syncDirectory(_ path: String) throws(StateError) {
        let number = syncs.withLock { count in
            count.directories += 1
            return count.directories
        }
        let fails = failingDirectorySyncs.contains(number)
        try change("fsync", path) { disk -> Result<Void, StateError> in
            if fails { return .failure(error("fsync", path, EIO)) }
            for name in disk.possible.keys where Self.parent(name) == path { disk.possible[name] = [disk.names[name]] }
            for name in disk.directories.keys where Self.parent(name) == path { disk.directories[name] = true }
            return .success(())
        }
    }

    package func makeDirectory(_ path: String) throws(StateError) {
        try change("mkdir", path) { disk -> Result<Void, StateError> in
            guard disk.directories[path] == nil else { return .failure(error("mkdir", path, EEXIST)) }
            guard disk.directories[Self.parent(path)] != nil else { return .failure(error("mkdir", path, ENOENT)) }
            disk.directories[path] = false
            return .success(())
        }
    }

    package func names(in directory: String) throws(StateError) -> [String] {
        disk.withLock { disk in disk.names.keys.filter { Self.parent($0) == directory }.map { String($0.dropFirst(directory.count + 1)) } }
    }
}

extension PowerLossFileSystem.Disk {
    fileprivate mutating func setName(_ path: String, _ file: Int?) {
        possible[path, default: [nil]].append(file)
        names[path] = file
    }

    /// Every state of the disk that is possible after the power returns.
    /// - Parameter matters: The names that the test looks at. For the others, one possible value will do.
    package func afterPowerLoss(matters: (String) -> Bool = { _ in true }) -> [PowerLossFileSystem.Disk] {
        PowerLossFileSystem.Unsynced.allCases.flatMap { unsynced in
            var found = [base(unsynced)]
            for (path, values) in possible.sorted(by: { $0.key < $1.key }) where isDirectoryDurable(path) {
                found = found.flatMap { disk in
                    Set(matters(path) ? values : values.suffix(1)).map { file in
                        var disk = disk
                        disk.names[path] = file
                        disk.possible[path] = [file]
                        return disk
                    }
                }
            }
            return found
        }
    }

    private func isDirectoryDurable(_ path: String) -> Bool {
        var directory = path
        while let slash = directory.lastIndex(of: "/"), slash != directory.startIndex {
            directory = String(directory[..<slash])
            if directories[directory] != true { return false }
        }
        return true
    }

    private func base(_ unsynced: PowerLossFileSystem.Unsynced) -> PowerLossFileSystem.Disk {
        var disk = PowerLossFileSystem.Disk()
        disk.directories = directories.filter { $0.value && isDirectoryDurable($0.key + "/x") }
        disk.files = files.map { file in
            var bytes = file.durable
            if file.bytes != file.durable {
                switch unsynced {
                case .lost: break
                case .kept: bytes = file.bytes
                case .cut: bytes = Array(file.bytes.prefix(file.bytes.count / 2))
                case .zeroed: bytes = [UInt8](repeating: 0, count: file.bytes.count)
                case .mixed: bytes = Array(file.bytes.prefix(file.bytes.count / 2) + file.durable.dropFirst(file.bytes.count / 2))
                }
            }
            return PowerLossFileSystem.File(bytes: bytes, durable: bytes)
        }
        return disk
    }
}
