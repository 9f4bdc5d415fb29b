internal import ArgumentParser
internal import FaderAPI
internal import FaderClient

/// `monitor [SURFACE]`
struct Monitor: DaemonCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print every MIDI message in and out, in the words of the config, until interrupted.")

    @OptionGroup var options: Options
    @Argument(help: "Only the messages of this surface.")
    var surface: String?

    func perform(_ client: DaemonClient) async throws {
        if let surface { try await check(surface, client) }
        var failure: Failure?
        try await client.monitor(surface: surface) { message in
            guard options.json else {
                Self.show(message)
                return true
            }
            do throws(Failure) {
                try Output.jsonLine(message)
            } catch {
                failure = error
            }
            return failure == nil
        }
        if let failure { throw failure }
    }

    /// A surface that does not exist would be silent for ever.
    private func check(_ name: String, _ client: DaemonClient) async throws {
        let names = try await client.surfaces().map(\.name)
        guard !names.contains(name) else { return }
        let known = names.isEmpty ? "the config has none" : "the config has \(names.joined(separator: ", "))"
        throw Failure(exitCode: 65, sentence: "there is no surface \"\(name)\"; \(known)")
    }

    private static func show(_ message: MonitorResource) {
        if message.missed > 0 { Output.tell("\(message.missed) messages were left out here; they came faster than they were read") }
        let direction = message.direction == .received ? "in " : "out"
        let about = [message.control, message.parameter.map { "→ \($0)" }].compactMap { $0 }.joined(separator: " ")
        let text = about.isEmpty ? message.message : "\(Table.pad(message.message, to: 24)) \(about)"
        Output.line("\(message.surface) \(direction) \(text)")
    }
}
