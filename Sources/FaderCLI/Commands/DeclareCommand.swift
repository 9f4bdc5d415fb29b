internal import ArgumentParser
internal import Glibc

struct DeclareCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "declare", abstract: "Declare a parameter and print a line for each change. Interrupting takes it back.",
        discussion: """
            The keys are those of a parameter in the config, plus value, the initial value if none is remembered:
            faderctl declare app.volume label="App volume" min=0 max=100 unit=% value=50
            """)

    @OptionGroup var options: Options
    @OptionGroup var wish: DecimalsOption
    @Flag(help: "Return at once; the parameter stays until it is taken back or the daemon stops.")
    var keep = false
    @Flag(help: "Take back what is kept under this id.")
    var remove = false
    @Option(help: "The name that \"faderctl list\" shows beside it.")
    var by = "faderctl"
    @Argument(help: "Id of the parameter.", completion: DaemonCompletion.declared)
    var id: String
    @Argument(
        help: ArgumentHelp("A key of the parameter with its value, such as max=100.", valueName: "key=value"),
        completion: KeyArgument.completion)
    var keys: [KeyArgument] = []

    var client: DaemonClient { options.client(decimals: wish.decimals) }

    func validate() throws {
        if !DeclareRequest.isName(by) { throw ValidationError("--by needs a name of at most \(DeclareRequest.longestName) characters") }
        if remove, keep || !keys.isEmpty { throw ValidationError("--remove takes an id and nothing else") }
        let names = keys.map(\.key)
        if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
            throw ValidationError("the key \"\(twice)\" is given twice")
        }
    }

    private var request: DeclareRequest {
        let yaml = Dictionary(keys.map { ($0.key, $0.text) }, uniquingKeysWith: { first, _ in first })
        return DeclareRequest(id: id, yaml: yaml.isEmpty ? nil : yaml, keep: keep, by: by)
    }

    func perform(_ client: DaemonClient) async throws {
        if remove {
            let left = try await client.ask(Routes.undeclare, id)
            if options.json { try Output.json(left) }
            return
        }
        let request = request
        if keep { return try begin(with: try await client.ask(Routes.declare, "", request)[0]) }
        // When the process ends, its connection closes, and the parameter ends with the connection.
        for number in [SIGINT, SIGTERM] { signal(number) { _ in _exit(0) } }
        let session = client.session()
        defer { session.close() }
        var last: ParameterResource?
        var failure: (any Error)?
        // Nothing is declared before the stream is open: the daemon may have no room for another.
        try await client.watch(prefix: [id]) { event in
            do {
                if let shown = last {
                    last = try await follow(event, after: shown, client)
                } else {
                    last = try await session.begin(Routes.declare, "", request).first
                    if let last { try begin(with: last) }
                }
                return last != nil
            } catch {
                failure = error
                return false
            }
        }
        if let failure { throw failure }
    }

    private func begin(with parameter: ParameterResource) throws(Failure) {
        try show(parameter)
        if !options.json, let notice = parameter.notice { Output.tell(notice) }
    }

    private func follow(
        _ event: WatchEvent, after shown: ParameterResource, _ client: DaemonClient
    ) async throws -> ParameterResource {
        switch event {
        case .parameter(let parameter) where parameter.id == id: return try next(parameter, after: shown)
        case .state(let state):
            guard let parameter = state.parameters.first(where: { $0.id == id }) else {
                // The state may be from before the declaration.
                do {
                    return try next(try await client.ask(Routes.getParameter, id), after: shown)
                } catch ClientError.problem(let problem) where problem.kind == .unknownID {
                    throw Failure(.refused, "\(id) was taken back")
                }
            }
            if parameter.declaredBy == nil, shown.declaredBy != nil {
                Output.tell("\(id) is in the config now, which takes precedence over declarations")
            }
            return try next(parameter, after: shown)
        case .pressed(let press) where press.id == id:
            if options.json { try Output.jsonLine(press) } else { Output.line(press.sentence) }
            return shown
        case .parameter, .pressed, .ended: return shown
        }
    }

    private func next(_ parameter: ParameterResource, after shown: ParameterResource) throws(Failure) -> ParameterResource {
        // A trigger gets a line for each press instead.
        if parameter.running == nil, parameter.revision != shown.revision || parameter.text != shown.text { try show(parameter) }
        return parameter
    }

    private func show(_ parameter: ParameterResource) throws(Failure) {
        if options.json { try Output.jsonLine(parameter) } else { Output.line("\(parameter.id) \(parameter.shown)") }
    }
}
