internal import FaderValues
internal import Glibc

/// Tells systemd the daemon's state by `sd_notify`, one datagram per message. Without `NOTIFY_SOCKET` nothing is sent.
public struct ServiceManager: Sendable {
    private let socketPath: String?
    /// How often systemd expects WATCHDOG=1; nil if it does not.
    public let watchdog: Duration?

    /// Reads the environment. `WATCHDOG_PID`, if set, must be this process.
    public init() {
        socketPath = ProcessEnvironment.variable("NOTIFY_SOCKET")
        let isForUs = ProcessEnvironment.variable("WATCHDOG_PID").map { $0 == "\(getpid())" } ?? true
        watchdog =
            isForUs ? ProcessEnvironment.variable("WATCHDOG_USEC").flatMap { Int64($0) }.flatMap { $0 > 0 ? .microseconds($0) : nil } : nil
    }

    /// The daemon is ready, or a reload has ended.
    public func ready(status: String) { send("READY=1\nSTATUS=\(status)") }

    /// Says that a reload has begun. `ready` ends it.
    public func reloading() {
        var now = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &now)
        send("RELOADING=1\nMONOTONIC_USEC=\(Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000)")
    }

    public func stopping() { send("STOPPING=1\nSTATUS=Saving and closing") }

    /// One line for `systemctl status`. Dropped if there is no room for it, so that nothing waits.
    public func status(_ text: String) { send("STATUS=\(text)", flags: Int32(MSG_DONTWAIT)) }

    public func alive() { send("WATCHDOG=1") }

    /// Sends a message. If nobody receives it, the daemon carries on.
    private func send(_ message: String, flags: Int32 = 0) {
        guard let socketPath, socketPath.utf8.count < 108, let first = socketPath.utf8.first else { return }
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var path = Array(socketPath.utf8)
        // An abstract socket is written with `@` and begins with a zero byte.
        if first == UInt8(ascii: "@") { path[0] = 0 }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + path.count)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path) }
        let bytes = Array(message.utf8)
        _ = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL) | flags, address, length)
            }
        }
    }
}
