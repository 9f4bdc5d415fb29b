internal import FaderModel
internal import Glibc

extension SecretFile {
    /// The most bytes that it may have.
    static let mostBytes = 32 << 10

    /// Reads it; a line end at its end is not part of the secret. May wait for a disk.
    func read() throws(TargetError) -> String {
        if !name.hasPrefix("/"), let directory = Self.credentials {
            // systemd lets a user other than root read a credential through an access list, which shows as a permission of the group.
            if let secret = try Self.read(directory + "/" + name, forbidden: 0o037) { return secret }
        }
        if let secret = try Self.read(path, forbidden: 0o077) { return secret }
        let elsewhere = Self.credentials.map { " and no \"\(name)\" in \($0)" } ?? ""
        throw TargetError(description: "there is no \(path)\(elsewhere); make it, with mode 0600")
    }

    private static var credentials: String? { ProcessEnvironment.variable("CREDENTIALS_DIRECTORY") }

    /// Nil if there is no such file.
    private static func read(_ path: String, forbidden: mode_t) throws(TargetError) -> String? {
        // Without waiting, should it be a FIFO.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw TargetError(description: "\(path) cannot be read: \(unsafe String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw TargetError(description: "\(path) is not an ordinary file")
        }
        let mode = status.st_mode & 0o777
        guard mode & forbidden == 0 else {
            let octal = String(mode, radix: 8)
            throw TargetError(
                description: "others can read the secret in \(path), whose mode is 0\(octal): \"chmod 600 \(path)\", and change the secret")
        }
        var bytes = [UInt8](repeating: 0, count: mostBytes + 1)
        var count = 0
        while count < bytes.count {
            let more = unsafe bytes.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress! + count, $0.count - count) }
            if more < 0, errno == EINTR { continue }
            guard more >= 0 else { throw TargetError(description: "\(path) cannot be read: \(unsafe String(cString: strerror(errno)))") }
            if more == 0 { break }
            count += more
        }
        guard count <= mostBytes, !bytes[..<count].contains(0) else {
            throw TargetError(description: "\(path) is no secret: it has more than \(mostBytes >> 10) KiB, or NUL bytes")
        }
        if count > 0, bytes[count - 1] == UInt8(ascii: "\n") { count -= 1 }
        if count > 0, bytes[count - 1] == UInt8(ascii: "\r") { count -= 1 }
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}
