internal import ArgumentParser
internal import FaderAPI
internal import FaderClient
internal import Glibc

/// `surfaces add NAME`
struct SurfaceAdd: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Write a surface for a known controller into the config, and load it.",
        discussion: """
            NAME is a profile that says how its device is recognized: see "faderctl profiles". The rest of the file stays as it is, comments \
            included. What is changed is shown first; nothing is written if the config had errors then.
            """)

    @OptionGroup var options: Options
    @Flag(help: "Show what would be written, and write nothing.") var dryRun = false
    @Argument(help: "The name of a profile.", completion: ProfileCompletion.kind) var name: String

    func perform(_ client: DaemonClient) async throws {
        let (profiles, status) = (try await client.profiles(), try await client.status())
        guard let profile = profiles.first(where: { $0.name == name }) else { throw Failure(noProfile: name, of: profiles) }
        guard profile.match != nil else {
            let block = "  \(name):\n    match: \"…\"\n    profile: \(name)"
            throw Failure(
                exitCode: EX_DATAERR,
                sentence: "the profile \(name) does not say how its device is recognized; write it into the config, with the name that "
                    + "\"aconnect -l\" shows:\nsurfaces:\n\(block)")
        }
        guard let file = status.configFile else {
            throw Failure(exitCode: EX_CONFIG, sentence: "the daemon has no config file; start it with --config FILE")
        }
        let edit = try Self.edit(name, in: try ConfigFile(file), besides: try await client.surfaces())
        if options.json {
            try Output.json(EditedConfig(file: file, diff: edit.diff, written: !dryRun))
        } else {
            Output.draw(edit.diff)
        }
        guard !dryRun else { return }
        try edit.write()
        _ = try await client.reload()
    }

    /// The config with a surface for a profile that says how its device is recognized.
    static func edit(_ profile: String, in file: ConfigFile, besides surfaces: [SurfaceResource]) throws(Failure) -> ConfigEdit {
        let taken = Swift.Set(surfaces.map(\.name))
        var (surface, count) = (profile, 1)
        while taken.contains(surface) { (surface, count) = ("\(profile)-\(count + 1)", count + 1) }
        return try file.adding("  \(surface):\n    profile: \(profile)\n", under: "surfaces")
    }
}

/// What became of a config, for `--json`.
struct EditedConfig: Encodable {
    var file: String
    var diff: String
    var written: Bool
}
