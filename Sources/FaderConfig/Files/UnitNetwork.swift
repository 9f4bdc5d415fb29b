/// Whether the unit of systemd that runs a daemon lets it use the network, as the unit's files say.
///
/// For `check`, which runs outside the unit; to ask systemd would take a bus. The daemon itself tries to open a socket.
public struct UnitNetwork: Sendable {
    /// Where its manager looks for units, the strongest first.
    private let directories: [String]
    /// Paths of which one is there if the unit runs or starts by itself.
    private let signs: [String]
    private let files: any ConfigFiles

    private static let unit = "faderd.service"
    /// Longer files are no units.
    private static let most = 1 << 20

    private init(_ directories: [String], signs: [String], _ files: any ConfigFiles) {
        (self.directories, self.signs, self.files) = (directories, signs, files)
    }

    /// The unit of the whole machine.
    public static func system(files: any ConfigFiles = SystemFiles()) -> UnitNetwork {
        UnitNetwork(
            ["/etc/systemd/system", "/run/systemd/system", "/usr/local/lib/systemd/system", "/usr/lib/systemd/system"],
            signs: ["/run/systemd/units/invocation:\(unit)", "/etc/systemd/system/multi-user.target.wants/\(unit)"], files)
    }

    /// The unit of a session, with the environment of its user.
    public static func user(_ environment: [String: String], files: any ConfigFiles = SystemFiles()) -> UnitNetwork {
        let home = (environment["XDG_CONFIG_HOME"] ?? environment["HOME"].map { "\($0)/.config" }).map { "\($0)/systemd/user" }
        let runtime = environment["XDG_RUNTIME_DIR"].map { "\($0)/systemd" }
        let own = [home, "/etc/systemd/user", runtime.map { "\($0)/user" }].compactMap { $0 }
        let signs = [runtime.map { "\($0)/units/invocation:\(unit)" }, home.map { "\($0)/default.target.wants/\(unit)" }]
        return UnitNetwork(own + ["/usr/local/lib/systemd/user", "/usr/lib/systemd/user"], signs: signs.compactMap { $0 }, files)
    }

    /// Whether the unit runs or starts by itself, and its files forbid the network. False if that is not known.
    public var isForbidden: Bool {
        guard signs.contains(where: isThere), let unit = directories.lazy.compactMap({ text("\($0)/\(Self.unit)") }).first else {
            return false
        }
        var dropIns: [String: String] = [:]
        // Of two with one name the stronger counts.
        for directory in directories.reversed().map({ "\($0)/\(Self.unit).d" }) {
            for file in files.names(in: directory) where file.hasSuffix(".conf") { dropIns[file] = "\(directory)/\(file)" }
        }
        return !Self.allows([unit] + dropIns.sorted { $0.key < $1.key }.compactMap { text($0.value) })
    }

    /// Also if it is a link to nothing, as some of systemd's are.
    private func isThere(_ path: String) -> Bool {
        let parts = path.split(separator: "/")
        return files.names(in: "/" + parts.dropLast().joined(separator: "/")).contains { $0 == parts[parts.count - 1] }
    }

    private func text(_ path: String) -> String? {
        (try? files.contents(of: path, limit: Self.most)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Each line adds to the list, and an empty one begins anew.
    private static func allows(_ texts: [String]) -> Bool {
        var families: [String] = []
        for line in texts.joined(separator: "\n").split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, parts[0].filter({ $0 != " " }) == "RestrictAddressFamilies" else { continue }
            let words = parts[1].split(separator: " ").map(String.init)
            if words.isEmpty { families = [] } else { families += words }
        }
        guard let first = families.first else { return true }
        return first.hasPrefix("~") ? !families.contains { $0.hasSuffix("AF_INET") } : families.contains("AF_INET")
    }
}
