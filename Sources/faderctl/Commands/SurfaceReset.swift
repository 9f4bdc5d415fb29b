internal import ArgumentParser
internal import FaderAPI
internal import FaderClient

/// `surfaces reset NAME`
struct SurfaceReset: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset", abstract: "Greet a surface's device as a new one, and send it everything it shows once more.",
        discussion: "For a device that was switched on late, lost something, or shows what another program sent. Values stay as they are.")

    @OptionGroup var options: Options
    @Argument(help: "The name of a surface.", completion: SurfaceCompletion.kind) var name: String

    func perform(_ client: DaemonClient) async throws {
        let surface = try await client.ask(Routes.resetSurface, name)
        if options.json { return try Output.json(surface) }
        Output.line("\(surface.name): greeted, and everything is sent again")
    }
}
