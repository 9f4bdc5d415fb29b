internal import ArgumentParser
internal import FaderJSON
internal import Glibc

struct SurfaceChannelCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "channel", abstract: "Find the channel that a surface's device is set to, and write it into the config.",
        discussion: """
            For a profile in whose messages the channel is a setting of the device. A lamp is lit on one channel after the other, and you say \
            when you see it.
            """)

    @OptionGroup var options: Options
    @Argument(help: "The name of a surface.", completion: DaemonCompletion.surfaces) var name: String

    func perform(_ client: DaemonClient) async throws {
        let surfaces = try await client.ask(Routes.listSurfaces)
        guard let surface = surfaces.first(where: { $0.name == name }) else {
            throw Failure(noSurface: name, among: surfaces.map(\.name))
        }
        let profile = if let name = surface.profile { try await client.profile(name) } else { ProfileResource?.none }
        try await ChannelSearch(client, surface, profile).run(isJSON: options.json)
    }
}

/// Lights a lamp of a surface on one channel after the other until somebody sees it.
struct ChannelSearch {
    private let client: DaemonClient
    private let surface: SurfaceResource
    private let profile: String
    private let lamp: String
    private let channel: Int

    init(_ client: DaemonClient, _ surface: SurfaceResource, _ profile: ProfileResource?) throws(Failure) {
        let name = surface.name
        guard let profile, let channel = surface.channel ?? profile.channel else {
            throw Failure(.refused, "\(name) has no channel to find: the messages of its profile name their own")
        }
        guard let lamp = profile.channelLamp else {
            throw Failure(
                .refused,
                "\(name) has no lamp that shows its channel; \"faderctl monitor \(name.shellWord)\" shows on which one it sends, and "
                    + "the config names it: profile: {name: \(profile.name.yamlWord), channel: \(channel)}")
        }
        guard surface.state == .connected else {
            throw Failure(.refused, "nothing is connected as \(name); plug it in first")
        }
        (self.client, self.surface, self.profile, self.lamp, self.channel) = (client, surface, profile.name, lamp, channel)
    }

    func run(isJSON: Bool) async throws {
        guard let found = try await find() else {
            throw Failure(
                .refused,
                "no lamp was seen on any channel, so the config stays as it is; is \(surface.name) in the mode that its profile is for?")
        }
        if found == channel {
            return isJSON
                ? try Output.json(FoundChannel(surface: surface.name, channel: found, written: false))
                : Output.line("\(surface.name) has channel \(found) already")
        }
        let file = try ConfigFile(inForce: try await client.ask(Routes.getStatus))
        let edit = try file.setting([ConfigValue(path: ["surfaces", surface.name, "profile"], value: Self.value(profile, found))])
        if !isJSON { Output.lines(edit.diff) }
        try edit.write()
        let result = FoundChannel(surface: surface.name, channel: found, written: true)
        try await ReloadCommand.load(client, printing: result, isJSON: isJSON)
    }

    static func value(_ profile: String, _ channel: Int) -> JSONValue {
        .object(["name": .text(profile), "channel": .number(spelling: "\(channel)")])
    }

    /// Nil if nobody saw the lamp.
    private func find() async throws -> Int? {
        let session = client.session()
        // Closing the connection gives the control back.
        defer { session.close() }
        let (lines, inlet) = AsyncStream.makeStream(of: String?.self)
        InputLines.each { inlet.yield($0) }
        var answers = lines.makeAsyncIterator()
        Output.tell("look at \(lamp) on \(surface.name): type y and Enter when its lamp is lit, only Enter when it is dark")
        for channel in [channel] + (1...16).filter({ $0 != channel }) {
            try await light(true, on: channel, session)
            Output.tell("channel \(channel): is it lit?")
            guard let answer = await answers.next(), let answer else { return nil }
            if answer.lowercased().hasPrefix("y") { return channel }
            try await light(false, on: channel, session)
        }
        return nil
    }

    private func light(_ isLit: Bool, on channel: Int, _ session: DaemonSession) async throws {
        let request = LoanRequest(control: lamp, position: isLit ? 1 : 0, channel: channel)
        _ = try await session.begin(Routes.borrowControl, surface.name, request)
    }
}

struct FoundChannel: Encodable {
    var surface: String
    var channel: Int
    var written: Bool
}
