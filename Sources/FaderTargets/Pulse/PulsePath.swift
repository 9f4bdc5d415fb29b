internal import FaderValues
internal import Glibc

struct PulsePath {
    /// The servers for libpulse, in the form of PULSE_SERVER; nil if the environment names none.
    let servers: String?
    private let files: [String]
    /// Whether one is on the network, whose return cannot be noticed.
    let isOnNetwork: Bool

    static let missing =
        "this process does not know where the sound server is: neither PULSE_SERVER nor XDG_RUNTIME_DIR is set. "
        + "A service of the system has no sound server; run faderd as a service of the user (systemctl --user)"

    /// The first socket that exists, or else the first one; nil if all servers are on the network.
    var file: String? { files.first { unsafe access($0, F_OK) == 0 } ?? files.first }

    var name: String { file ?? servers ?? "" }

    init(_ environment: (String) -> String? = ProcessEnvironment.variable) {
        let directory = environment("PULSE_RUNTIME_PATH") ?? environment("XDG_RUNTIME_DIR").map { "\($0)/pulse" }
        servers = environment("PULSE_SERVER").flatMap { $0.isEmpty ? nil : $0 } ?? directory.map { "unix:\($0)/native" }
        // Several may be given, each after a machine id in braces.
        let addresses = (servers ?? "").split(separator: " ").map { $0.hasPrefix("{") ? $0.drop { $0 != "}" }.dropFirst() : $0 }
        files = addresses.compactMap { address in
            if address.hasPrefix("unix:") { return String(address.dropFirst(5)) }
            return address.hasPrefix("/") ? String(address) : nil
        }
        isOnNetwork = files.count < addresses.count
    }
}
