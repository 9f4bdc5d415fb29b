internal import FaderValues
internal import Glibc

/// An address at which others on the network reach this machine.
struct NetworkAddress: Equatable {
    let text: String
    let isIPv6: Bool

    var host: String { isIPv6 ? "[\(text)]" : text }

    static var hostName: String {
        var name = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&name, name.count - 1) == 0 else { return "" }
        return String(upToZeroOf: name)
    }

    /// All addresses, first the one from which this machine reaches the rest of the world. Those that are only valid on one link are left
    /// out: browsers cannot open them.
    static func all() -> [Self] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard unsafe getifaddrs(&first) == 0 else { return [] }
        defer { unsafe freeifaddrs(first) }
        var found: [Self] = []
        var next = unsafe first
        while let entry = unsafe next {
            unsafe next = unsafe entry.pointee.ifa_next
            let isUp = unsafe entry.pointee.ifa_flags & UInt32(IFF_UP) != 0
            guard isUp, let address = unsafe entry.pointee.ifa_addr, let read = unsafe Self.address(address) else { continue }
            if !found.contains(read) { found.append(read) }
        }
        let best = [AF_INET, AF_INET6].compactMap(source).filter { found.contains($0) }
        return best + found.filter { !best.contains($0) }.sorted { !$0.isIPv6 && $1.isIPv6 }
    }

    /// The address from which this machine sends to the rest of the world; nil if it has no way there. Nothing is sent.
    private static func source(_ family: Int32) -> Self? {
        let descriptor = socket(family, Int32(SOCK_DGRAM.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        // Addresses for documentation, which nobody has.
        var storage = sockaddr_storage()
        return unsafe withUnsafeMutablePointer(to: &storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> Self? in
                let raw = UnsafeMutableRawPointer(address)
                if family == AF_INET {
                    var to = sockaddr_in()
                    (to.sin_family, to.sin_port) = (sa_family_t(AF_INET), UInt16(9).bigEndian)
                    unsafe _ = inet_pton(AF_INET, "203.0.113.1", &to.sin_addr)
                    unsafe raw.storeBytes(of: to, as: sockaddr_in.self)
                } else {
                    var to = sockaddr_in6()
                    (to.sin6_family, to.sin6_port) = (sa_family_t(AF_INET6), UInt16(9).bigEndian)
                    unsafe _ = inet_pton(AF_INET6, "2001:db8::1", &to.sin6_addr)
                    unsafe raw.storeBytes(of: to, as: sockaddr_in6.self)
                }
                var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
                let size = family == AF_INET ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
                guard unsafe connect(descriptor, address, socklen_t(size)) == 0, unsafe getsockname(descriptor, address, &length) == 0
                else {
                    return nil
                }
                return unsafe Self.address(address)
            }
        }
    }

    /// Nil for a loopback or link-local address, and for anything that is not an IP address.
    private static func address(_ address: UnsafeMutablePointer<sockaddr>) -> Self? {
        let raw = UnsafeRawPointer(address)
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        var isIPv6 = false
        switch unsafe Int32(address.pointee.sa_family) {
        case AF_INET:
            var number = unsafe raw.loadUnaligned(as: sockaddr_in.self).sin_addr
            let (first, second) = (UInt32(bigEndian: number.s_addr) >> 24, UInt32(bigEndian: number.s_addr) >> 16 & 0xFF)
            guard first != 127, (first, second) != (169, 254), unsafe inet_ntop(AF_INET, &number, &text, socklen_t(text.count)) != nil
            else {
                return nil
            }
        case AF_INET6:
            var number = unsafe raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr
            let bytes = unsafe withUnsafeBytes(of: &number) { unsafe Array($0) }
            let isLinkLocal = bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80
            let isLoopback = bytes.dropLast().allSatisfy { $0 == 0 }
            guard !isLinkLocal, !isLoopback, unsafe inet_ntop(AF_INET6, &number, &text, socklen_t(text.count)) != nil else { return nil }
            isIPv6 = true
        default: return nil
        }
        return Self(text: String(upToZeroOf: text), isIPv6: isIPv6)
    }
}
