internal import ArgumentParser
internal import FaderAPI
internal import FaderClient

/// `virtual`
struct Virtual: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "virtual", abstract: "Use the faders of the virtual surface (faderd --virtual).",
        subcommands: [Move.self, Touch.self, Show.self])

    /// `virtual move CONTROL POSITION`
    struct Move: DaemonCommand {
        static let configuration = CommandConfiguration(commandName: "move", abstract: "Move a fader as a hand would.")

        @OptionGroup var options: Options
        @Argument(help: "A fader, as fader.1.", completion: VirtualCompletion.kind) var control: String
        @Argument(help: "Where to, 0…1.") var position: Double

        func validate() throws {
            guard (0...1).contains(position) else { throw ValidationError("the position must be between 0 and 1") }
        }

        func perform(_ client: DaemonClient) async throws {
            try Bars.print(try await client.virtual(control, .move(position)), json: options.json)
        }
    }

    /// `virtual touch CONTROL on|off`
    struct Touch: DaemonCommand {
        enum Finger: String, ExpressibleByArgument, CaseIterable {
            case on, off
        }

        static let configuration = CommandConfiguration(commandName: "touch", abstract: "Put a finger on a fader, or take it off.")

        @OptionGroup var options: Options
        @Argument(help: "A fader, as fader.1.", completion: VirtualCompletion.kind) var control: String
        @Argument(help: "on or off.") var finger: Finger

        func perform(_ client: DaemonClient) async throws {
            try Bars.print(try await client.virtual(control, .touch(finger == .on)), json: options.json)
        }
    }

    /// `virtual show`
    struct Show: DaemonCommand {
        static let configuration = CommandConfiguration(commandName: "show", abstract: "Draw where each motor stands.")

        @OptionGroup var options: Options

        func perform(_ client: DaemonClient) async throws {
            let faders = try await client.virtualFaders()
            if options.json { return try Output.json(faders) }
            for line in Bars.lines(faders, width: Terminal.width) { Output.line(line) }
        }
    }
}
