internal import ArgumentParser

struct PressCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "press",
        abstract: "Press triggers; print what each has done, or that it is running after a second. \"faderctl watch\" shows how it ends.")

    @OptionGroup var options: Options
    @OptionGroup var writer: WriterOption
    @Argument(help: "Ids of triggers.", completion: DaemonCompletion.triggers)
    var ids: [String]

    /// How long the command waits for all triggers together.
    private static let patience = Duration.seconds(1)
    private static let pause = Duration.milliseconds(40)

    func perform(_ client: DaemonClient) async throws {
        guard !options.json else {
            return try await EachParameter.perform(ids, json: true) { id throws(ClientError) in
                try await client.ask(Routes.pressTrigger, id)
            }
        }
        var (pressed, failure): ([ParameterResource], Failure?) = ([], nil)
        for id in ids {
            do throws(ClientError) { pressed.append(try await client.ask(Routes.pressTrigger, id)) } catch {
                // Without a daemon the others would fail the same way.
                guard case .problem = error else { throw error }
                Output.report(Failure(error))
                failure = failure ?? Failure(reported: Failure(error))
            }
        }
        let end = ContinuousClock.now + Self.patience
        for parameter in pressed {
            if let notice = parameter.notice { Output.tellLines(Output.printable(notice)) }
            let outcome = try await Self.outcome(of: parameter.id, until: end, client)
            guard let reason = outcome?.dropping("failed: ") else {
                Output.line(outcome ?? parameter.shown)
                continue
            }
            let failed = Failure(.refused, "\(parameter.id) failed: \(reason)")
            Output.report(failed)
            failure = failure ?? Failure(reported: failed)
        }
        if let failure { throw failure }
    }

    /// What the trigger did, as `explain` says it; nil if it is still running at `end`, or nobody knows.
    private static func outcome(
        of id: String, until end: ContinuousClock.Instant, _ client: DaemonClient
    ) async throws -> String? {
        while try await client.ask(Routes.getParameter, id).running ?? false {
            guard .now < end else { return nil }
            try await Task.sleep(for: pause)
        }
        return try await client.ask(Routes.explainParameter, id).decisions.map(\.decision).last {
            $0.hasPrefix("ran ") || $0.hasPrefix("failed: ")
        }
    }
}

extension String {
    fileprivate func dropping(_ prefix: String) -> String? { hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil }
}

extension PressEvent {
    var sentence: String { "\(id) pressed" + (by.map { " by \($0)" } ?? "") }
}

extension EndedEvent {
    var sentence: String {
        guard ok else { return "\(id) failed: \(message)" }
        return "\(id) ran \(Int((seconds * 1000).rounded())) ms" + (message.isEmpty ? "" : ", \(message)")
    }
}
