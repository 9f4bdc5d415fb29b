import FaderAPI
import Glibc

/// Runs the built program as a shell would.
enum FaderctlProgram {
    /// Beside the program that runs the tests.
    static let path: String = {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
        let program = String(decoding: buffer[..<max(0, length)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let directory = program.split(separator: "/").dropLast().joined(separator: "/")
        return "/\(directory)/faderctl"
    }()

    /// Runs it to its end, on a socket.
    static func run(_ arguments: String..., socket: String) async throws -> Child {
        try await blocking { try Child.run(path, arguments, environment: ["FADERD_SOCKET": socket, "TZ": "UTC"]) }
    }
}

extension TestServer {
    /// Runs faderctl on this server.
    func faderctl(_ arguments: String...) async throws -> Child {
        try await blocking { [path] in
            try Child.run(FaderctlProgram.path, arguments, environment: ["FADERD_SOCKET": path, "TZ": "UTC"])
        }
    }
}
