internal import ArgumentParser

struct VirtualShowCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Draw the virtual surface: display, rings, lamps, faders, meters.")

    @OptionGroup var options: Options
    @Flag(help: "Draw it again whenever it changes, until interrupted.")
    var watch = false
    @Flag(help: "Draw with ASCII characters alone.")
    var ascii = false

    private static let pause = Duration.milliseconds(33)
    /// A lit meter falls on its own, which the monitor does not report. So look again after this time.
    private static let fall = Duration.milliseconds(150)
    /// The MIDI thread starts reporting shortly after the stream is open. To catch earlier changes, look again.
    private static let starts = [Duration.milliseconds(300), .milliseconds(1000)]

    func perform(_ client: DaemonClient) async throws {
        guard watch else { return try show(try await client.ask(Routes.getVirtualSurface)) }
        // If there is no virtual surface, fail before opening a stream.
        _ = try await client.ask(Routes.getVirtualSurface)
        let (looks, look) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        try await withThrowingDiscardingTaskGroup { group in
            // Every message to or from the surface may change the picture. The monitor reports them, so there is no need to poll.
            group.addTask {
                defer { look.finish() }
                try await client.monitor { _ in
                    look.yield()
                    return true
                }
            }
            for start in Self.starts { group.addTask { await Self.look(look, after: start) } }
            look.yield()
            var last: VirtualSurfaceResource?
            var fallen = ContinuousClock.now
            for await _ in looks {
                let surface = try await client.ask(Routes.getVirtualSurface)
                if surface != last { try show(surface) }
                last = surface
                if surface.meters.contains(where: { $0.level > 0 }), fallen <= .now {
                    fallen = .now + Self.fall
                    group.addTask { await Self.look(look, after: Self.fall) }
                }
                try await Task.sleep(for: Self.pause)
            }
            // The stream has ended with an error, which the group throws.
        }
    }

    private static func look(_ look: AsyncStream<Void>.Continuation, after time: Duration) async {
        // A sleep ends early only if the command does.
        try? await Task.sleep(for: time)
        look.yield()
    }

    private func show(_ surface: VirtualSurfaceResource) throws {
        if options.json { return watch ? try Output.jsonLine(surface) : try Output.json(surface) }
        let isTerminal = Terminal.isOutput
        let (columns, rows) = Terminal.size
        let drawing = VirtualDrawing(
            width: columns, isASCII: ascii || !EnvironmentLocale.isUTF8, isColored: isTerminal && Terminal.isColorWanted)
        let lines = drawing.lines(surface)
        guard watch else { return Output.draw(lines.map { $0 + "\n" }.joined()) }
        guard isTerminal else { return Output.draw(lines.map { $0 + "\n" }.joined() + "\n") }
        // Draw over the previous picture: cursor home, erase the rest of each line, then everything below.
        let seen = lines.prefix(max(1, rows - 1))
        Output.draw("\u{1B}[H" + seen.map { $0 + "\u{1B}[K\r\n" }.joined() + "\u{1B}[J")
    }
}
