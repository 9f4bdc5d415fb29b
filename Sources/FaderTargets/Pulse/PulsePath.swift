internal import FaderModel
internal import Glibc

/// Where the sound server listens, and the key to it, found as libpulse does, but without its configuration files.
struct PulsePath {
    /// The sockets that the environment names.
    private let files: [String]
    /// The authentication cookie: 256 bytes, all zero if there is none, which is enough for a server that trusts its own user.
    let cookie: [UInt8]

    static let cookieBytes = 256

    /// Why there is no path.
    let missing: String

    /// The socket: the first one that is there, or else the first one; nil if the environment names none.
    var file: String? { files.first { unsafe access($0, F_OK) == 0 } ?? files.first }

    init(_ environment: (String) -> String? = ProcessEnvironment.variable) {
        files = Self.files(environment)
        missing =
            environment("PULSE_SERVER") != nil
            ? "PULSE_SERVER names only sound servers on the network, which faderd cannot use"
            : "this process does not know where the sound server is: neither PULSE_SERVER nor XDG_RUNTIME_DIR is set. "
                + "A service of the system has no sound server; run faderd as a service of the user (systemctl --user)"
        let home = environment("HOME") ?? ""
        let config = environment("XDG_CONFIG_HOME") ?? "\(home)/.config"
        let places = [environment("PULSE_COOKIE"), "\(config)/pulse/cookie", "\(home)/.pulse-cookie"].compactMap { $0 }
        cookie = places.lazy.compactMap { Self.cookie(in: $0) }.first ?? [UInt8](repeating: 0, count: Self.cookieBytes)
    }

    /// The sockets that the environment names. If it names only servers on the network, another one would be the wrong one.
    static func files(_ environment: (String) -> String?) -> [String] {
        if let servers = environment("PULSE_SERVER") {
            // Several may be given, each after a machine id in braces.
            return servers.split(separator: " ").compactMap { server in
                let address = server.hasPrefix("{") ? server.drop { $0 != "}" }.dropFirst() : server
                if address.hasPrefix("unix:") { return String(address.dropFirst(5)) }
                return address.hasPrefix("/") ? String(address) : nil
            }
        }
        if let directory = environment("PULSE_RUNTIME_PATH") { return ["\(directory)/native"] }
        return environment("XDG_RUNTIME_DIR").map { ["\($0)/pulse/native"] } ?? []
    }

    private static func cookie(in path: String) -> [UInt8]? {
        FileContents.of(path, limit: cookieBytes).flatMap { $0.count == cookieBytes ? $0 : nil }
    }
}
