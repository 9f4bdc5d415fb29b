internal import ArgumentParser

struct DoctorCommand: FailingCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Say what keeps faders from moving on this machine, and what to do.",
        discussion: """
            A line for each thing that faders need, with what to type where it is wrong. Ends with 0, or with 69 if something is wrong. \
            Needs no daemon.
            """)

    @OptionGroup var options: Options
    @Option(
        help: ArgumentHelp(
            "Write all of it into one file for a bug report, with the config without its secrets, the end of the log, and what each "
                + "controller says it is. It is shown first. \"-\" only shows it.", valueName: "file"), completion: .file())
    var report: String?
    @Flag(help: "With --report: with every MIDI message of the next ten seconds, so move a fader then.")
    var monitor = false
    @Flag(help: "With --report: replace the file if it exists.")
    var force = false

    func validate() throws {
        if report?.isEmpty == true { throw ValidationError("--report needs a file; \"-\" only shows the report") }
        if report == nil, monitor || force { throw ValidationError("--monitor and --force are for --report FILE") }
        if report != nil, options.json { throw ValidationError("--report writes text; leave out --json, or --report") }
    }

    func perform() async throws {
        if let report, report != "-" { try NewFile.check(report, replaces: force) }
        let machine = await Machine.read(options)
        let findings = machine.findings
        let isFine = !findings.contains { $0.mark == .wrong }
        if let report {
            try await DoctorReport(machine, findings).write(report, replaces: force, isMonitored: monitor)
        } else if options.json {
            try Output.json(Examination(ok: isFine, findings: findings))
        } else {
            for line in Finding.lines(findings, isASCII: !EnvironmentLocale.isUTF8) { Output.line(line) }
        }
        if !isFine { throw Failure(.unavailable) }
    }

    private struct Examination: Encodable {
        let ok: Bool
        let findings: [Finding]
    }
}
