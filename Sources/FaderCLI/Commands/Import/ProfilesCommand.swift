internal import ArgumentParser

struct ProfilesCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "profiles", abstract: "List the controllers that a surface can name as its profile.",
        discussion:
            "With --from, lists the files of another program on this machine that \"faderctl profile import\" can read. Needs no daemon."
    )

    @OptionGroup var options: Options
    @Option(help: ArgumentHelp("List the files of ardour, bespokesynth, mixxx or qlcplus instead.", valueName: "program"))
    var from: ForeignProgram?

    func perform(_ client: DaemonClient) async throws {
        if let from { return try ForeignFile.list(from, isJSON: options.json) }
        let profiles = try await KnownProfiles.all(client)
        if options.json { return try Output.json(profiles) }
        let rows = profiles.map { [$0.name, $0.valid ? $0.title : "(has errors)", $0.match ?? "-", "\($0.controls.count)"] }
        Output.table([["PROFILE", "DEVICE", "RECOGNIZED AS", "CONTROLS"]] + rows)
    }
}

struct ProfileCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile",
        abstract: "Show what a controller has according to its profile, or make a profile from a file of another program.",
        subcommands: [Show.self, ProfileImportCommand.self])

    struct Show: DaemonCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Print the controls of a profile and their messages.")
        @OptionGroup var options: Options
        @Argument(help: "The name of a profile.", completion: DaemonCompletion.profiles) var name: String

        func perform(_ client: DaemonClient) async throws {
            let profile = try await KnownProfiles.named(name, client)
            if options.json { return try Output.json(profile) }
            Output.line(profile.title.isEmpty ? profile.name : profile.title)
            Output.line("file: \(profile.file)")
            if let match = profile.match { Output.line("recognized as: \(match)") }
            if let identity = profile.identity { Output.line("says that it is: \(identity)") }
            if let channel = profile.channel {
                Output.line("channel: \(channel), a setting of the device; a surface names another with profile: {name: …, channel: …}")
            }
            if let evidence = profile.evidence {
                Output.line("from: \(evidence.sources.isEmpty ? "no source on record" : evidence.sources.joined(separator: "; "))")
                let tested = evidence.tested.isEmpty ? "by nobody yet; tell us whether it works" : evidence.tested.joined(separator: "; ")
                Output.line("tested with the device: \(tested)")
            }
            let rows = profile.controls.map { [$0.id, $0.input, $0.relative ?? "-", $0.motor ?? "-", $0.touch ?? "-"] }
            Output.table([["CONTROL", "SENDS", "RELATIVE", "MOTOR OR LAMP", "TOUCH"]] + rows)
        }
    }
}
