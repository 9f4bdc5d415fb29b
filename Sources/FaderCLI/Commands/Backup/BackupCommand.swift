internal import ArgumentParser
internal import FaderJSON
internal import Glibc

/// Asks the daemon for the values, although they are in the state file: that may be five seconds old, and only the daemon knows its form.
struct BackupCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Write the config, its profiles, and all values and snapshots into one file.",
        discussion: """
            FILE may be "-" for the standard output. Passwords, tokens and other files that the config names are not in it, and neither is \
            the history.
            """)

    @OptionGroup var options: Options
    @Argument(help: "The file to write, which must not exist.", completion: .file())
    var file: String
    @Flag(help: "Replace the file if it exists.")
    var force = false

    func perform(_ client: DaemonClient) async throws {
        if file != "-" { try NewFile.check(file, replaces: force) }
        guard let config = try await client.ask(Routes.getStatus).configFile else {
            throw Failure(.config, "the daemon runs without a config file; \"faderctl export\" writes its values and snapshots")
        }
        let state = try await Progress.shown("exporting") { try await client.export(wait: $0) }
        let profiles = BackupSource.profiles(beside: config)
        let document = BackupDocument(config: try BackupSource.text(config), profiles: profiles, state: state)
        let bytes = document.rendered(now: WallTime.now)
        guard bytes.count <= BackupDocument.sizeLimit else {
            throw Failure(
                .io, "the backup would be larger than \(BackupDocument.sizeLimit >> 20) MiB; keep the files and an export instead")
        }
        if file == "-" { return Output.document(bytes) }
        try NewFile(file, bytes, mode: 0o600).commit(replaces: force)
        Self.tellErrors(of: config)
        try tell(BackupReport(file: file, config: config, profiles: profiles.keys.sorted(), state: state))
    }

    private func tell(_ report: BackupReport) throws {
        if options.json { return try Output.json(report) }
        let profiles = report.profiles.isEmpty ? "" : ", \(Output.count(report.profiles.count, "profile"))"
        Output.line(
            "\(file): the config\(profiles), \(Output.count(report.values, "value")) and \(Output.count(report.snapshots, "snapshot"))")
    }

    /// Reports errors in the config that was backed up, because such a config cannot be restored.
    private static func tellErrors(of config: String) {
        do throws(Failure) {
            guard !(try ConfigCheck().check(config).valid) else { return }
            Output.tell(
                "the config has errors, so this backup cannot be restored; correct them (\"faderctl check\" shows them), then make another"
            )
        } catch {
            Output.tell("the config could not be checked: \(error.sentence ?? "")")
        }
    }
}

private struct BackupReport: Encodable {
    var file: String
    var config: String
    var profiles: [String]
    var values: Int
    var snapshots: Int

    init(file: String, config: String, profiles: [String], state: [UInt8]) {
        (self.file, self.config, self.profiles) = (file, config, profiles)
        // The daemon has written it, so it is an object of objects.
        var counts: [String: Int] = [:]
        if case .object(let members)? = (try? JSONReader.read(state))?.content {
            for member in members { if case .object(let entries) = member.value.content { counts[member.key] = entries.count } }
        }
        (values, snapshots) = (counts["parameters"] ?? 0, counts["snapshots"] ?? 0)
    }
}

enum BackupSource {
    static let mostBytes = 16 << 20

    static func text(_ path: String) throws(Failure) -> String {
        guard let text = String(validating: try InputFile.ordinary(path, limit: mostBytes), as: UTF8.self) else {
            throw Failure(.config, "\(path) is not UTF-8 text; \"faderctl check \(path.shellWord)\" says where")
        }
        return text
    }

    /// The texts of the profiles, by name. One that cannot be read is left out, which is reported: no config can use it.
    static func profiles(beside config: String) -> [String: String] {
        let directory = config.sibling("profiles")
        var texts: [String: String] = [:]
        for name in ProfileFolder.names(in: directory) {
            do throws(Failure) { texts[name] = try text("\(directory)/\(name).yaml") } catch {
                Output.tell("a profile is left out of the backup: \(error.sentence ?? "")")
            }
        }
        return texts
    }
}
