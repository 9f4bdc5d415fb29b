internal import ArgumentParser

struct SurfacesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "surfaces", abstract: "List surfaces: what they are connected to, and the controls mapped.",
        subcommands: [SurfaceListCommand.self, SurfaceAddCommand.self, SurfaceChannelCommand.self, SurfaceResetCommand.self],
        defaultSubcommand: SurfaceListCommand.self)
}

struct SurfaceListCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List surfaces, and the controllers that are known but not configured.",
        discussion: """
            With --ask, controllers without a surface are asked over MIDI what they are. One behind an interface whose name says nothing is \
            recognized by its answer.
            """)

    @OptionGroup var options: Options
    @Flag(help: "Ask controllers without a surface over MIDI what they are; with --json, list those alone.") var ask = false

    func perform(_ client: DaemonClient) async throws {
        if ask, options.json { return try Output.json(try await client.ask(Routes.askControllers)) }
        let surfaces = try await client.ask(Routes.listSurfaces)
        if options.json { return try Output.json(surfaces) }
        let rows = surfaces.map { surface in
            [
                surface.name, surface.state.rawValue, Self.place(surface), "\(surface.mappings.count)",
                surface.mappings.map { "\($0.control)=\($0.parameter)" }.joined(separator: " "),
            ]
        }
        Output.table([["SURFACE", "STATE", "CLIENT AND PORT", "MAPPED", "CONTROLS"]] + rows)
        for surface in surfaces {
            for line in [Self.view(surface), Self.device(surface), Self.noRelease(surface)] { if let line { Output.line(line) } }
        }
        for controller in try await client.ask(ask ? Routes.askControllers : Routes.listControllers) {
            Output.line(Self.line(controller))
        }
    }

    static func line(_ controller: ControllerResource) -> String {
        var place = controller.client
        if let port = controller.port { place += " port \(port)" }
        if let identity = controller.identity { place += ", says that it is \(identity)" }
        guard let profile = controller.profile, let command = addition(controller) else {
            let command = addition("mackie-control", to: controller.client, controller.port)
            return "unknown: \(place), not configured; \"faderctl monitor --all\" shows what it sends, and if it is in a mode called "
                + "Mackie Control or MCU, \"\(command)\" configures it"
        }
        let others = controller.others.map { "; in another mode or with other settings: \($0.joined(separator: ", "))" } ?? ""
        return "known: \(profile), not configured (\(place)); \"\(command)\" configures it\(others)"
    }

    /// Nil if no profile fits the controller.
    static func addition(_ controller: ControllerResource) -> String? {
        guard let profile = controller.profile else { return nil }
        return controller.recognized == false ? addition(profile, to: controller.client, controller.port) : addition(profile)
    }

    static func addition(_ profile: String, to client: String, _ port: Int?) -> String {
        "\(addition(profile)) --match \(client.globEscaped.shellWord)" + (port.map { " --port \($0)" } ?? "")
    }

    static func addition(_ profile: String) -> String { "faderctl surfaces add \(profile.shellWord)" }

    /// A sentence about buttons that cannot have their long and double presses.
    static func noRelease(_ surface: SurfaceResource) -> String? {
        guard let controls = surface.noRelease, !controls.isEmpty else { return nil }
        let several = controls.count > 1
        return "\(surface.name): \(controls.joined(separator: ", ")) \(several ? "send" : "sends") no release, so only the first "
            + "\(several ? "jobs are" : "job is") done, at the press; if the device has a setting for that, make it momentary"
    }

    /// What tells its device from others of the model, in the words of `match`; nil if it is not on USB.
    static func device(_ surface: SurfaceResource) -> String? {
        let keys = [("serial", surface.serial), ("usb-path", surface.usbPath), ("card", surface.card)]
        guard surface.usbPath != nil else { return nil }
        return "\(surface.name) has the device with "
            + keys.compactMap { key, name in name.map { "\(key): \($0.globEscaped.yamlQuoted)" } }.joined(separator: ", ")
    }

    /// Nil if it has no pages or banks.
    static func view(_ surface: SurfaceResource) -> String? {
        guard let page = surface.page, let bank = surface.bank, let strips = surface.strips else { return nil }
        let modifiers = surface.modifiers ?? []
        let count = max(0, min(surface.width ?? strips, strips - bank + 1))
        return View.line(surface.name, page: page, from: bank, count: count, of: strips)
            + (modifiers.isEmpty ? "" : ", with \(modifiers.joined(separator: " and "))") + View.selected(surface.selected)
    }

    /// The connected device, or what the daemon looks for and why nothing is connected.
    static func place(_ surface: SurfaceResource) -> String {
        if surface.refused == true { return "its profile \(surface.profile ?? "") has errors, which \"faderctl check\" shows" }
        let device =
            [surface.client, surface.port].compactMap { $0 }.joined(separator: " / ") + (surface.out.map { ", sent to \($0)" } ?? "")
        guard surface.state == .connected || !device.isEmpty else {
            return "looks for \(surface.match)" + (surface.trouble.map { "; \($0)" } ?? "")
        }
        return (device.isEmpty ? "other programs, connected by hand" : device) + (surface.trouble.map { ": \($0)" } ?? "")
            + (surface.motorsOff.map { "; its motors are off (\($0))" } ?? "")
    }
}

struct SurfaceResetCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset", abstract: "Greet a surface's device as a new one, and send it everything it shows again.",
        discussion: "For a device that was switched on late, lost something, or shows what another program sent. Values stay as they are.")

    @OptionGroup var options: Options
    @Argument(help: "The name of a surface.", completion: DaemonCompletion.surfaces) var name: String

    func perform(_ client: DaemonClient) async throws {
        let surface = try await client.ask(Routes.resetSurface, name)
        if options.json { return try Output.json(surface) }
        Output.line("\(surface.name): greeted, and everything is sent again")
    }
}
