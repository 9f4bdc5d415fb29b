internal import ArgumentParser
internal import FaderImport

struct DeejCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "import-deej", abstract: "Write what the sliders of a deej config move into the config, and load it.",
        discussion: """
            FILE is the config.yaml of deej. Each slider becomes a parameter for the volumes that it moves; names of Windows programs become patterns for their \
            names here. The faders of a surface, slider 0 on the first, get what is free on them. What has no counterpart is named. The rest of the config \
            stays as it is. What is changed is shown first; "--undo" takes it back. A box with a serial port is no MIDI device: docs/from-deej.md says what to do \
            with it.
            """)

    @OptionGroup var options: Options
    @Flag(help: "Show what would be written, and write nothing.") var dryRun = false
    @Flag(help: "Take back the last change, unless the config was changed since.") var undo = false
    @Option(help: "The surface whose faders get the parameters; the only one if you name none.", completion: DaemonCompletion.surfaces)
    var surface: String?
    @Argument(help: "The config.yaml of deej.", completion: .file()) var file: String?

    func validate() throws {
        guard undo != (file != nil) else { throw ValidationError("name the config.yaml of deej, or --undo alone") }
        if undo, dryRun || surface != nil { throw ValidationError("--undo takes no other option") }
        if file == "" { throw ValidationError("the name of the file is empty") }
    }

    func perform(_ client: DaemonClient) async throws {
        let status = try await client.ask(Routes.getStatus)
        guard let file else { return try await ConsoleUndoCommand.undo(of: status, client, isJSON: options.json) }
        let config = try ConfigFile(inForce: status)
        let deej: DeejConfig
        let content = try ConfigCheck().content(of: file)
        do throws(ImportProblem) { deej = try DeejConfig(content) } catch { throw Failure(.refused, "\(file) \(error)") }
        let addition = try DeejAddition(of: deej, to: surface, in: try config.content(), try await client.ask(Routes.listSurfaces))
        for note in addition.notes { Output.tell(note) }
        try await ConsoleChange(edits: addition.edits, isDry: dryRun, isJSON: options.json).make(in: config, client)
    }
}
