internal import ArgumentParser

struct EditCommand: WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "A text field in the terminal, which follows the hardware until the first key.",
        discussion: """
            Return submits, Esc cancels, Tab and ctrl-d leave (what is typed is written), ctrl-c leaves without. Up and down step, with \
            shift or as page keys by big steps.
            """)

    @OptionGroup var options: Options
    @OptionGroup var writer: WriterOption
    @Argument(help: "Id of a parameter.", completion: DaemonCompletion.parameters)
    var id: String

    func perform(_ client: DaemonClient) async throws {
        guard Terminal.isThere else {
            throw Failure(.usage, "edit needs a terminal to type in; in a script use \"faderctl set \(id.shellWord) TEXT\"")
        }
        let parameter = try await client.ask(Routes.getParameter, id)
        try Terminal.enter()
        defer { Terminal.leave() }
        var loop = EditLoop(client, parameter)
        let wasInterrupted: Bool
        do {
            wasInterrupted = try await loop.run()
        } catch {
            Output.draw(EditScreen(width: Terminal.width).erase())
            throw error
        }
        try show(loop.field)
        Terminal.leave()
        if wasInterrupted { Terminal.interrupt() }
    }

    private func show(_ field: EditField) throws {
        let screen = EditScreen(width: Terminal.width)
        Output.draw(options.json ? screen.erase() : screen.drawLast(field))
        if options.json { try Output.json(field.parameter) }
        if let notice = field.notice { Output.tellLines(Output.printable(notice)) }
    }
}
