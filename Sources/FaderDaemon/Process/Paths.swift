internal import FaderAPI
internal import FaderConfig
internal import FaderTargets
internal import FaderValues
internal import Glibc

/// Where the daemon finds its files: by the flag, else the environment, else the XDG base directories, else the system's.
public struct Paths: Sendable, Equatable {
    public let config: String
    public let state: String
    /// The file with the token for `--listen`, beside the state file.
    public var token: String { state.sibling("token") }
    /// The file of lasting page keys, beside the state file.
    public var keys: String { state.sibling("keys") }
    /// Whether this faderd leads or follows, beside the state file.
    public var lead: String { state.sibling("lead") }
    public let socket: String
    /// The group that shares the socket: `audio` for a system service, recognized by its runtime directory; nil if only this user may
    /// connect.
    public let socketGroup: String?
    /// faderd owns the directory of the socket, as it does by default and in systemd's runtime directory.
    public let ownsSocketDirectory: Bool
    /// Where to look for installed profiles, in order, after `profiles/` beside the config file.
    public let profileDirectories: [String]

    private static let variables = [
        "HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "STATE_DIRECTORY", "RUNTIME_DIRECTORY", "FADERD_SOCKET",
    ]

    /// The paths from the flags and the environment of this process.
    public init(config: String?, state: String?, socket: String?) {
        let known = Self.knownEnvironment
        self.config = config ?? ConfigPaths.file(environment: known)
        self.state = state ?? "\(Self.stateDirectory(known))/state.json"
        self.socket = SocketPath.candidates(flag: socket, environment: known)[0]
        let runtime = known["RUNTIME_DIRECTORY"] ?? ""
        socketGroup = runtime.hasPrefix("/run/") && !runtime.hasPrefix("/run/user/") ? "audio" : nil
        ownsSocketDirectory = socket == nil && known["FADERD_SOCKET"] == nil
        profileDirectories = ConfigPaths.installedProfiles
    }

    /// Why this process would not reach targets as the daemon of this config, by the kind of target.
    public var targetDoubts: [String: String] {
        var named: Set<String> = []
        if Targets.isSoundServerNamed { named.insert(PulseTargetSpec.word) }
        if Targets.isSessionBusNamed { named.insert(MPRISTargetSpec.word) }
        if socketGroup != nil { return Self.doubtsOfSystem.filter { !named.contains($0.key) } }
        var doubts: [String: String] = [:]
        if !named.contains(PulseTargetSpec.word) {
            doubts[PulseTargetSpec.word] =
                "this faderd reaches no sound server: neither PULSE_SERVER nor XDG_RUNTIME_DIR names its socket. "
                + "Sound servers belong to a user: \(Self.advice)"
        }
        if !named.contains(MPRISTargetSpec.word) {
            doubts[MPRISTargetSpec.word] =
                "this faderd reaches no players: neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR names the bus of a session. "
                + "Players belong to a user: \(Self.advice)"
        }
        return doubts
    }

    /// The same for a daemon that may be another process: the system's config is used by the system's service, whoever checks the config.
    public var targetDoubtsOfOthers: [String: String] {
        config == ConfigPaths.system && Self.isSystemServiceInUse ? Self.doubtsOfSystem : targetDoubts
    }

    private static let advice =
        "run faderd as a service of the user (systemctl --user enable --now faderd); these targets stay absent until then"
    private static let doubtsOfSystem = [
        PulseTargetSpec.word: "the system's faderd reaches no sound server, unless a drop-in sets PULSE_SERVER. "
            + "Sound servers belong to a user: \(advice)",
        MPRISTargetSpec.word: "the system's faderd reaches no players. Players belong to a user: \(advice)",
        BrightnessTargetSpec.word:
            "the system's faderd cannot set the brightness of screens: logind lets only the user at the machine do that; "
            + "run faderd as a service of the user (systemctl --user enable --now faderd)",
    ]

    /// Why this process could not use the network as the daemon of this config.
    public var networkDoubt: String? {
        let probe = Glibc.socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard probe < 0 else {
            close(probe)
            return nil
        }
        return errno == EAFNOSUPPORT ? Self.doubtOfNetwork : nil
    }

    /// The same for a daemon that may be another process, by the files of its unit.
    public var networkDoubtOfOthers: String? {
        let known = Self.knownEnvironment
        guard config == ConfigPaths.system || config == ConfigPaths.file(environment: known) else { return nil }
        let unit = config == ConfigPaths.system ? UnitNetwork.system() : UnitNetwork.user(known)
        return unit.isForbidden ? Self.doubtOfNetwork : nil
    }

    private static let doubtOfNetwork =
        "the unit of faderd's service allows no network, which this needs; copy the drop-in network.conf, installed under share/faderd, into its "
        + "folder faderd.service.d (faderctl doctor has the command)"

    /// Whether the system's service runs, or will at the next boot.
    private static var isSystemServiceInUse: Bool {
        ["/run/faderd", "/etc/systemd/system/multi-user.target.wants/faderd.service"].contains { ConfigPaths.isThere($0) }
    }

    private static var knownEnvironment: [String: String] {
        var known: [String: String] = [:]
        for name in variables { known[name] = ProcessEnvironment.variable(name) }
        if known["HOME"] == nil { known["HOME"] = homeOfUser }
        return known
    }

    private static func stateDirectory(_ environment: [String: String]) -> String {
        // systemd separates several state directories with colons; the first is faderd's.
        if let directory = environment["STATE_DIRECTORY"]?.split(separator: ":").first { return String(directory) }
        if let home = environment["XDG_STATE_HOME"], home.hasPrefix("/") { return "\(home)/faderd" }
        return "\(environment["HOME"] ?? "")/.local/state/faderd"
    }

    private static var homeOfUser: String? {
        guard let user = unsafe getpwuid(getuid()), let directory = unsafe user.pointee.pw_dir else { return nil }
        return unsafe String(cString: directory)
    }

    static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let here = unsafe getcwd(nil, 0) else { return path }
        defer { unsafe free(here) }
        let directory = unsafe String(cString: here)
        return directory == "/" ? "/\(path)" : "\(directory)/\(path)"
    }
}
