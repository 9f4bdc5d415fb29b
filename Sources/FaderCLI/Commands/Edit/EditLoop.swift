internal import Glibc

struct EditLoop {
    enum Input: Sendable {
        case keys([Key])
        case event(WatchEvent)
        case lost(ClientError)
    }

    private let client: DaemonClient
    private let session: DaemonSession
    private(set) var field: EditField
    private var edit: String?

    init(_ client: DaemonClient, _ parameter: ParameterResource) {
        self.client = client
        session = client.session()
        field = EditField(parameter)
    }

    /// Returns whether an interrupt ended the field.
    mutating func run() async throws -> Bool {
        let (inputs, inlet) = AsyncStream.makeStream(of: Input.self)
        let keys = KeyInput { inlet.yield(.keys($0)) }
        let watcher = Task { [client, id = field.parameter.id] in
            do throws(ClientError) {
                try await client.watch(prefix: [id]) { event in
                    inlet.yield(.event(event))
                    return true
                }
            } catch {
                inlet.yield(.lost(error))
            }
        }
        defer {
            keys.stop()
            watcher.cancel()
            session.close()
        }
        draw()
        for await input in inputs {
            if let wasInterrupted = try await handle(input) { return wasInterrupted }
            draw()
        }
        return false
    }

    /// Nil if the field was not left; else whether an interrupt did it.
    private mutating func handle(_ input: Input) async throws -> Bool? {
        switch input {
        case .lost(let error): throw error
        case .event(.state(let state)):
            guard let parameter = state.parameters.first(where: { $0.id == field.parameter.id }) else {
                throw Failure(.refused, "\(field.parameter.id) is no longer a parameter; \"faderctl list\" shows them all")
            }
            return try await perform(field.restated(parameter))
        case .event(.parameter(let parameter)) where parameter.id == field.parameter.id:
            return try await perform(field.changed(parameter))
        case .event: return nil
        case .keys(let keys):
            // An empty list means that the terminal is gone.
            if keys.isEmpty { return try await perform(field.handle(.interrupt)) }
            for key in keys {
                if key == .suspend { Terminal.suspend() }
                if let wasInterrupted = try await perform(field.handle(key)) { return wasInterrupted }
            }
            return nil
        }
    }

    /// Each request is followed by those that result from its answer.
    private mutating func perform(_ acts: [EditField.Act]) async throws -> Bool? {
        let isLeaving = acts.contains { if case .leave = $0 { true } else { false } }
        for act in acts {
            if case .leave(let wasInterrupted) = act { return wasInterrupted }
            do throws(ClientError) {
                for follows in try await ask(act) { _ = try await ask(follows) }
            } catch {
                // If an edit or a step failed, the field stays open and shows why.
                guard case .problem(let problem) = error, !isLeaving,
                    edit != nil || problem.parameter != nil || problem.kind == .refusedValue
                else { throw error }
                edit = nil
                field.failed(problem)
            }
        }
        return nil
    }

    private mutating func ask(_ act: EditField.Act) async throws(ClientError) -> [EditField.Act] {
        switch act {
        case .begin:
            let begun = try await session.beginEdit(field.parameter.id)
            edit = begun.edit
            return field.began(begun)
        case .draft(let text):
            // The field has already given up the draft.
            guard let edit, field.line != nil else { return [] }
            return field.judged(try await session.ask(Routes.draft, edit, DraftRequest(draft: text)))
        case .submit: if let edit { ended(try await session.ask(Routes.submitEdit, edit)) }
        case .blur: if let edit { ended(try await session.ask(Routes.blurEdit, edit)) }
        case .cancel: if let edit { ended(try await session.ask(Routes.cancelEdit, edit)) }
        case .step(let count, let size):
            field.adopt(try await client.ask(Routes.stepParameter, field.parameter.id, StepRequest(by: count, size: StepLength(size))))
        case .leave: break
        }
        return []
    }

    private mutating func ended(_ outcome: EditOutcomeResource) {
        if outcome.outcome != .refused { edit = nil }
        field.ended(outcome)
    }

    private func draw() { Output.draw(EditScreen(width: Terminal.width).draw(field)) }
}
