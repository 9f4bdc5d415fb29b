internal import Glibc

struct ServiceUnit: Equatable {
    enum Manager: String, CaseIterable {
        case user, system

        var systemctl: String { self == .user ? "systemctl --user" : "sudo systemctl" }
        var journal: [String] { self == .user ? ["--user", "--unit", "faderd"] : ["--unit", "faderd"] }
    }

    let manager: Manager
    /// What `systemctl show` prints; empty if that fails.
    var properties: [String: String] = [:]
    /// Why nothing is known about the unit; nil if something is.
    var trouble: String?
    var hasProgram = true
    /// The version of the unit's program; nil if that cannot be run.
    var version: String?

    /// One call gives all of them, untranslated, and tells a unit that is not installed from a systemd that does not answer.
    static let asked = [
        "LoadState", "UnitFileState", "ActiveState", "SubState", "MainPID", "Result", "ExecMainStatus", "NeedDaemonReload", "ExecStart",
        "RestrictAddressFamilies",
    ]

    var isInstalled: Bool { trouble == nil && !["", "not-found"].contains(properties["LoadState"] ?? "") }
    var isEnabled: Bool { (properties["UnitFileState"] ?? "").hasPrefix("enabled") }
    var isRunning: Bool { properties["ActiveState"] == "active" }
    var process: Int? { properties["MainPID"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } }

    /// The program that the unit starts: `ExecStart={ path=/usr/bin/faderd ; argv[]=… }`.
    var program: String? {
        guard let start = properties["ExecStart"], start.hasPrefix("{ path=") else { return nil }
        return String(start.dropFirst("{ path=".count).prefix { $0 != ";" }.dropLast())
    }

    /// RestrictAddressFamilies is a list of what is allowed, or `~` and what is not.
    var allowsNetwork: Bool {
        let text = properties["RestrictAddressFamilies"] ?? ""
        let families = text.drop { $0 == "~" }.split(separator: " ")
        return text.isEmpty || families.contains("AF_INET") != text.hasPrefix("~")
    }

    /// What to say about this unit. If another one runs, it should not be started: two daemons would move the same motors.
    func finding(besides units: [ServiceUnit] = []) -> Finding {
        let subject = "\(manager.rawValue) unit"
        let systemctl = manager.systemctl
        if let trouble { return .none(subject, trouble) }
        guard isInstalled else { return .none(subject, "not installed") }
        if properties["LoadState"] == "masked" {
            return .none(subject, "masked, so it cannot be started", advice: "\(systemctl) unmask faderd")
        }
        guard properties["LoadState"] == "loaded" else {
            return .wrong(
                subject, "its file has errors (\(properties["LoadState"] ?? ""))", advice: "\(systemctl) status faderd   (it says which)")
        }
        if !hasProgram, let program {
            return .wrong(
                subject, "its program \(program) is not there, so faderd is only half installed",
                advice: Installation.again)
        }
        let code = properties["ExecMainStatus"].map { "exit code \($0)\(Self.meaning($0))" } ?? ""
        let log = "\(manager == .user ? "journalctl --user" : "sudo journalctl") -u faderd -n 20"
        if properties["ActiveState"] == "failed" {
            return .wrong(
                subject, "it failed (\(properties["Result"] ?? ""), \(code))",
                advice: "\(log)   (then \(systemctl) reset-failed faderd && \(systemctl) restart faderd)")
        }
        if properties["SubState"] == "auto-restart" {
            return .wrong(subject, "it ends and is started again (\(code))", advice: log)
        }
        return state(subject, isAlone: !units.contains { $0.isRunning && $0.manager != manager })
    }

    private func state(_ subject: String, isAlone: Bool) -> Finding {
        let systemctl = manager.systemctl
        if properties["NeedDaemonReload"] == "yes" {
            return .none(
                subject, "its file was changed after systemd read it",
                advice: "\(systemctl) daemon-reload && \(systemctl) restart faderd")
        }
        let enabled = isEnabled ? "enabled" : "not enabled"
        let version = version.map { ", version \($0)" } ?? ""
        if isRunning {
            return .ok(
                subject, "\(enabled), runs\(process.map { " as process \($0)" } ?? "")\(version)",
                advice: isEnabled ? nil : "\(systemctl) enable faderd   (otherwise it does not run after the next boot)")
        }
        let advice = isEnabled ? "\(systemctl) start faderd" : "\(systemctl) enable --now faderd"
        return .none(subject, "\(enabled), does not run\(version)", advice: isAlone ? advice : nil)
    }

    private static func meaning(_ code: String) -> String {
        switch code {
        case "64": ": wrong options"
        case "69": ": something that it needs was not there"
        case "71": ": no thread or file descriptor was left"
        case "78": ": errors in the config"
        case "203": ": the program cannot be run"
        case "217": ": its user is missing; \"sudo systemd-sysusers\" makes it"
        default: ""
        }
    }
}

extension ServiceUnit {
    static func read(_ manager: Manager) -> ServiceUnit {
        guard let systemctl = ChildProgram.named("systemctl") else {
            return ServiceUnit(manager: manager, trouble: "there is no systemd here; start faderd yourself")
        }
        do throws(Failure) {
            let scope = manager == .user ? ["--user"] : []
            let (output, status) = try systemctl.run(
                scope + ["show", "faderd.service", "--no-pager", "--property=\(asked.joined(separator: ","))"], errors: .output,
                limit: .seconds(5))
            return ServiceUnit(manager, shown: String(decoding: output, as: UTF8.self), status: status).withProgram()
        } catch {
            return ServiceUnit(manager: manager, trouble: "systemd cannot be asked: \(error.sentence ?? "")")
        }
    }

    init(_ manager: Manager, shown: String, status: Int32) {
        self.manager = manager
        let lines = shown.split(separator: "\n")
        guard status == 0 else {
            let reason = lines.first.map(String.init) ?? "exit code \(status)"
            trouble = "systemd does not answer: \(reason)"
            return
        }
        for line in lines {
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            if parts.count == 2, Self.asked.contains(parts[0]) { properties[parts[0]] = parts[1] }
        }
        if properties["LoadState"] == nil { trouble = "systemd gave an answer that faderctl does not understand" }
    }

    private func withProgram() -> ServiceUnit {
        guard isInstalled, let program else { return self }
        var unit = self
        unit.hasProgram = unsafe access(program, X_OK) == 0
        unit.version = unit.hasProgram ? Installation.version(of: program) : nil
        return unit
    }
}
