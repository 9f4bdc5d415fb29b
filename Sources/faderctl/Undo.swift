internal import ArgumentParser
internal import FaderAPI
internal import FaderClient

/// `undo [ID]`
struct Undo: DaemonCommand {
    static let configuration = CommandConfiguration(
        abstract: "Take the last change back, whoever made it; print what was set.",
        discussion: "With an id the last change of that parameter alone. A fader's gesture is one change, and so is a recall.")

    @OptionGroup var options: Options
    @Argument(help: "Id of a parameter.", completion: ParameterCompletion.kind)
    var id: String?

    func perform(_ client: DaemonClient) async throws { try Restored.show(try await client.undo(id), json: options.json) }
}

/// `redo [ID]`
struct Redo: DaemonCommand {
    static let configuration = CommandConfiguration(abstract: "Bring back what was undone last; print what was set.")

    @OptionGroup var options: Options
    @Argument(help: "Id of a parameter.", completion: ParameterCompletion.kind)
    var id: String?

    func perform(_ client: DaemonClient) async throws { try Restored.show(try await client.redo(id), json: options.json) }
}

/// What was set by undo, redo and recall.
enum Restored {
    static func show(_ restored: RestoredResource, json: Bool) throws {
        guard json else { return show(restored, as: \.text) }
        try Output.json(restored)
        tell(restored)
    }

    /// A line a parameter, with the text that is given for it.
    static func show(_ restored: RestoredResource, as text: (ParameterResource) -> String) {
        for parameter in restored.parameters { Output.line("\(parameter.id) \(text(parameter))") }
        tell(restored)
    }

    private static func tell(_ restored: RestoredResource) {
        for sentence in restored.skipped { Output.tell(sentence) }
    }
}
