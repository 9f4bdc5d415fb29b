internal import ArgumentParser
internal import FaderAPI
internal import FaderClient

/// `surfaces`
struct Surfaces: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "surfaces", abstract: "List surfaces: what they are connected to, and the controls mapped.")

    @OptionGroup var options: Options

    func perform(_ client: DaemonClient) async throws {
        let surfaces = try await client.surfaces()
        if options.json { return try Output.json(surfaces) }
        let rows = surfaces.map { surface in
            [
                surface.name, surface.state.rawValue, Self.place(surface), "\(surface.mappings.count)",
                surface.mappings.map { "\($0.control)=\($0.parameter)" }.joined(separator: " "),
            ]
        }
        for line in Table.lines([["SURFACE", "STATE", "CLIENT AND PORT", "MAPPED", "CONTROLS"]] + rows) { Output.line(line) }
    }

    /// The device that is connected, or the match that is looked for.
    static func place(_ surface: SurfaceResource) -> String {
        guard surface.state == .connected else { return "looks for \(surface.match)" }
        return [surface.client, surface.port].compactMap { $0 }.joined(separator: " / ")
    }
}
