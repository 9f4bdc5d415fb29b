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

/// Uses a socket as the user `nobody`: a child process drops its privileges and sends a request.
enum AsNobody {
    /// The number of bytes in the answer to a request.
    static func ask(_ path: String) throws -> Int {
        let script = """
            import os,socket,sys
            os.setgroups([]); os.setgid(65534); os.setuid(65534)
            s=socket.socket(socket.AF_UNIX); s.settimeout(30); s.connect(sys.argv[1])
            n=0
            try:
                s.sendall(b"GET /v1/status HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n")
                n=len(s.recv(4096))
            except OSError: pass
            sys.exit(1 if n else 0)
            """
        let child = try Child.run("/usr/bin/python3", ["-c", script, path])
        if child.exitCode > 1 { throw RawSocket.SystemFailure(call: "python3: \(child.errors)", code: child.exitCode) }
        return Int(child.exitCode)
    }
}
