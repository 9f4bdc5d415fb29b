struct Installation: Equatable {
    /// The daemon's program that faderctl uses; nil if there is none.
    var program: String?
    /// Nil if the program cannot be run.
    var version: String?
    /// What the program printed instead, such as the library that it does not find.
    var trouble: String?

    private static let subject = "versions"

    /// How to install it again: as a package if these programs are in /usr, which only packages use.
    static let again =
        ConfigCheck.ownDirectory == "/usr/bin"
        ? "sudo apt --fix-broken install   (or install the package faderd again)"
        : "sudo make install   (or install the package faderd again)"

    func finding(_ daemon: StatusResource?) -> Finding {
        let own = "faderctl \(faderdVersion)"
        guard let program else {
            return .wrong(
                Self.subject, "\(own), but there is no faderd beside it or in PATH, so it is only half installed",
                advice: Self.again)
        }
        guard let version else {
            return .wrong(
                Self.subject, "\(own), but \(program) cannot be run, so it is only half installed\(trouble.map { ": \($0)" } ?? "")",
                advice: Self.again)
        }
        guard version == faderdVersion else {
            return .wrong(
                Self.subject, "\(own), but \(program) has version \(version)", advice: Self.again)
        }
        guard let daemon else { return .ok(Self.subject, "\(own), faderd \(version)") }
        guard daemon.version == faderdVersion else {
            return .wrong(
                Self.subject, "\(own), faderd \(version), but the running daemon has version \(daemon.version)",
                advice: "systemctl --user daemon-reload && systemctl --user restart faderd   (for the system's: sudo systemctl …)")
        }
        return .ok(Self.subject, "\(own), faderd \(version), and so is the running daemon")
    }

    static func read() -> Installation {
        guard let check = try? ConfigCheck() else { return Installation() }
        var installation = Installation(program: check.program)
        do throws(Failure) {
            let (output, status) = try ChildProgram(path: check.program).run(["--version"], errors: .output, limit: .seconds(5))
            installation.version = version(output, status)
            installation.trouble = String(decoding: output, as: UTF8.self).split(separator: "\n").first.map(String.init)
        } catch {
            installation.trouble = error.sentence
        }
        return installation
    }

    /// The version that a program prints; nil if that is not a version.
    static func version(of program: String) -> String? {
        (try? ChildProgram(path: program).run(["--version"], errors: .output, limit: .seconds(5))).flatMap(version)
    }

    private static func version(_ output: [UInt8], _ status: Int32) -> String? {
        let text = String(decoding: output, as: UTF8.self).filter { $0 != "\n" }
        return status != 0 || text.isEmpty || text.count > 40 || text.contains(" ") ? nil : text
    }
}
