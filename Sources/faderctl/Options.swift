internal import ArgumentParser
internal import FaderAPI
internal import FaderClient
internal import Glibc

/// What every command takes.
struct Options: ParsableArguments {
    @Option(help: "The daemon's socket, instead of the usual places and FADERD_SOCKET.", completion: .file())
    var socket: String?

    @Flag(help: "Print JSON.")
    var json = false

    /// Whether an option is followed by its value.
    static func takesValue(_ argument: String) -> Bool { argument == "--socket" }

    /// The client that these options ask for.
    var client: DaemonClient { Self.client(socket: socket) }

    static func client(socket: String?) -> DaemonClient {
        DaemonClient(candidates: SocketPath.candidates(flag: socket, environment: Environment.variables))
    }

    func validate() throws {
        if socket?.isEmpty == true { throw ValidationError("--socket needs a path; leave it out for the usual places") }
    }
}

/// The environment of the process.
enum Environment {
    /// The variables that matter here.
    static var variables: [String: String] {
        var found: [String: String] = [:]
        for name in ["FADERD_SOCKET", "RUNTIME_DIRECTORY", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "HOME"] {
            if let value = unsafe getenv(name) { found[name] = unsafe String(cString: value) }
        }
        return found
    }
}
