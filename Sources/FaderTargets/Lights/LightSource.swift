internal import FaderValues
internal import Glibc

/// The identity of this daemon as a source of universes, for lights and people.
struct LightSource {
    /// A UUID that never changes.
    let id: [UInt8]
    let name: String

    /// The longest name, in bytes; a zero follows.
    private static let longestName = 63

    /// `machine` may be secret: only a digest of it is sent. `instance` tells the daemon from others on its machine.
    init(machine: String, instance: String, host: String) {
        var bytes = Array(SHA256.hash(Array("faderd sends lights\0\(machine)\0\(instance)".utf8)).prefix(16))
        // Version 8 and variant 1: a digest of the source's own choice (RFC 9562, section 5.8).
        (bytes[6], bytes[8]) = (bytes[6] & 0x0F | 0x80, bytes[8] & 0x3F | 0x80)
        id = bytes
        var name = "faderd \(host)"
        while name.utf8.count > Self.longestName { name.removeLast() }
        self.name = name
    }

    init(instance: String) {
        let host = Self.host
        self.init(machine: Self.machine ?? host, instance: "\(getuid()) \(instance)", host: host)
    }

    /// The name, filled up with zeros.
    var paddedName: [UInt8] {
        let name = Array(name.utf8)
        return name + [UInt8](repeating: 0, count: Self.longestName + 1 - name.count)
    }

    private static var host: String {
        var bytes = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&bytes, bytes.count - 1) == 0 else { return "" }
        return String(upToZeroOf: bytes)
    }

    /// The machine's id, see machine-id(5); nil if it has none.
    private static var machine: String? {
        FileContents.of("/etc/machine-id", limit: 32).flatMap { $0.count == 32 ? String(decoding: $0, as: UTF8.self) : nil }
    }
}
