internal import FaderJSON

/// Learns which control is to drive a parameter, for `faderctl learn` and the page.
struct Lesson {
    let parameter: ParameterResource
    let surfaces: [SurfaceResource]
    let file: ConfigFile
    private let client: DaemonClient
    /// Borrows the moved control for as long as this lasts. The daemon does so before its first message acts; a client, which hears the
    /// message first, would be too late.
    private let session: DaemonSession

    /// Fails if no control of the config can drive the parameter, or if the file is not the one that the daemon has read.
    init(_ client: DaemonClient, _ id: String) async throws {
        parameter = try await client.ask(Routes.getParameter, id)
        if let reason = Self.reason(against: parameter) { throw Failure(.refused, reason) }
        surfaces = try await client.ask(Routes.listSurfaces)
        file = try ConfigFile(inForce: try await client.ask(Routes.getStatus))
        (self.client, session) = (client, client.session())
    }

    /// Waits for a control to be moved. The control drives nothing until `end`.
    func control(surface: String? = nil, told: (ControlListener.Hint) -> Void) async throws -> LearnedControl {
        try await ControlListener.control(client, surface: surface, for: session, told: told)
    }

    /// Returns when the control's motor has gone to the parameter that it drives now.
    func giveBack() async throws(ClientError) { _ = try await session.ask(Routes.learnControl, "", LessonRequest(end: true)) }

    /// Ends the lesson, and gives back the control if one was learned.
    func end() { session.close() }

    func check(_ control: LearnedControl) throws(Failure) {
        if parameter.running != nil, !isButton(control) {
            throw Failure(.refused, "\(parameter.id) is a trigger, which only a button can press; learn it again with a button")
        }
        if let failure = LearnCommand.failure(of: control, driving: parameter.id, in: surfaces) { throw failure }
    }

    private static func reason(against parameter: ParameterResource) -> String? {
        let id = parameter.id
        if parameter.declaredBy?.isEmpty == false { return "\(id) is declared by a program; the config can map only its own parameters" }
        if let parts = parameter.parts { return "\(id) is a \(parameter.kind): learn one of its parts, \(parts.joined(separator: ", "))" }
        guard let word = KindWord(rawValue: parameter.kind), !word.kind.isDriven else { return nil }
        return "\(id) is \(word.described), which no control can drive"
    }

    private func isButton(_ control: LearnedControl) -> Bool {
        guard let id = control.known else { return control.isButton }
        let controls = surfaces.first { $0.name == control.sender.surface }?.controls ?? []
        return controls.first { $0.id == id }?.kind == .button
    }

    /// A long or double press of a button then presses, toggles or moves the parameter.
    func values(of press: LearnCommand.Press, _ control: LearnedControl) throws(Failure) -> [ConfigValue] {
        guard isButton(control) else {
            throw Failure(.refused, "only a button has a \(press.rawValue) press; learn it again with a button")
        }
        guard let surface = control.sender.surface, let id = control.known,
            let mapping = Self.mapping(of: id, on: surface, in: try file.content())
        else {
            throw Failure(
                .refused, "this button has no job in the map of its surface yet: learn that first, without --press \(press.rawValue)")
        }
        let path = ["surfaces", surface, "map", id]
        let value = ConfigValue(path: path + [press.rawValue], value: .text(parameter.id))
        if case .object = mapping { return [value] }
        return [ConfigValue(path: path, value: .object(["parameter": mapping])), value]
    }

    private static func mapping(of control: String, on surface: String, in content: JSONValue) -> JSONValue? {
        let mapping = content["surfaces"][surface]["map"][control]
        return mapping == .null ? nil : mapping
    }

    static func parameter(of control: LearnedControl, in surfaces: [SurfaceResource]) -> String? {
        surfaces.first { $0.name == control.sender.surface }?.mappings.first { $0.control == control.known }?.parameter
    }

    /// Nil for a control that belongs to no strip.
    func stripAdvice(_ control: LearnedControl) throws(Failure) -> String? {
        guard let strip = strip(of: control), strip != parameter.id, let id = control.known, let surface = control.sender.surface,
            try !file.has(["surfaces", surface, "map", id])
        else { return nil }
        return "\(id) is one of the strips, and drives \(strip) in this bank; mapped, it drives \(parameter.id) in every bank and page"
    }

    /// The parameter that the control drives, if the surface shows its first page with no modifier on: it comes from the strips then,
    /// unless it is in the map.
    private func strip(of control: LearnedControl) -> String? {
        guard let surface = surfaces.first(where: { $0.name == control.sender.surface }), let page = surface.page,
            page == surface.pages?.first, surface.modifiers?.isEmpty != false
        else { return nil }
        return Self.parameter(of: control, in: surfaces)
    }

    /// Nil if the control drives what it was mapped to.
    func laterAdvice(_ control: LearnedControl, in surfaces: [SurfaceResource]) -> String? {
        guard let id = control.known, let now = Self.parameter(of: control, in: surfaces), now != parameter.id else { return nil }
        return "\(id) still drives \(now) here: what a page or a modifier maps takes precedence over the map of the surface; write "
            + "\"\(id): \(parameter.id)\" there if you want that"
    }
}
