import FaderAPI
import Glibc
import Logging

@testable import FaderServer

/// A real server over a fake daemon, in a directory of its own.
struct TestServer: Sendable {
    let directory: String
    let service: FakeService
    let server: HTTPServer
    let token: AccessToken
    var path: String { directory + "/run/faderd.sock" }
    var port: Int { server.port ?? 0 }

    static func start(limits: ServerLimits = ServerLimits(), parameters: Int = 0) async throws -> TestServer {
        let directory = try TemporaryDirectory.make()
        let hub = EventHub()
        let service = FakeService(hub: hub, count: parameters)
        let claim = try SocketClaim(SocketPlace(path: directory + "/run/faderd.sock"))
        let token = try AccessToken(path: directory + "/token")
        let server = try await HTTPServer.start(
            claim: claim, listen: GuardedAddress(try ListenAddress("127.0.0.1:0"), token: token), limits: limits, service: service,
            hub: hub,
            logger: Logger(label: "test"))
        return TestServer(directory: directory, service: service, server: server, token: token)
    }

    /// Runs a test with a server, which is stopped in any case.
    static func with<Answer>(
        limits: ServerLimits = ServerLimits(), parameters: Int = 0, _ body: (TestServer) async throws -> Answer
    ) async throws -> Answer {
        let server = try await start(limits: limits, parameters: parameters)
        do {
            let answer = try await body(server)
            await server.stop()
            return answer
        } catch {
            await server.stop()
            throw error
        }
    }

    func stop() async {
        await server.stop()
        TemporaryDirectory.remove(directory)
    }

    /// One request on a connection of its own.
    func request(
        _ method: String, _ uri: String, body: String? = nil, headers: String = "", overTCP: Bool = false
    ) async throws -> RawSocket.Answer {
        let isGuarded = overTCP && !headers.contains("Authorization:")
        let headers = isGuarded ? headers + "Authorization: Bearer \(token.text)\r\n" : headers
        return try await blocking { [path, port] in
            let socket = try overTCP ? RawSocket(port: port) : RawSocket(unix: path)
            try socket.send(Self.text(method, uri, body: body, headers: headers))
            return try socket.answer(hasBody: method != "HEAD") ?? RawSocket.Answer()
        }
    }

    /// The JSON that one request is answered with.
    func json(_ method: String, _ uri: String, body: String? = nil) async throws -> JSON {
        try JSON(try await request(method, uri, body: body).body)
    }

    static func text(_ method: String, _ uri: String, body: String? = nil, headers: String = "") -> String {
        var text = "\(method) \(uri) HTTP/1.1\r\n"
        if !"\n\(headers.lowercased())".contains("\nhost:") { text += "Host: localhost\r\n" }
        if let body {
            if !headers.lowercased().contains("content-type:") { text += "Content-Type: application/json\r\n" }
            text += "Content-Length: \(body.utf8.count)\r\n"
        }
        return text + headers + "\r\n" + (body ?? "")
    }
}

/// Directories that tests write in.
enum TemporaryDirectory {
    static func make() throws -> String {
        var template = Array("/tmp/faderd-test-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw RawSocket.SystemFailure(call: "mkdtemp", code: errno) }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    static func remove(_ directory: String) {
        for name in ["run/faderd.sock.lock", "run/faderd.sock", "run", "token"] {
            if unsafe unlink("\(directory)/\(name)") != 0 { unsafe rmdir("\(directory)/\(name)") }
        }
        unsafe rmdir(directory)
    }
}
