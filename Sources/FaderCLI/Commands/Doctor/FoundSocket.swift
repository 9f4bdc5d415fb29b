internal import Glibc

/// A place where a daemon's socket can be, and what is there.
struct FoundSocket: Equatable {
    enum State: Equatable {
        case nothing
        case noSocket(String)
        case denied(group: String)
        /// The socket is there, but nobody listens on it.
        case stale
        case silent
        /// An answer that is not understood, in a sentence.
        case strange(String)
        case answers(StatusResource)
    }

    let path: String
    let state: State

    var daemon: StatusResource? { if case .answers(let status) = state { status } else { nil } }

    static func read(_ path: String) async -> FoundSocket {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            return FoundSocket(path: path, state: errno == EACCES ? .denied(group: directoryGroup(path)) : .nothing)
        }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            return FoundSocket(path: path, state: .noSocket(status.st_mode & S_IFMT == S_IFDIR ? "a directory" : "a file"))
        }
        do throws(ClientError) {
            return FoundSocket(path: path, state: .answers(try await DaemonClient(candidates: [path]).ask(Routes.getStatus)))
        } catch {
            return FoundSocket(path: path, state: state(error, group: GroupName.of(status.st_gid)))
        }
    }

    private static func state(_ error: ClientError, group: String) -> State {
        switch error {
        case .notRunning: .stale
        case .notPermitted: .denied(group: group)
        case .notAnswering: .silent
        default: .strange(error.description)
        }
    }

    private static func directoryGroup(_ path: String) -> String {
        var status = stat()
        return unsafe stat(path.directory, &status) == 0 ? GroupName.of(status.st_gid) : "audio"
    }
}

/// The places where a socket can be, in the order in which they are tried.
struct SocketPlaces: Equatable {
    let places: [FoundSocket]

    private static let (socket, daemon) = ("socket", "daemon")

    func findings(_ units: [ServiceUnit]) -> [Finding] {
        if let place = places.first(where: { $0.daemon != nil }), let daemon = place.daemon {
            return [
                .ok(Self.socket, place.path),
                .ok(Self.daemon, "version \(daemon.version), process \(daemon.process), up for \(StatusCommand.uptime(daemon.uptime))"),
            ]
        }
        let problems = places.compactMap { Self.problem($0, units) }
        guard !problems.isEmpty else {
            let tried = Finding.none(Self.socket, "there is none at \(places.map(\.path).joined(separator: " or "))")
            return [tried, .wrong(Self.daemon, "no daemon is running", advice: Self.start(units))]
        }
        return problems
    }

    private static func problem(_ place: FoundSocket, _ units: [ServiceUnit]) -> Finding? {
        let path = place.path
        switch place.state {
        case .nothing, .answers: return nil
        case .noSocket(let what):
            return .wrong(
                socket, "\(path) is \(what), not a socket", advice: "mv \(path.shellWord) \("\(path).old".shellWord)   (then start faderd)")
        case .denied(let group):
            return .wrong(
                socket, "you may not open \(path); the group \(group) may",
                advice: "sudo usermod -aG \(group.shellWord) \"$USER\"   (then log out and in again; or run this as the daemon's user)")
        case .stale:
            return .wrong(daemon, "no daemon is running; \(path) is left over from one that has ended", advice: start(units))
        case .silent:
            return .wrong(
                daemon, "the daemon on \(path) does not answer within 2 s",
                advice: "\(systemctl(path)) restart faderd   (\"\(systemctl(path)) status faderd\" says what it does)")
        case .strange(let sentence):
            return .wrong(daemon, sentence, advice: "\(systemctl(path)) restart faderd   (after an upgrade, the old one runs until then)")
        }
    }

    private static func systemctl(_ path: String) -> String {
        path.hasPrefix("/run/faderd/") ? ServiceUnit.Manager.system.systemctl : ServiceUnit.Manager.user.systemctl
    }

    /// How to start a daemon: as the unit that is enabled, else as the user's.
    private static func start(_ units: [ServiceUnit]) -> String {
        guard let unit = units.first(where: \.isEnabled) ?? units.first(where: \.isInstalled) else {
            return "faderd   (in a terminal; no unit of systemd is installed here)"
        }
        return "\(unit.manager.systemctl) \(unit.isEnabled ? "start" : "enable --now") faderd"
    }

    /// Whether they take the same controllers from each other, by their units, sockets, and clients on the sequencer.
    func rivals(_ units: [ServiceUnit], _ clients: SequencerClients?) -> Finding {
        let subject = "two daemons"
        let answering = Set(places.compactMap(\.daemon).filter { $0.sequencer == .present }.map(\.process)).count
        let isBoth = units.count { $0.isRunning } > 1
        let onSequencer = clients?.daemons.count ?? 0
        guard isBoth || answering > 1 || onSequencer > 1 else {
            return max(answering, onSequencer) == 0 ? .none(subject, "none uses the sequencer") : .ok(subject, "only one uses it")
        }
        let how =
            isBoth
            ? "the system's unit and yours both run" : "\(max(answering, onSequencer)) daemons use the sequencer"
        return .wrong(
            subject, "\(how), and move the same faders",
            advice: isBoth || answering > 1
                ? "sudo systemctl disable --now faderd   (or yours: systemctl --user disable --now faderd)"
                : "pgrep -a faderd   (then end all but one with \"kill\" and its number)")
    }
}
