/// A text file for a bug report. Everything in it is safe to show on a terminal.
struct DoctorReport {
    private let machine: Machine
    private let findings: [Finding]
    private static let logLines = 200
    private static let listening = Duration.seconds(10)

    init(_ machine: Machine, _ findings: [Finding]) {
        (self.machine, self.findings) = (machine, findings)
    }

    /// Shows the report first, then writes it unless the file is `-`. On a terminal somebody has to agree.
    func write(_ file: String, replaces: Bool, isMonitored: Bool) async throws {
        var sections = [
            section("What was checked", Finding.lines(findings, isASCII: false)), section("The system", Self.system),
            section("The controllers", controllers), section("The config, without secrets", config), section("The log", log),
        ]
        if isMonitored { sections.append(section("The MIDI messages of ten seconds", try await messages())) }
        let text = sections.joined(separator: "\n")
        Output.lines(text)
        guard file != "-", Self.isAgreed(file) else { return }
        try NewFile(file, Array(text.utf8), mode: 0o600).commit(replaces: replaces)
        Output.tell("written to \(file); look through it before you send it to anybody")
    }

    /// Asks whether the file may be written. Without a terminal there is nobody to ask.
    private static func isAgreed(_ file: String) -> Bool {
        guard Terminal.isThere else { return true }
        Output.drawAside("Write this into \(file.withoutControls())? [y/N] ")
        return ["y", "yes"].contains((readLine() ?? "").lowercased())
    }

    private func section(_ title: String, _ lines: [String]) -> String {
        "== \(title)\n" + lines.map { $0.withoutControls(but: ["\t"]) + "\n" }.joined()
    }

    private static var system: [String] {
        let release = (try? InputFile.ordinary("/etc/os-release", limit: 1 << 16)) ?? []
        let name = String(decoding: release, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("PRETTY_NAME=") }
        let kernel = (try? InputFile.ordinary("/proc/version", limit: 1 << 16)) ?? []
        return [
            "faderctl \(faderdVersion)", name.map(String.init) ?? "no /etc/os-release", String(decoding: kernel.dropLast(), as: UTF8.self),
        ]
    }

    private var controllers: [String] {
        guard let daemon = machine.daemon else { return ["not known without a daemon"] }
        let rest = daemon.controllers.map { controller in
            [
                "\"\(controller.client)\"", controller.port.map { "port \($0)" }, controller.usb.map { "usb \($0)" },
                controller.identity.map { "says that it is \($0)" }, controller.profile.map { "profile \($0)" } ?? "no profile",
            ].compactMap { $0 }.joined(separator: ", ")
        }
        let own = daemon.surfaces.map { "surface \($0.name), profile \($0.profile ?? "none"): \(SurfaceListCommand.place($0))" }
        return own + (rest.isEmpty ? ["no controller without a surface"] : rest)
    }

    private var config: [String] {
        guard let path = machine.daemon?.status.configFile ?? machine.config.result?.config else { return ["none"] }
        do throws(Failure) {
            let text = try ConfigCheck().textWithoutSecrets(of: path)
            return ["# \(path)"] + text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        } catch {
            return [error.sentence ?? path]
        }
    }

    /// The end of the log of the unit that runs, or else of one that is installed.
    private var log: [String] {
        guard let unit = machine.units.first(where: \.isRunning) ?? machine.units.first(where: \.isInstalled) else {
            return ["no unit of systemd, so faderd writes its log to where it was started"]
        }
        guard let journalctl = ChildProgram.named("journalctl") else { return ["there is no journalctl here"] }
        do throws(Failure) {
            let (output, _) = try journalctl.run(
                unit.manager.journal + ["--lines", "\(Self.logLines)", "--no-pager", "--output", "short-iso"], errors: .output,
                limit: .seconds(20))
            return String(decoding: output, as: UTF8.self).split(separator: "\n").suffix(Self.logLines + 1).map(String.init)
        } catch {
            return [error.sentence ?? "the log cannot be read"]
        }
    }

    private func messages() async throws -> [String] {
        guard let place = machine.sockets.places.first(where: { $0.daemon != nil }) else { return ["not known without a daemon"] }
        var lines: [String] = []
        let start = ContinuousClock.now
        for await heard in Heard.stream(DaemonClient(candidates: [place.path]), surface: nil) {
            switch heard {
            case .begun: Output.tell("move a fader now; its messages are recorded for ten seconds")
            case .lost(let error): return lines + [error.description]
            case .message(let message):
                // A controller that never rests must not fill the disk.
                if lines.count < 5_000 { lines.append("\(message.time) \(MonitorCommand.line(message))") }
            case .tick: if ContinuousClock.now - start > Self.listening { return lines.isEmpty ? ["none"] : lines }
            }
        }
        return lines
    }
}
