import FaderAPI
import FaderValues
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

extension ParameterResource {
    /// A parameter as in an answer of the daemon.
    static func master(_ value: Double, label: String = "Master", revision: UInt64 = 1) -> ParameterResource {
        var parameter = ParameterResource(
            id: "master", label: label, kind: "number", value: .number(value), text: "\(value) dB", editText: "\(value)",
            defaultValue: .number(-12), origin: "restore", revision: revision)
        (parameter.min, parameter.max, parameter.step, parameter.decimals) = (.number(-70), 6, 0.5, 1)
        (parameter.unit, parameter.taper, parameter.position) = ("dB", .linear, (value + 70) / 76)
        return parameter
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
