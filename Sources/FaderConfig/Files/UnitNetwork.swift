/// Whether the files of the daemon's systemd unit allow it to use the network.
///
/// For `check`, which runs outside the unit; asking systemd would need D-Bus. The daemon itself tries to open a socket.
public struct UnitNetwork: Sendable {
    /// The directories in which systemd looks for units, by precedence.
    private let directories: [String]
    /// At least one of these paths exists if the unit is running or enabled.
    private let activeMarkers: [String]
    private let files: any ConfigFiles

    private static let unit = "faderd.service"
    /// The most bytes of a unit file.
    private static let most = 1 << 20

    private init(_ directories: [String], activeMarkers: [String], _ files: any ConfigFiles) {
        (self.directories, self.activeMarkers, self.files) = (directories, activeMarkers, files)
    }

    public static func system(files: any ConfigFiles = SystemFiles()) -> UnitNetwork {
        UnitNetwork(
            ["/etc/systemd/system", "/run/systemd/system", "/usr/local/lib/systemd/system", "/usr/lib/systemd/system"],
            activeMarkers: ["/run/systemd/units/invocation:\(unit)", "/etc/systemd/system/multi-user.target.wants/\(unit)"], files)
    }

    public static func user(_ environment: [String: String], files: any ConfigFiles = SystemFiles()) -> UnitNetwork {
        let home = (environment["XDG_CONFIG_HOME"] ?? environment["HOME"].map { "\($0)/.config" }).map { "\($0)/systemd/user" }
        let runtime = environment["XDG_RUNTIME_DIR"].map { "\($0)/systemd" }
        let own = [home, "/etc/systemd/user", runtime.map { "\($0)/user" }].compactMap { $0 }
        let activeMarkers = [runtime.map { "\($0)/units/invocation:\(unit)" }, home.map { "\($0)/default.target.wants/\(unit)" }]
        return UnitNetwork(
            own + ["/usr/local/lib/systemd/user", "/usr/lib/systemd/user"], activeMarkers: activeMarkers.compactMap { $0 }, files)
    }

    /// The unit is running or enabled, and its files forbid the network. False if that is not known.
    public var isForbidden: Bool {
        guard activeMarkers.contains(where: isThere), let unit = directories.lazy.compactMap({ text("\($0)/\(Self.unit)") }).first else {
            return false
        }
        var dropIns: [String: String] = [:]
        // Of two drop-ins with the same name, the one with higher precedence counts.
        for directory in directories.reversed().map({ "\($0)/\(Self.unit).d" }) {
            for file in files.names(in: directory) where file.hasSuffix(".conf") { dropIns[file] = "\(directory)/\(file)" }
        }
        return !Self.allows([unit] + dropIns.sorted { $0.key < $1.key }.compactMap { text($0.value) })
    }

    /// True even for a dangling link, as some of systemd's are.
    private func isThere(_ path: String) -> Bool {
        let parts = path.split(separator: "/")
        return files.names(in: "/" + parts.dropLast().joined(separator: "/")).contains { $0 == parts[parts.count - 1] }
    }

    private func text(_ path: String) -> String? {
        (try? files.contents(of: path, limit: Self.most)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Each line adds to the list; an empty one clears it.
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
