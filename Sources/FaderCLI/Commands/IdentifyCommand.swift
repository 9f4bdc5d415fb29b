internal import ArgumentParser

struct IdentifyCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "identify",
        abstract: "Show which fader it is: blink the lamps, turn the rings and wiggle the motors that show a parameter; print the controls."
    )

    @OptionGroup var options: Options
    @Argument(help: "Id of a parameter.", completion: DaemonCompletion.parameters)
    var id: String

    func perform(_ client: DaemonClient) async throws {
        let shown = try await client.ask(Routes.identifyParameter, id)
        if options.json { return try Output.json(shown) }
        for control in shown.controls { Output.line(control) }
    }
}
