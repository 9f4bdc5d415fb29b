internal import ArgumentParser

struct WatchCommand: DaemonCommand {
    static let configuration = CommandConfiguration(commandName: "watch", abstract: "Print a line for each change, until interrupted.")

    @OptionGroup var options: Options
    @OptionGroup var wish: DecimalsOption
    @Flag(help: "Print the current values first.")
    var now = false
    @Flag(help: "Wait for a daemon that is not running yet, and wait again whenever it goes away.")
    var wait = false
    @OptionGroup var wanted: PatternArguments

    var client: DaemonClient { options.client(decimals: wish.decimals) }

    func perform(_ client: DaemonClient) async throws {
        var watched = WatchedValues(tellsFirst: now)
        guard wait else { return try await follow(client, &watched) }
        var isTold = false
        while true {
            do throws(ClientError) {
                // A client keeps the socket that it found, but after a restart the daemon may have another one.
                try await follow(self.client, &watched) { isTold = false }
                return
            } catch {
                let sentence =
                    switch error {
                    case .notRunning(let tried): "no daemon is running (tried \(tried.joined(separator: ", "))); waiting for one"
                    case .notAnswering(let path): "the daemon on \(path) does not answer; waiting until it does"
                    case .closed(let path): "the daemon on \(path) is gone; waiting for it to come back"
                    case .busy(let path): "the daemon on \(path) has no room for another connection; waiting for some"
                    case .problem(let problem) where problem.status == 503: "\(problem.detail); waiting"
                    case .notPermitted, .revokedKey, .unexpectedAnswer, .problem, .cannotListen, .noLoop: throw error
                    }
                if !isTold { Output.tell(sentence) }
                isTold = true
            }
            try await Task.sleep(for: .milliseconds(500))
        }
    }

    private func follow(
        _ client: DaemonClient, _ watched: inout WatchedValues, _ arrived: () -> Void = {}
    ) async throws(ClientError) {
        let patterns = wanted.patterns
        try await client.watch(prefix: patterns) { event in
            switch event {
            case .state(let state):
                arrived()
                if watched.isNothingKnown {
                    for word in patterns.words where !state.parameters.contains(where: { word.matches($0.id) }) {
                        await tellNothing(word, client)
                    }
                }
                for parameter in watched.news(in: state.parameters) { show(parameter) }
            case .parameter(let parameter):
                if watched.takes(parameter) { show(parameter) }
            case .pressed(let press): show(press, press.sentence)
            case .ended(let end): show(end, end.sentence)
            }
            return true
        }
    }

    /// No failure, because a program may still declare a parameter that matches.
    private func tellNothing(_ word: IDPatterns.Word, _ client: DaemonClient) async {
        // Even if the daemon cannot be asked for a suggestion, it is known that nothing matches.
        let sentence = (try? await word.failure(client))?.sentence ?? "no parameter's id \(word.described)"
        Output.tell("\(sentence); waiting for one that a program declares")
    }

    private func show(_ parameter: ParameterResource) { show(parameter, "\(parameter.id) \(parameter.shown)") }

    private func show(_ news: some Encodable, _ sentence: String) {
        if options.json { Output.jsonLine(checked: news) } else { Output.line(sentence) }
    }
}

/// The values that were seen. After a reload or a time without a daemon, only values that changed are printed.
struct WatchedValues {
    private var known: [String: String]?
    private let tellsFirst: Bool

    var isNothingKnown: Bool { known == nil }

    /// With `tellsFirst`, the values of the first state are news, too.
    init(tellsFirst: Bool) { self.tellsFirst = tellsFirst }

    mutating func news(in parameters: [ParameterResource]) -> [ParameterResource] {
        let before = known
        known = Dictionary(parameters.map { ($0.id, $0.shown) }) { first, _ in first }
        guard let before else { return tellsFirst ? parameters : [] }
        return parameters.filter { before[$0.id] != $0.shown }
    }

    /// Returns whether to print the change. A value clamped by a reload arrives twice: in the state, then as a change.
    mutating func takes(_ parameter: ParameterResource) -> Bool {
        // A trigger gets a line for each of its own events instead.
        if parameter.running != nil { return false }
        defer { known?[parameter.id] = parameter.shown }
        return parameter.origin != "restore" || known?[parameter.id] != parameter.shown
    }
}
