import FaderAPI
import FaderRig
import Glibc
import Testing

@testable import FaderServer

@Suite struct TokenTests {
    private func inDirectory(_ body: (String) throws -> Void) throws {
        let directory = try TemporaryDirectory.make()
        defer { TemporaryDirectory.remove(directory) }
        try body(directory + "/token")
    }

    private func write(_ text: String, _ path: String, mode: mode_t = 0o600) throws {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        defer { close(descriptor) }
        try #require(fchmod(descriptor, mode) == 0)
        let bytes = Array(text.utf8)
        try #require(unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) } == bytes.count)
    }

    @Test("the first start makes a token of 256 bits in a 0600 file; the next start reads it; every new token is different")
    func file() throws {
        try inDirectory { path in
            let first = try AccessToken(path: path)
            #expect(first.text.utf8.count == 64)
            var status = stat()
            try #require(unsafe stat(path, &status) == 0)
            #expect(status.st_mode & 0o7777 == 0o600)
            let old = first.text
            #expect(try AccessToken(path: path).text == old)
            try first.renew()
            #expect(first.text != old)
            #expect(try AccessToken(path: path).text == first.text)
        }
    }

    @Test(
        "a file that others can access, or that contains no token, is refused and left unchanged",
        arguments: [
            (String(repeating: "a", count: 64), 0o640), (String(repeating: "a", count: 64), 0o604), ("", 0o600), ("short", 0o600),
            (String(repeating: "a", count: 42), 0o600), (String(repeating: "a", count: 129), 0o600),
            (String(repeating: "a", count: 63) + "\"", 0o600), (String(repeating: "a", count: 64) + "\n\n", 0o600),
        ] as [(String, mode_t)])
    func unusable(text: String, mode: mode_t) throws {
        try inDirectory { path in
            try write(text, path, mode: mode)
            let error = try #require(throws: ServerError.self) { try AccessToken(path: path) }
            #expect(error.exitCode == 78)
            #expect("\(error)".contains(path) && !"\(error)".contains("aaaa"))
            let descriptor = unsafe open(path, O_RDONLY)
            defer { close(descriptor) }
            #expect(lseek(descriptor, 0, SEEK_END) == text.utf8.count)
        }
    }

    @Test("a directory, a FIFO or a link in the file's place is refused at once; a file that cannot be made is reported")
    func strange() throws {
        try inDirectory { path in
            unsafe mkdir(path, 0o700)
            #expect(throws: ServerError.self) { try AccessToken(path: path) }
            unsafe rmdir(path)
            unsafe mkfifo(path, 0o600)
            #expect(throws: ServerError.badToken(path: path, reason: "is not a regular file")) { try AccessToken(path: path) }
            unsafe unlink(path)
            unsafe symlink("/dev/zero", path)
            #expect(throws: ServerError.badToken(path: path, reason: "is a link")) { try AccessToken(path: path) }
            unsafe unlink(path)
            let error = try #require(throws: ServerError.self) { try AccessToken(path: path + "/no/token") }
            #expect(error.exitCode == 74 && "\(error)".contains("cannot be written"))
        }
    }

    @Test("if a new token cannot be saved, the old one stays in force and in the file")
    func unsaved() throws {
        try inDirectory { path in
            let token = try AccessToken(path: path)
            let old = token.text
            unsafe mkdir(path + ".new", 0o700)
            defer { unsafe rmdir(path + ".new") }
            #expect(throws: ServerError.self) { try token.renew() }
            #expect(token.text == old)
            #expect(try AccessToken(path: path).text == old)
        }
    }

    @Test("only a header with exactly the token is accepted")
    func header() throws {
        try inDirectory { path in
            let token = try AccessToken(path: path)
            let text = token.text
            for right in ["Bearer \(text)", "bearer \(text)"] { #expect(token.admits([right])) }
            let wrong = [
                "", text, "Bearer", "Bearer ", "Basic \(text)", "Bearer \(text)x", "Bearer \(text.dropLast())", "Bearer  \(text)",
                "Bearer \(text.uppercased())x",
            ]
            for header in wrong { #expect(!token.admits([header]), "\(header)") }
            #expect(!token.admits([]))
            #expect(!token.admits(["Bearer \(text)", "Bearer \(text)"]))
        }
    }

    @Test("the token is shown and replaced on the Unix socket only; afterwards the old one is refused, and its streams end")
    func renewal() async throws {
        try await TestServer.with { server async throws in
            let old = server.token.text
            #expect(try await server.json("GET", "/v1/token")["token"]?.text == old)
            for method in ["GET", "POST"] { #expect(try await server.request(method, "/v1/token", overTCP: true).status == 403) }
            let stream = try await blocking { [port = server.port] in
                let socket = try RawSocket(port: port)
                try socket.send(TestServer.text("GET", "/v1/events", headers: "Authorization: Bearer \(old)\r\n"))
                _ = try socket.receive()
                return socket
            }
            let new = try #require(try await server.json("POST", "/v1/token")["token"]?.text)
            #expect(new != old)
            try await blocking { _ = try stream.receiveAll() }
            #expect(try await server.request("GET", "/v1/status", headers: "Authorization: Bearer \(old)\r\n", overTCP: true).status == 401)
            #expect(try await server.request("GET", "/v1/status", headers: "Authorization: Bearer \(new)\r\n", overTCP: true).status == 200)
        }
    }
}
