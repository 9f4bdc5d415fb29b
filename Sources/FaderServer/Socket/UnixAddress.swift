internal import Glibc

/// A path in the form that `connect` and `bind` need.
struct UnixAddress {
    /// The longest path that the system accepts, without the zero byte at its end.
    static let longestPath = 107

    private var address = sockaddr_un()

    init(_ path: String) throws(ServerError) {
        let bytes = Array(path.utf8)
        guard !bytes.isEmpty, bytes.count <= Self.longestPath, !bytes.contains(0) else { throw .pathTooLong(path: path) }
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    }

    /// Calls `connect` and returns 0 or the errno.
    func connect(_ descriptor: Int32) -> Int32 { unsafe call { unsafe Glibc.connect(descriptor, $0, $1) } }

    /// Calls `bind` and returns 0 or the errno.
    func bind(_ descriptor: Int32) -> Int32 { unsafe call { unsafe Glibc.bind(descriptor, $0, $1) } }

    private func call(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        unsafe withUnsafePointer(to: address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                unsafe body(generic, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 ? 0 : errno
            }
        }
    }
}
