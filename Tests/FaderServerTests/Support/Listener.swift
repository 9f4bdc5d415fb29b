import Glibc

/// A program that listens on a Unix socket and does nothing else: a hanging daemon, or another program.
final class Listener: @unchecked Sendable {
    // @unchecked: only the test that made it closes it.
    private var descriptor: Int32
    private let path: String

    init(_ path: String, backlog: Int32 = 16) throws {
        self.path = path
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: Array(path.utf8)) }
        let code = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe Glibc.bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard code == 0, listen(descriptor, backlog) == 0 else { throw RawSocket.SystemFailure(call: "bind", code: errno) }
    }

    deinit { close() }

    /// Stops listening; the file stays, as after a crash.
    func close() {
        if descriptor >= 0 { Glibc.close(descriptor) }
        descriptor = -1
    }
}
