internal import ArgumentParser
internal import FaderJSON

struct LearnCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "learn", abstract: "Move a control, and it drives the parameter from then on; or learn a whole controller.",
        discussion: """
            What the control is follows from what it sends: its message, 7 or 14 bits, the encoding of an encoder, its touch sensor. It is \
            written into the config, comments kept, and the change shown first. Controllers that belong to no surface yet are heard too.

            "learn --surface [NAME]", without an id, goes through all controls of a controller, and writes a profile. NAME is a surface or \
            the name that "faderctl surfaces" shows for a controller; without it, it is the one that is moved first.
            """)

    @OptionGroup var options: Options
    @Option(
        help: "Listen to this surface only. Without an id: learn this surface or controller as a whole, or whichever is moved first.",
        completion: DaemonCompletion.surfaces)
    var surface: String?
    @Flag(help: .hidden) var anySurface = false
    @Option(name: .customLong("as"), help: "The id of a new control, such as fader.3.") var name: String?
    @Option(help: "Learn the long or the double press of a button that has a job already: long or double.") var press: Press?
    @Flag(help: "The control has a motor that listens to its own message.") var motor = false
    @Flag(help: "Show what would be written, and write nothing.") var dryRun = false
    @Option(help: "Where the profile of a whole controller is written, instead of profiles/ beside the config.", completion: .file())
    var output: String?
    @Argument(help: "The id of a parameter.", completion: DaemonCompletion.parameters) var id: String?

    /// The other jobs of a button, by their keys in a map.
    enum Press: String, ExpressibleByArgument, CaseIterable { case long, double }

    func validate() throws {
        if let name, !Names.isControl(name) {
            throw ValidationError(
                "--as needs a word such as \"play\", or a kind and an index from 1 such as \"fader.3\"; found \"\(name)\"")
        }
        if id == nil {
            guard surface != nil || anySurface else {
                throw ValidationError("learn needs the id of a parameter, such as \"learn master\"; or --surface, for a whole controller")
            }
            if name != nil || motor { throw ValidationError("--as and --motor are for one control; with --surface, type them instead") }
            if press != nil { throw ValidationError("--press is for one button: it needs the id of a parameter") }
        } else {
            if anySurface { throw ValidationError("with an id, --surface needs the name of a surface; leave it out to listen to all") }
            if output != nil {
                throw ValidationError("--output is for --surface, which learns a whole controller; leave out the id, or --output")
            }
        }
    }

    static func asTyped(_ arguments: [String]) -> [String] { arguments.map { $0 == "--any-surface" ? "--surface" : $0 } }

    /// The parser has no options with an optional value, so `--surface` without a name becomes `--any-surface`.
    static func withSurface(_ arguments: [String]) -> [String] {
        let options = arguments.prefix { $0 != "--" }
        guard arguments.first == "learn", let place = options.firstIndex(of: "--surface"),
            place + 1 == options.endIndex || arguments[place + 1].hasPrefix("-")
        else { return arguments }
        return arguments[..<place] + ["--any-surface"] + arguments[(place + 1)...]
    }

    func perform(_ client: DaemonClient) async throws {
        guard let id else {
            return try await LearnSurface(client, surface ?? "", output: output, isDry: dryRun, isJSON: options.json).run()
        }
        let lesson = try await Lesson(client, id)
        defer { lesson.end() }
        let (parameter, surfaces, file) = (lesson.parameter, lesson.surfaces, lesson.file)
        if let surface, !surfaces.contains(where: { $0.name == surface }) {
            throw Failure(noSurface: surface, among: surfaces.map(\.name))
        }
        if !dryRun { try file.checkWritable() }
        // Errors of the file should show before anybody has moved a control.
        _ = try file.setting([])
        let prompt = "move the control for \(parameter.id): a fader from end to end, an encoder to the right, a button once"
        var control = try await lesson.control(surface: surface) { Output.tell($0.sentence(prompt)) }
        if motor { control.hasMotor = true }
        try lesson.check(control)
        let values =
            if let press { try lesson.values(of: press, control) } else {
                try Self.values(control, as: name, driving: parameter.id, surfaces)
            }
        let edit = try file.setting(values)
        if !options.json { Output.lines(edit.diff) }
        let advice = [
            control.doubtAdvice, Self.reachAdvice(control, values), control.mackieAdvice, try lesson.stripAdvice(control),
        ]
        for advice in advice { if let advice { Output.tell(advice) } }
        let isInForce = try await edit.bringIntoForce(client, isDry: dryRun, isJSON: options.json)
        // Only now, so that its motor goes to what it drives from now on.
        try await lesson.giveBack()
        guard isInForce, press == nil else { return }
        if let advice = lesson.laterAdvice(control, in: try await client.ask(Routes.listSurfaces)) { Output.tell(advice) }
    }

    /// A control of the config must not get another parameter if several buttons send its message with different values, and it is not
    /// known which of them it stands for.
    static func failure(of control: LearnedControl, driving parameter: String, in surfaces: [SurfaceResource]) -> Failure? {
        guard let id = control.known, let value = control.pressValue,
            let surface = surfaces.first(where: { $0.name == control.sender.surface }),
            let known = surface.controls?.first(where: { $0.id == id }), known.kind == .button || known.kind == .pedal,
            known.input == control.anyValue, value != LearnedControl.usualPress || known.input.hasPrefix("program"),
            let driven = known.parameter, driven != parameter
        else { return nil }
        return Failure(
            .refused,
            "\(id) of \(surface.name) is \"\(known.input)\" with any value and drives \(driven); what was pressed now sends the value "
                + "\(value) and may be another button: give \(id) its own value, as in input: \"\(known.input) = N\", then learn again")
    }

    /// What to do if a fader does not reach its ends. The last of `values` is the mapping of the control.
    static func reachAdvice(_ control: LearnedControl, _ values: [ConfigValue]) -> String? {
        guard let path = values.last?.path, path.count == 4 else { return nil }
        return control.reachAdvice(path[1], path[3])
    }

    static func values(
        _ control: LearnedControl, as name: String?, driving parameter: String, _ surfaces: [SurfaceResource]
    ) throws(Failure) -> [ConfigValue] {
        guard let surface = surfaces.first(where: { $0.name == control.sender.surface }) else {
            let id = name ?? control.id(besides: [])
            let client = control.sender.client ?? ""
            let path = ["surfaces", SurfaceGuide.name(client, besides: Set(surfaces.map(\.name)))]
            let match = ConfigValue(path: path + ["match"], value: SurfaceAddCommand.match(client.globEscaped, control.sender.port))
            return [match] + control.values(at: path + ["controls", id]) + [ConfigValue(path: path + ["map", id], value: .text(parameter))]
        }
        let path = ["surfaces", surface.name]
        if let known = control.known {
            guard name == nil || name == known else {
                throw Failure(.refused, "that control is \(known) of \(surface.name) already; leave out --as")
            }
            return [ConfigValue(path: path + ["map", known], value: .text(parameter))]
        }
        let id = name ?? control.id(besides: Set((surface.controls ?? []).map(\.id)))
        var control = control
        // Another value of its message is a button already.
        if surface.controls?.contains(where: { $0.input.hasPrefix("\(control.anyValue) = ") }) == true { control.nameValue() }
        return control.values(at: path + ["controls", id]) + [ConfigValue(path: path + ["map", id], value: .text(parameter))]
    }
}
