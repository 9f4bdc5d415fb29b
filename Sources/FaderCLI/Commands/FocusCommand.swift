internal import ArgumentParser
internal import FaderAPI

struct FocusCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "focus", abstract: "Say which program is in front, for parameters with the target {pulse: {focused: true}}.",
        discussion: "Without an argument it prints which it is. Examples/focus has scripts that say it for several desktops.")

    @OptionGroup var options: Options
    @Argument(help: "The number of a process of the program.")
    var pid: Int?
    @Flag(help: "No program is in front.")
    var none = false

    func validate() throws {
        guard pid == nil || !none else { throw ValidationError("give the number of a process, or --none") }
    }

    func perform(_ client: DaemonClient) async throws {
        let isAsked = pid == nil && !none
        let focus = isAsked ? try await client.ask(Routes.showFocus) : try await client.ask(Routes.putFocus, "", FocusRequest(pid: pid))
        if options.json { return try Output.json(focus) }
        Output.line(focus.program.map { "\($0) (process \(focus.pid ?? 0)) is in front" } ?? "no program is in front")
        if focus.parameters.isEmpty { Output.tell("no parameter follows it; one with target: {pulse: {focused: true}} does") }
    }
}
