internal import FaderAPI
internal import FaderModel
internal import Glibc

/// The programs, which belong together.
struct Installation: Equatable {
    /// The daemon's program that faderctl uses; nil if there is none.
    var program: String?
    /// Its version; nil if it cannot be run.
    var version: String?

    private static let subject = "versions"

    /// Whether all of them are of one version.
    func finding(_ daemon: StatusResource?) -> Finding {
        let own = "faderctl \(faderdVersion)"
        guard let program else {
            return .wrong(
                Self.subject, "\(own), but there is no faderd beside it or in PATH, so it is only half installed",
                advice: "sudo make install   (or install the package faderd again)")
        }
        guard let version else {
            return .wrong(
                Self.subject, "\(own), but \(program) cannot be run, so it is only half installed",
                advice: "\(program.shellWord) --version   (it says why; then install faderd again)")
        }
        guard version == faderdVersion else {
            return .wrong(
                Self.subject, "\(own), but \(program) has version \(version)", advice: "sudo make install   (both from one version)")
        }
        guard let daemon else { return .ok(Self.subject, "\(own), faderd \(version)") }
        guard daemon.version == faderdVersion else {
            return .wrong(
                Self.subject, "\(own), faderd \(version), but the daemon that runs has version \(daemon.version)",
                advice: "systemctl --user daemon-reload && systemctl --user restart faderd   (for the system's: sudo systemctl …)")
        }
        return .ok(Self.subject, "\(own), faderd \(version), and so is the daemon that runs")
    }

    /// Looks at the machine.
    static func read() -> Installation {
        guard let check = try? ConfigCheck() else { return Installation() }
        return Installation(program: check.program, version: version(of: check.program))
    }

    /// What a program prints for `--version`; nil if that is no version.
    static func version(of program: String) -> String? {
        guard let (output, status) = try? ChildProgram(path: program).run(["--version"], errors: .output, limit: .seconds(5)), status == 0
        else { return nil }
        let text = String(decoding: output, as: UTF8.self).filter { $0 != "\n" }
        return text.isEmpty || text.count > 40 || text.contains(" ") ? nil : text
    }
}
