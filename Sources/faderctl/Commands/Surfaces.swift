internal import ArgumentParser
internal import FaderAPI
internal import FaderClient

/// `surfaces`
struct Surfaces: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "surfaces", abstract: "List surfaces: what they are connected to, and the controls mapped.",
        subcommands: [SurfaceList.self, SurfaceAdd.self, SurfaceReset.self], defaultSubcommand: SurfaceList.self)
}

/// `surfaces list`, which may be left out
struct SurfaceList: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List surfaces, and the controllers that are known but not configured.")

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
        for surface in surfaces { if let view = Self.view(surface) { Output.line(view) } }
        for controller in try await client.controllers() {
            guard let profile = controller.profile else {
                Output.line("unknown: \(controller.client), not configured; \"faderctl monitor --all\" shows what it sends")
                continue
            }
            Output.line("known: \(profile), not configured (\(controller.client)); \"faderctl surfaces add \(profile)\" does that")
        }
    }

    /// What it shows, where that can be something else.
    static func view(_ surface: SurfaceResource) -> String? {
        guard let page = surface.page, let bank = surface.bank, let strips = surface.strips else { return nil }
        let modifiers = surface.modifiers ?? []
        return "\(surface.name): page \(page)" + (strips > 0 ? ", strip \(bank) of \(strips) first" : "")
            + (modifiers.isEmpty ? "" : ", with \(modifiers.joined(separator: " and "))")
    }

    /// The device that is connected, or the match that is looked for.
    static func place(_ surface: SurfaceResource) -> String {
        guard surface.state == .connected else { return "looks for \(surface.match)" }
        return [surface.client, surface.port].compactMap { $0 }.joined(separator: " / ")
    }
}
