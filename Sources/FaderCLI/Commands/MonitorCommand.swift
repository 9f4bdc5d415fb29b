internal import ArgumentParser

struct MonitorCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "monitor", abstract: "Print every MIDI message in and out, in the words of the config, until interrupted.",
        discussion: "--all shows messages of controllers that are not in the config, too; on a terminal, also the lines to add there. "
            + "--record also writes them into a file, which \"faderd --virtual=PROFILE --play FILE\" plays.")

    @OptionGroup var options: Options
    @Flag(help: "Listen to every controller, including those that belong to no surface.")
    var all = false
    @Option(help: ArgumentHelp("Write the messages into this file, too.", valueName: "file"), completion: .file())
    var record: String?
    @Flag(help: "With --record: replace a file that is there already.")
    var force = false
    @Argument(help: "Only the messages of this surface, or of those with this wide: name.", completion: DaemonCompletion.surfaces)
    var surface: String?

    func validate() throws {
        if all, surface != nil { throw ValidationError("--all is every controller; leave out the surface, or --all") }
        if record?.isEmpty == true || record == "-" {
            throw ValidationError("--record needs the name of a file, for example --record knobs.txt")
        }
        if force, record == nil { throw ValidationError("--force needs --record FILE, whose file it replaces") }
    }

    func perform(_ client: DaemonClient) async throws {
        let members: [String]? = if let surface { try await members(of: surface, client) } else { nil }
        let recording = try await recording(of: members, client)
        if let recording {
            Output.whenUnwritable { recording.end(unwritable: $0) }
            try EndSignals.catchAll { number in
                recording.end("interrupted")
                EndSignals.end(by: number)
            }
        }
        var failure: Failure?
        let begun = { if let recording { Output.tell("recording into \(recording.path); Ctrl-C ends it") } }
        do throws(ClientError) {
            try await monitor(client, members, begun) { message in
                do throws(Failure) { try recording?.add(message) } catch { failure = error }
                return failure == nil
            }
        } catch {
            recording?.end(error.description.withoutControls())
            throw error
        }
        if let failure { throw failure }
    }

    /// Listens until `keep` returns false. Prints each message that it keeps.
    private func monitor(
        _ client: DaemonClient, _ members: [String]?, _ begun: () -> Void, keep: (MonitorResource) -> Bool
    ) async throws(ClientError) {
        var guide = all && !options.json && Terminal.isOutput ? try await guide(client) : nil
        var skipped: UInt64 = 0
        try await client.monitor(surface: members?.count == 1 ? members?[0] : nil, isOfAll: all, begun: begun) { message in
            var message = message
            message.missed += skipped
            let isWanted = members?.contains(message.surface ?? "") ?? true
            // Messages that are missing before another surface's message may have been this one's.
            skipped = isWanted ? 0 : message.missed
            guard isWanted else { return true }
            guard keep(message) else { return false }
            if options.json { Output.jsonLine(checked: message) } else { Self.show(message) }
            if let lines = guide?.lines(for: message) { Output.tellLines(lines) }
            return true
        }
    }

    private func recording(of members: [String]?, _ client: DaemonClient) async throws -> RecordingFile? {
        guard let record else { return nil }
        let surfaces = try await client.ask(Routes.listSurfaces).filter { members?.contains($0.name) ?? true }
        let head = RecordingFile.head(try await client.ask(Routes.getStatus), surfaces, at: WallTime.now)
        return try RecordingFile(record, head: head, isForced: force)
    }

    private func guide(_ client: DaemonClient) async throws(ClientError) -> SurfaceGuide {
        let status = try await client.ask(Routes.getStatus)
        let drivable = try await client.parameters().filter { $0.position != nil }
        let parameter = drivable.first { $0.owner == nil } ?? drivable.first
        return SurfaceGuide(file: status.configFile, surfaces: status.surfaces.map(\.name), parameter: parameter?.id)
    }

    /// The surfaces with this name or wide name. Fails if there is none: its monitor would stay silent forever.
    private func members(of name: String, _ client: DaemonClient) async throws -> [String] {
        let surfaces = try await client.ask(Routes.listSurfaces)
        let members = surfaces.filter { $0.name == name || $0.wide == name }.map(\.name)
        guard members.isEmpty else { return members }
        throw Failure(noSurface: name, among: surfaces.flatMap { [$0.name, $0.wide].compactMap { $0 } })
    }

    private static func show(_ message: MonitorResource) {
        if message.missed > 0 { Output.tell("\(message.missed) messages were left out here; they came faster than they were read") }
        Output.line(line(message))
    }

    static func line(_ message: MonitorResource) -> String {
        let direction = message.direction == .received ? "in " : "out"
        let about = [message.control, message.parameter.map { "→ \($0)" }].compactMap { $0 }.joined(separator: " ")
        let more = message.isSystemExclusive ? message.bytes.map { shortened($0) } ?? about : about
        let text = more.isEmpty ? message.message : "\(ColumnTable.pad(message.message, to: 24)) \(more)"
        return "\(Sender(message).words) \(direction) \(text)"
    }

    /// The first bytes of a long message. `--json` shows all of them.
    private static func shortened(_ bytes: String) -> String {
        let characters = 32 * 3 - 1
        return bytes.utf8.count <= characters ? bytes : bytes.prefix(characters) + " …"
    }
}
