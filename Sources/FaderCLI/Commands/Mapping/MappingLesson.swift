internal import FaderJSON

/// The page learns a control: what is heard is reported line by line, and the last line has the edits.
enum MappingLesson {
    private struct Line: Encodable {
        /// `listening`, `more`, `held`, `left` or `foreign`, as in `ControlListener.Hint`; then `heard` or `failed`.
        var state: String
        var message: String?
        /// `surface` may be a controller without a surface.
        var control: String?
        var surface: String?
        var features: String?
        /// The parameter that the control drove before.
        var was: String?
        var advice: String?
        var edits: [JSONValue]?
        var detail: String?

        init(_ hint: ControlListener.Hint) {
            switch hint {
            case .listening: state = "listening"
            case .tooLittle(let message): (state, self.message) = ("more", message)
            case .unmappable(let message): (state, self.message) = ("foreign", message)
            case .held(let note): (state, message) = ("held", note)
            case .turnLeft: state = "left"
            }
        }

        init(failed detail: String) { (state, self.detail) = ("failed", detail) }

        init(heard control: LearnedControl) {
            state = "heard"
            (self.control, surface, message, features) = (control.known, control.sender.words, control.input, control.features)
        }
    }

    /// The body of a request: `{"parameter": ID, "strips": true}`.
    struct Request {
        let parameter: String
        /// The control is learned for every strip, in each with the strip's own parameter.
        var isForStrips = false

        init(_ body: [UInt8]) throws(MappingProblem) {
            guard let value = try? JSONValue.read(body), case .object(let members) = value, let id = value["parameter"].text,
                members.count == (members["strips"] == nil ? 1 : 2), [.null, .flag(true), .flag(false)].contains(value["strips"])
            else { throw MappingProblem(400, "this takes {\"parameter\": ID}, and learning also \"strips\": true") }
            (parameter, isForStrips) = (id, value["strips"] == .flag(true))
        }
    }

    /// Listens until a control has been learned, or nobody reads the lines any more.
    static func lines(_ client: DaemonClient, _ body: [UInt8]) throws(MappingProblem) -> AsyncStream<[UInt8]> {
        let request = try Request(body)
        return AsyncStream { inlet in
            let work = Task {
                do {
                    inlet.yield(bytes(try await heard(client, request) { inlet.yield(bytes(Line($0))) }))
                } catch {
                    inlet.yield(bytes(Line(failed: MappingProblem(error).problem.detail)))
                }
                inlet.finish()
            }
            inlet.onTermination = { _ in work.cancel() }
        }
    }

    private static func bytes(_ line: Line) -> [UInt8] {
        // A line has no numbers that JSON cannot write.
        (try? WireJSON.encode(line)) ?? []
    }

    private static func heard(_ client: DaemonClient, _ request: Request, told: (ControlListener.Hint) -> Void) async throws -> Line {
        let id = request.parameter
        let lesson = try await Lesson(client, id)
        defer { lesson.end() }
        let control = try await lesson.control(told: told)
        try lesson.check(control)
        var line = Line(heard: control)
        var values = try LearnCommand.values(control, as: nil, driving: id, lesson.surfaces)
        if control.sender.surface == nil, let known = try await known(control, driving: id, client, lesson.surfaces) {
            (line.control, values) = known
        }
        if request.isForStrips {
            line.edits = try await edits(forStrips: line, values, id, lesson, client)
            return line
        }
        line.was = Lesson.parameter(of: control, in: lesson.surfaces).flatMap { $0 == id ? nil : $0 }
        // A profile that has the control knows what it is.
        line.advice =
            try lesson.stripAdvice(control) ?? control.mackieAdvice
            ?? (line.control == nil ? control.doubtAdvice ?? LearnCommand.reachAdvice(control, values) : nil)
        line.edits = values.map(\.edit)
        return line
    }

    /// The control and its neighbors then drive the same parameter of each strip. The last of `values` is the mapping of the control
    /// itself.
    private static func edits(
        forStrips line: Line, _ values: [ConfigValue], _ id: String, _ lesson: Lesson, _ client: DaemonClient
    ) async throws -> [JSONValue] {
        guard let control = line.control, let surface = values.last?.path[1] else {
            throw Failure(.refused, "this control is new; learn it and those beside it for one parameter each, then for all strips")
        }
        let content = try lesson.file.content()
        let strips = MappingStrips(content, surface: surface)
        let row = try strips.edits(row: control, driving: id, of: try await client.ask(Routes.listParameters), content)
        return values.dropLast().map(\.edit) + row
    }

    /// A surface with the profile that fits the controller and has the control; nil if there is none.
    private static func known(
        _ control: LearnedControl, driving id: String, _ client: DaemonClient, _ surfaces: [SurfaceResource]
    ) async throws -> (control: String, values: [ConfigValue])? {
        guard let controller = try await client.controllers().first(where: { $0.client == control.sender.client }),
            let profile = controller.profile,
            let known = try await client.profile(profile), known.valid,
            let found = known.controls.first(where: { [control.input, control.anyValue].contains($0.input) })
        else { return nil }
        let match =
            controller.recognized == false ? SurfaceAddCommand.match(controller.client.globEscaped, controller.port) : nil
        let values = SurfaceAddCommand.values(profile, match: match, besides: surfaces)
        let path = Array(values[0].path.prefix(2))
        return (found.id, values + [ConfigValue(path: path + ["map", found.id], value: .text(id))])
    }
}
