internal import ArgumentParser

struct VirtualCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "virtual", abstract: "Operate and show the virtual surface (faderd --virtual).",
        subcommands: [Move.self, Touch.self, Turn.self, PressCommand.self, Send.self, VirtualShowCommand.self])

    enum Finger: String, ExpressibleByArgument, CaseIterable {
        case on, off
    }

    struct Move: DaemonCommand {
        static let configuration = CommandConfiguration(
            commandName: "move", abstract: "Move a fader as a hand would, through several positions.")

        @OptionGroup var options: Options
        @Argument(help: "A fader, such as fader.1; the master is fader.9.", completion: DaemonCompletion.virtualFaders) var control: String
        @Argument(help: "Where to, 0…1.") var position: Double

        func validate() throws {
            guard (0...1).contains(position) else { throw ValidationError("the position must be between 0 and 1") }
        }

        func perform(_ client: DaemonClient) async throws {
            try await VirtualCommand.use(control, .sweep(position), client, json: options.json)
        }
    }

    struct Touch: DaemonCommand {
        static let configuration = CommandConfiguration(commandName: "touch", abstract: "Put a finger on a fader, or take it off.")

        @OptionGroup var options: Options
        @Argument(help: "A fader, such as fader.1.", completion: DaemonCompletion.virtualFaders) var control: String
        @Argument(help: "on or off.") var finger: Finger

        func perform(_ client: DaemonClient) async throws {
            try await VirtualCommand.use(control, .touch(finger == .on), client, json: options.json)
        }
    }

    struct Turn: DaemonCommand {
        static let configuration = CommandConfiguration(commandName: "turn", abstract: "Turn an encoder by a number of detents.")

        @OptionGroup var options: Options
        @Argument(help: "An encoder, such as encoder.1, or jog.", completion: DaemonCompletion.virtualEncoders) var control: String
        @Argument(help: "How far; negative: to the left.") var detents: Int

        func perform(_ client: DaemonClient) async throws {
            try await VirtualCommand.use(control, .turn(detents), client, json: options.json)
        }
    }

    struct PressCommand: DaemonCommand {
        static let configuration = CommandConfiguration(
            commandName: "press", abstract: "Press a button or an encoder and let it go; with on or off only one of the two.",
            discussion: "If --for is interrupted, the button stays down until it is pressed again or let go with off.")

        @OptionGroup var options: Options
        @Argument(help: "A button or encoder, such as mute.1.", completion: DaemonCompletion.virtualButtons) var control: String
        @Argument(help: "on: press it and hold it down; off: release it.") var finger: Finger?
        @Option(
            name: .customLong("for"), help: "How long it is held down: 1s, 700ms, or 1 for seconds.",
            transform: { try FadeOption.seconds($0, of: "--for") })
        var length: Double?
        @Option(help: "How often it is pressed, without a pause.") var times: Int?

        func validate() throws {
            if [finger != nil, length != nil, times != nil].count(where: \.self) > 1 {
                throw ValidationError("on, off, --for and --times cannot be combined")
            }
        }

        func perform(_ client: DaemonClient) async throws {
            if let length {
                _ = try await client.ask(Routes.useVirtualControl, control, .press(true))
                try await Task.sleep(for: .seconds(length))
            }
            let gesture = length != nil ? .press(false) : finger.map { VirtualGesture.press($0 == .on) } ?? .click(times ?? 1)
            try await VirtualCommand.use(control, gesture, client, json: options.json)
        }
    }

    struct Send: DaemonCommand {
        static let configuration = CommandConfiguration(
            commandName: "send", abstract: "Send what the device would send, as bytes: \"B0 07 40\".",
            discussion: "Whole MIDI messages, two hexadecimal digits a byte. Prints them as \"faderctl monitor\" does.")

        @OptionGroup var options: Options
        @Argument(help: "The surface that the virtual surface stands in for.", completion: DaemonCompletion.virtualSurface) var surface:
            String
        @Argument(help: "The bytes, with or without blanks.") var bytes: [String]

        func perform(_ client: DaemonClient) async throws {
            let sent = try await client.ask(Routes.sendAsDevice, surface, VirtualBytes(bytes: bytes.joined(separator: " ")))
            if options.json { return try Output.json(sent) }
            for message in sent.messages { Output.line(message) }
        }
    }

    /// Uses a control as a hand would, and prints its new state.
    private static func use(_ id: String, _ gesture: VirtualGesture, _ client: DaemonClient, json: Bool) async throws {
        let control = try await client.ask(Routes.useVirtualControl, id, gesture)
        if json { return try Output.json(control) }
        let words = [
            control.control, control.position.map { VirtualDrawing.percent($0) }, control.parameter,
            control.touched == true ? "touched" : nil,
            control.pressed == true ? "pressed" : nil,
        ]
        Output.line(words.compactMap { $0 }.joined(separator: " "))
    }
}
