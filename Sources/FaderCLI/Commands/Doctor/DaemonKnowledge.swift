struct DaemonKnowledge: Equatable {
    var status: StatusResource
    var surfaces: [SurfaceResource] = []
    var targets = TargetsResource(targets: [], candidates: [])
    var profiles: [ProfileResource] = []
    var controllers: [ControllerResource] = []

    static func ask(_ client: DaemonClient, _ status: StatusResource) async throws(ClientError) -> DaemonKnowledge {
        DaemonKnowledge(
            status: status, surfaces: try await client.ask(Routes.listSurfaces), targets: try await client.ask(Routes.listTargets),
            profiles: try await client.profiles(), controllers: try await client.controllers())
    }

    func findings(_ units: [ServiceUnit]) -> [Finding] {
        let ofSurfaces: [Finding] = [profileFinding] + surfaceFindings + [waiting, messages].compactMap { $0 }
        let ofTargets: [Finding] = [realtime] + peerFindings + targetFindings + publishing + notifying + secondMachine
        return ofSurfaces + ofTargets + [network(units)] + savingFindings
    }

    /// Never ✗: another finding says that none runs.
    static let unknown = ["profiles", "surfaces", "realtime", "targets", "network", "saving"].map {
        Finding.none($0, "not known without a daemon")
    }

    // MARK: Surfaces

    private var profileFinding: Finding {
        let broken = profiles.filter { !$0.valid }
        if profiles.isEmpty {
            let (sentence, advice) = ("there are none, so faderd is only half installed", Installation.again)
            // A config may do without profiles; the built-in one has its own.
            let isNeeded = surfaces.isEmpty || status.configFile != nil && surfaces.contains { $0.profile != nil }
            return isNeeded ? .wrong("profiles", sentence, advice: advice) : .none("profiles", sentence, advice: advice)
        }
        if let first = broken.first {
            return .none(
                "profiles", "\(profiles.count), but \(broken.map(\.name).joined(separator: ", ")) cannot be used",
                advice: "faderd --check \(first.file.shellWord)")
        }
        return .ok("profiles", "\(profiles.count)")
    }

    private var surfaceFindings: [Finding] {
        if status.follow?.role == .follower, surfaces.isEmpty {
            return [.none("surfaces", "a follower drives none")]
        }
        guard !surfaces.isEmpty else {
            let known = controllers.first { $0.profile != nil }
            let command = known.flatMap(SurfaceListCommand.addition) ?? "faderctl learn --surface   (with the controller plugged in)"
            let there = known.map { ", but \"\($0.client)\" is plugged in" } ?? ""
            return [.wrong("surfaces", "the config has none\(there)", advice: command)]
        }
        return surfaces.map(finding)
    }

    private func finding(_ surface: SurfaceResource) -> Finding {
        let subject = "surface \(surface.name)"
        let place = SurfaceListCommand.place(surface)
        if surface.refused == true { return .wrong(subject, place, advice: "faderctl check") }
        guard surface.state == .connected else {
            if surface.match == "faderd virtual" { return .none(subject, "it is there if faderd is started with --virtual") }
            let near = controllers.first { $0.profile != nil && $0.profile == surface.profile }
            let command = "faderctl surfaces   (it lists what is plugged in; if the device is there, correct its match in the config)"
            let there = near.map { "; \"\($0.client)\" is there, which it does not match" } ?? "; is it plugged in and switched on?"
            return .wrong(subject, "waits: it \(place)\(there)", advice: command)
        }
        if surface.trouble != nil {
            return .wrong(subject, place, advice: "faderctl surfaces reset \(surface.name.shellWord)   (once that is fixed)")
        }
        if surface.mappings.isEmpty {
            return .none(subject, "\(place); none of its controls drives a parameter now", advice: "faderctl learn ID   (maps a control)")
        }
        return .ok(subject, "\(place); \(Output.count(surface.mappings.count, "control")) mapped")
    }

    /// Faders without motors that do not move their parameter until they meet it. Never ✗: they work as configured.
    private var waiting: Finding? {
        let controls = surfaces.filter { $0.state == .connected }.flatMap { surface in
            (surface.controls ?? []).filter { $0.takeover?.waiting == true && $0.takeover?.mode == "pickup" }
                .map { "\(surface.name) \($0.id)" }
        }
        guard let first = controls.first else { return nil }
        let all =
            controls.count == 1
            ? "\(first) moves nothing until it meets" : "\(first) and \(controls.count - 1) more move nothing until they meet"
        return .none("pickup", "\(all) the value", advice: "faderctl list   (it shows where each one stands)")
    }

    /// Never ✗: perhaps nobody has moved a fader.
    private var messages: Finding {
        let events = status.events
        guard events.received > 0 else {
            return .none("messages", "none was received, \(events.sent) sent", advice: "faderctl monitor --all   (then move a fader)")
        }
        let lost = [(events.overruns, "overruns"), (events.failures, "refused by the system"), (events.broken, "broken")]
            .filter { $0.0 > 0 }.map { ", \($0.0) \($0.1)" }.joined()
        let text = "\(events.received) received, \(events.sent) sent\(lost)"
        return lost.isEmpty ? .ok("messages", text) : .none("messages", text)
    }

    /// Never ✗: faders move without it, though later on a busy machine.
    private var realtime: Finding {
        if status.realtime.granted { return .ok("realtime", "granted") }
        return .none("realtime", "not granted: \(status.realtime.reason ?? "")")
    }

    // MARK: Targets

    private var silent: [PeerReport] { (status.peers ?? []).filter { !$0.isThere } }

    /// What is wrong with any peer that something is bound to. Its kind says what to do; nothing where that is no fault.
    private var peerFindings: [Finding] {
        silent.map { peer in
            let (subject, sentence) = ("peer \(peer.name)", StatusCommand.peer(peer))
            return missing(subject, peer.reason) ?? peer.advice.map { .wrong(subject, sentence, advice: $0) } ?? .none(subject, sentence)
        }
    }

    private var targetFindings: [Finding] {
        guard !targets.targets.isEmpty else { return [.none("targets", "none is configured")] }
        let bound = targets.targets.count { $0.state == .bound || $0.state == .appearing }
        let others = targets.targets.compactMap { target -> Finding? in
            let subject = "target of \(target.parameter)"
            switch target.state {
            case .bound, .appearing:
                guard let note = target.note, note.hasPrefix("it cannot be set: ") else { return nil }
                return missing(subject, note) ?? .wrong(subject, "\(target.target): \(note)", advice: Self.systemBus)
            // Its peer has one line for all of them.
            case .absent where silent.contains { $0.name == target.peer }: return nil
            case .absent:
                if let missing = missing(subject, target.note) { return missing }
                // A program that plays nothing is not there, either.
                return .none(subject, "\(target.target) is not there\(target.note.map { ": \($0)" } ?? "")")
            case .failing:
                return .wrong(
                    subject, "\(target.target): \(target.lastError ?? target.note ?? "it fails")",
                    advice: "faderctl explain \(target.parameter.shellWord)   (then fix what it reports)")
            }
        }
        return (bound > 0 ? [.ok("targets", "\(bound) of \(targets.targets.count) bound")] : []) + others
    }

    private var publishing: [Finding] {
        (status.mqtt ?? []).map { mqtt in
            let subject = "publishing on \(mqtt.broker)"
            if mqtt.isConnected { return .ok(subject, "connected") }
            return missing(subject, mqtt.problem) ?? .none(subject, mqtt.problem ?? "connecting")
        }
    }

    private var notifying: [Finding] {
        guard let notifications = status.notifications else { return [] }
        guard let problem = notifications.problem else { return [.ok("notifications", "shown by the desktop")] }
        return [missing("notifications", problem) ?? .wrong("notifications", problem, advice: Self.notificationServer)]
    }

    private static let notificationServer =
        "notify-send test   (if that shows nothing, the desktop has no notification server: install one, such as dunst)"

    private var secondMachine: [Finding] {
        guard let follow = status.follow else { return [] }
        let isFollower = follow.role == .follower
        let sentence = "\(isFollower ? "follows" : "leads;") \(StatusCommand.machine(follow))"
        let more = (follow.differences ?? []).map { Finding.none("second machine", $0) }
        guard let problem = follow.problem else { return [.ok("second machine", sentence)] + more }
        let advice = "faderctl promote   (if this machine shall drive; or see what is wrong at the other one)"
        return [isFollower ? .wrong("second machine", problem, advice: advice) : .none("second machine", problem)] + more
    }

    private static let systemBus = "systemctl status dbus.socket   (then fix what it reports)"

    /// A library, a bus or a password that a target needs.
    private func missing(_ subject: String, _ note: String?) -> Finding? {
        guard let note else { return nil }
        let refusals = ["refuses the password in ", "refuses the user ", "asks for a password", "asks for a user"]
        if refusals.contains(where: note.contains) {
            return .wrong(subject, note, advice: "faderctl reload   (once user and password-file are right, in targets of the config)")
        }
        if note.contains("another client uses the id ") {
            return .wrong(subject, note, advice: "faderctl reload   (once each client has an id, or a user, of its own)")
        }
        for package in ["libmosquitto1", "libpulse0", "libsystemd0"] where note.contains("is not installed (apt install \(package))") {
            return .wrong(subject, note, advice: "sudo apt install \(package) && faderctl reload")
        }
        guard note.contains("session bus") else { return nil }
        return .wrong(subject, note, advice: "systemctl --user status dbus.socket   (faderd has to run in your session, too)")
    }

    private func network(_ units: [ServiceUnit]) -> Finding {
        let inUse = [status.mqtt.map { _ in "mqtt" }, status.osc.map { _ in "osc" }]
        let kinds = targets.targets.filter { $0.network == true }.map(\.kind) + inUse.compactMap { $0 }
        guard let kind = kinds.first else { return .none("network", "nothing in the config needs it") }
        let unit = units.first { $0.isRunning && $0.process == status.process }
        // If the unit forbids the network, that is the reason; its sentence is below.
        if let problem = status.osc?.problem, unit?.allowsNetwork ?? true {
            return .wrong("network", "osc: \(problem)", advice: "faderctl reload   (once that is fixed)")
        }
        guard let unit else {
            return .ok("network", "the daemon does not run as a unit, which could forbid it")
        }
        if unit.allowsNetwork { return .ok("network", "the \(unit.manager.rawValue) unit allows it") }
        let folder = unit.manager == .user ? "~/.config/systemd/user/faderd.service.d" : "/etc/systemd/system/faderd.service.d"
        let share = unit.program.map { "\($0.directory.directory)/share/faderd/network.conf" } ?? "/usr/local/share/faderd/network.conf"
        let sudo = unit.manager == .user ? "" : "sudo "
        return .wrong(
            "network", "the config has \(kind), which needs the network, but the \(unit.manager.rawValue) unit allows no network",
            advice: "\(sudo)install -D -m 0644 -t \(folder) \(share.shellWord) && \(unit.manager.systemctl) daemon-reload && "
                + "\(unit.manager.systemctl) restart faderd")
    }

    // MARK: Saving

    private var savingFindings: [Finding] {
        let saving = status.saving
        let warnings = saving.warnings.map { Finding.none("saving", $0) }
        guard let file = status.state else { return [.none("saving", "values are not kept")] + warnings }
        switch saving.state {
        case .ok: return [.ok("saving", "into \(file)\(saving.unsaved ? ", changes not saved yet" : "")")] + warnings
        case .failing:
            return [
                .wrong("saving", saving.reason ?? "it fails", advice: "df -h \(file.directory.shellWord)   (it is tried again by itself)")
            ] + warnings
        case .disabled:
            return [
                .wrong(
                    "saving", saving.reason ?? "it is switched off",
                    advice: "mv \(file.shellWord) \("\(file).old".shellWord)   (then restart faderd; or install the newer faderd again)")
            ] + warnings
        }
    }
}
