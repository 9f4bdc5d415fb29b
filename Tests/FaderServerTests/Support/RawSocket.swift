import Glibc

/// A client that sends arbitrary bytes. It blocks, with a time limit.
final class RawSocket: @unchecked Sendable {
    // @unchecked: the descriptor is set once, and system calls on it are safe from any thread.
    private var descriptor: Int32

    struct SystemFailure: Error {
        var call: String
        var code: Int32
    }

    struct Answer {
        var status = 0
        var headers: [(name: String, value: String)] = []
        var body: [UInt8] = []

        func header(_ name: String) -> String? { headers.first { $0.name.lowercased() == name.lowercased() }?.value }
        var text: String { String(decoding: body, as: UTF8.self) }
    }

    init(unix path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: Array(path.utf8)) }
        try connect(&address)
    }

    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        try connect(&address)
    }

    private func connect<Address>(_ address: inout Address) throws {
        setTimeout(seconds: 15)
        let code = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
            }
        }
        guard code == 0 else {
            let code = errno
            close()
            throw SystemFailure(call: "connect", code: code)
        }
    }

    deinit { close() }

    func close() {
        if descriptor >= 0 { Glibc.close(descriptor) }
        descriptor = -1
    }

    func setTimeout(seconds: Int) {
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    func shutdownWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

    func send(_ text: String) throws { try send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count >= 0 else { throw SystemFailure(call: "send", code: errno) }
            rest = rest.dropFirst(count)
        }
    }

    /// Receives some bytes; empty at the end of the stream.
    func receive(atMost limit: Int = 65_536) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
        guard count >= 0 else { throw SystemFailure(call: "recv", code: errno) }
        return Array(bytes[..<count])
    }

    /// Receives everything until the other side closes.
    func receiveAll() throws -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let some: [UInt8]
            do { some = try receive() } catch let failure as SystemFailure where failure.code == ECONNRESET { return all }
            if some.isEmpty { return all }
            all += some
        }
    }

    /// Receives until a text has arrived; if the stream ends before, returns the bytes so far.
    func receive(until text: String) throws -> [UInt8] {
        var all: [UInt8] = []
        let wanted = Array(text.utf8)
        while !all.containsText(wanted) {
            let some = try receive()
            if some.isEmpty { break }
            all += some
        }
        return all
    }

    /// Receives until a text, and another one after it, have arrived.
    func receive(until text: String, then end: String) throws -> [UInt8] {
        var all: [UInt8] = []
        while true {
            if let place = all.firstRange(of: Array(text.utf8)), Array(all[place.upperBound...]).containsText(end) { return all }
            let some = try receive()
            if some.isEmpty { return all }
            all += some
        }
    }

    private var left: [UInt8] = []

    /// Receives one answer with a `Content-Length`; nil if the stream ends before.
    func answer(hasBody: Bool = true) throws -> Answer? {
        while true {
            if let (answer, used) = Self.parse(left, hasBody: hasBody) {
                left.removeFirst(used)
                return answer
            }
            let some: [UInt8]
            do { some = try receive() } catch let failure as SystemFailure where failure.code == ECONNRESET { return nil }
            if some.isEmpty { return nil }
            left += some
        }
    }

    static func parse(_ bytes: [UInt8], hasBody: Bool) -> (Answer, Int)? {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        var lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n").map(String.init)
        var answer = Answer()
        answer.status = Int(lines.removeFirst().split(separator: " ")[1]) ?? 0
        for line in lines {
            let parts = line.split(separator: ":", maxSplits: 1)
            answer.headers.append((String(parts[0]), parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""))
        }
        let length = hasBody ? Int(answer.header("content-length") ?? "0") ?? 0 : 0
        guard bytes.count >= end.upperBound + length else { return nil }
        answer.body = Array(bytes[end.upperBound..<end.upperBound + length])
        return (answer, end.upperBound + length)
    }
}

extension [UInt8] {
    func containsText(_ text: [UInt8]) -> Bool { firstRange(of: text) != nil }
    func containsText(_ text: String) -> Bool { containsText(Array(text.utf8)) }
}
