internal import FaderValues
internal import Glibc

extension SecretFile {
    static let mostBytes = 32 << 10

    /// Reads the secret, without a line end at its end. May wait for a disk.
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

    private static func read(_ path: String, forbidden: mode_t) throws(TargetError) -> String? {
        // O_NONBLOCK, so that it does not wait on a FIFO.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw TargetError(description: "\(path) cannot be read: \(String(errno: errno))")
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
        guard var bytes = FileContents.of(descriptor, limit: mostBytes + 1) else {
            throw TargetError(description: "\(path) cannot be read: \(String(errno: errno))")
        }
        guard bytes.count <= mostBytes, !bytes.contains(0) else {
            throw TargetError(description: "\(path) is not a secret: it has more than \(mostBytes >> 10) KiB, or NUL bytes")
        }
        for end in "\n\r".utf8 where bytes.last == end { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }
}
