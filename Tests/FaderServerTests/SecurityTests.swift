import FaderAPI
import FaderRig
import FaderServer
import Glibc
import Logging
import Testing

@testable import enum FaderServer.PeerCheck
@testable import struct FaderServer.RequestGuard

@Suite(.serialized) struct SecurityTests {
    private func mode(_ path: String) throws -> UInt32 {
        var status = stat()
        try #require(unsafe lstat(path, &status) == 0, "\(path)")
        return status.st_mode & 0o7777
    }

    private func withUmask<Answer>(_ mask: mode_t, _ body: () throws -> Answer) rethrows -> Answer {
        let before = umask(mask)
        defer { umask(before) }
        return try body()
    }

    @Test("the socket is 0600 in a directory of 0700, whatever the umask", arguments: [0, 0o022, 0o077] as [mode_t])
    func privateSocket(mask: mode_t) throws {
        let directory = try TemporaryDirectory.make()
        defer { TemporaryDirectory.remove(directory) }
        let path = directory + "/run/faderd.sock"
        let claim = try withUmask(mask) { try SocketClaim(SocketPlace(path: path)) }
        #expect(try mode(path) == 0o600)
        #expect(try mode(directory + "/run") == 0o700)
        claim.release()
        #expect(unsafe access(path, F_OK) != 0)
    }

    @Test("a socket shared with a group is 0660 and belongs to that group, whatever the umask", arguments: [0, 0o077] as [mode_t])
    func sharedSocket(mask: mode_t) throws {
        let directory = try TemporaryDirectory.make()
        defer { TemporaryDirectory.remove(directory) }
        let path = directory + "/run/faderd.sock"
        let own = unsafe String(cString: getgrgid(getegid()).pointee.gr_name)
        let claim = try withUmask(mask) { try SocketClaim(SocketPlace(path: path, access: .group(own))) }
        #expect(try mode(path) == 0o660)
        #expect(try mode(directory + "/run") == 0o750)
        claim.release()
        #expect(throws: ServerError.noSuchGroup("no-such-group-here")) {
            try SocketClaim(SocketPlace(path: path, access: .group("no-such-group-here")))
        }
    }

    @Test("the daemon's own directory is made private again; any other is left as it is")
    func existingDirectory() throws {
        let directory = try TemporaryDirectory.make()
        defer { TemporaryDirectory.remove(directory) }
        unsafe mkdir(directory + "/run", 0o755)
        unsafe chmod(directory + "/run", 0o755)
        try SocketClaim(SocketPlace(path: directory + "/run/faderd.sock")).release()
        #expect(try mode(directory + "/run") == 0o755)
        try SocketClaim(SocketPlace(path: directory + "/run/faderd.sock", ownsDirectory: true)).release()
        #expect(try mode(directory + "/run") == 0o700)
    }

    @Test("a second daemon on the socket gets an error with exit code 69, and the first keeps running")
    func secondDaemon() async throws {
        try await TestServer.with { server async throws in
            #expect(throws: ServerError.alreadyRunning(path: server.path)) { try SocketClaim(SocketPlace(path: server.path)) }
            #expect(ServerError.alreadyRunning(path: "").exitCode == 69)
            #expect(try await server.request("GET", "/v1/status").status == 200)
        }
    }

    @Test("the socket of a dead daemon is replaced; a file, and the socket of a running program, are not")
    func staleSocket() async throws {
        let directory = try TemporaryDirectory.make()
        defer { TemporaryDirectory.remove(directory) }
        let path = directory + "/run/faderd.sock"
        unsafe mkdir(directory + "/run", 0o700)
        let listener = try Listener(path)
        #expect(throws: ServerError.alreadyRunning(path: path)) { try SocketClaim(SocketPlace(path: path)) }
        listener.close()
        #expect(unsafe access(path, F_OK) == 0)
        try SocketClaim(SocketPlace(path: path)).release()
        let file = unsafe open(path, O_CREAT | O_WRONLY, 0o600)
        close(file)
        #expect(throws: ServerError.notASocket(path: path)) { try SocketClaim(SocketPlace(path: path)) }
        #expect(unsafe access(path, F_OK) == 0)
    }

    @Test("an invalid socket path is an error, not a crash", arguments: ["", "/tmp/" + String(repeating: "x", count: 200)])
    func badPath(path: String) {
        #expect(throws: ServerError.pathTooLong(path: path)) { try SocketClaim(SocketPlace(path: path)) }
    }

    @Test("the same user and root may connect, nobody else")
    func peers() {
        #expect(PeerCheck.isAllowed(user: 1000, owner: 1000))
        #expect(PeerCheck.isAllowed(user: 0, owner: 1000))
        #expect(!PeerCheck.isAllowed(user: 1001, owner: 1000))
        #expect(!PeerCheck.isAllowed(user: 65_534, owner: 0))
    }

    @Test(
        "only loopback addresses are accepted for listening",
        arguments: ["0.0.0.0:80", "192.168.1.1:80", "[::]:80", "example.org:80", "128.0.0.1:1", "127.0.0.1.evil:1"])
    func notLoopback(text: String) {
        #expect(throws: ServerError.notLoopback(text)) { try ListenAddress(text) }
    }

    @Test(
        "invalid addresses are refused",
        arguments: ["", "127.0.0.1", "127.0.0.1:", ":80", "127.0.0.1:99999", "127.0.0.1:-1", "localhost:http"])
    func noAddress(text: String) {
        #expect(throws: ServerError.badAddress(text)) { try ListenAddress(text) }
    }

    @Test("loopback addresses are accepted")
    func loopback() throws {
        #expect(try ListenAddress("localhost:8080").description == "127.0.0.1:8080")
        #expect(try ListenAddress("[::1]:8080").description == "[::1]:8080")
        #expect(try ListenAddress("127.1.2.3:0").host == "127.1.2.3")
    }

    @Test("a request without a Host is refused")
    func noHost() async throws {
        try await TestServer.with { server async throws in
            let none = try await blocking { [path = server.path] in
                let socket = try RawSocket(unix: path)
                try socket.send("GET /v1/status HTTP/1.1\r\n\r\n")
                return try socket.answer()?.status
            }
            #expect(none == 400)
        }
    }
}
