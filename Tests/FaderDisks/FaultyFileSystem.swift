package import FaderStore
internal import Synchronization

/// A file system (by default the real one) that records every call and can make calls fail or wait.
package final class FaultyFileSystem: FileSystem {
    /// One call of the file system.
    package struct Call: Equatable, Sendable {
        /// Its name in `FileSystem`.
        package var name: String
        /// Its path; of two paths, the second.
        package var path: String
        /// The descriptor of `write`, `sync` and `close`, else -1.
        package var descriptor: Int32 = -1
        /// When it started.
        package var time = SuspendingClock.now
    }

    private let real: any FileSystem
    private let recorded = Mutex<[Call]>([])
    private let fault = Mutex(Fault(code: { _ in nil }))

    /// A separate type, because a function that is the whole value of a `Mutex` is wrapped once more with every access.
    private struct Fault { var code: @Sendable (Call) -> Int32? }

    /// Nothing fails at first.
    package init(_ real: any FileSystem = LinuxFileSystem()) { self.real = real }

    /// The calls so far.
    package var calls: [Call] { recorded.withLock { $0 } }

    /// From now on, a call for which `fault` returns an error number fails with it. The closure may also block.
    package func fail(_ fault: @escaping @Sendable (Call) -> Int32?) { self.fault.withLock { $0.code = fault } }

    private func pass(_ name: String, _ path: String, _ descriptor: Int32 = -1) throws(StateError) {
        let call = Call(name: name, path: path, descriptor: descriptor)
        recorded.withLock { $0.append(call) }
        let fault = fault.withLock { $0.code }
        if let code = fault(call) { throw .system(call: name, path: path, code: code) }
    }

    package func resolve(_ path: String) -> String { real.resolve(path) }

    package func brokenLink(to path: String) -> (link: String, target: String)? { real.brokenLink(to: path) }

    package func read(_ path: String, limit: Int) throws(StateError) -> [UInt8] {
        try pass("read", path)
        return try real.read(path, limit: limit)
    }

    package func create(_ path: String) throws(StateError) -> Int32 {
        try pass("create", path)
        return try real.create(path)
    }

    package func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32, path: String) throws(StateError) -> Int {
        try pass("write", path, descriptor)
        return try real.write(bytes, to: descriptor, path: path)
    }

    package func sync(_ descriptor: Int32, path: String) throws(StateError) {
        try pass("sync", path, descriptor)
        try real.sync(descriptor, path: path)
    }

    package func close(_ descriptor: Int32, path: String) throws(StateError) {
        // A close that fails has still closed the descriptor.
        try real.close(descriptor, path: path)
        try pass("close", path, descriptor)
    }

    package func link(_ path: String, as other: String) throws(StateError) {
        try pass("link", other)
        try real.link(path, as: other)
    }

    package func rename(_ path: String, to other: String) throws(StateError) {
        try pass("rename", other)
        try real.rename(path, to: other)
    }

    package func unlink(_ path: String) throws(StateError) {
        try pass("unlink", path)
        try real.unlink(path)
    }

    package func syncDirectory(_ path: String) throws(StateError) {
        try pass("syncDirectory", path)
        try real.syncDirectory(path)
    }

    package func makeDirectory(_ path: String) throws(StateError) {
        try pass("makeDirectory", path)
        try real.makeDirectory(path)
    }

    package func names(in directory: String) throws(StateError) -> [String] {
        try pass("names", directory)
        return try real.names(in: directory)
    }
}
