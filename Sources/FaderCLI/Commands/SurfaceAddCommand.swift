internal import ArgumentParser
internal import FaderJSON

struct SurfaceAddCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Write a surface for a known controller into the config, and load it.",
        discussion: """
            NAME is a profile: see "faderctl profiles". With --match, the device is found by that name on the sequencer: for a profile that does not say how \
            its device is recognized, and for a device behind an interface. The rest of the file stays as it is, comments included. What is \
            changed is shown first; nothing is written if the result has errors. If the channel of its messages is a setting of the device, \
            a terminal asks for it: a lamp is lit on one channel after the other. If other profiles fit the device as well, for other modes of \
            it, a terminal listens until what it sends shows which mode it is in.
            """)

    @OptionGroup var options: Options
    @Flag(help: "Show what would be written, and write nothing.") var dryRun = false
    @Option(help: "The device's name on the sequencer, as \"faderctl surfaces\" shows it; * and ? are wildcards.") var match: String?
    @Option(help: "Which of the ports of that name, from 1; only with --match.") var port: Int?
    @Option(help: "The channel that the device is set to, 1…16, if its messages depend on that.") var channel: Int?
    @Argument(help: "The name of a profile.", completion: DaemonCompletion.profiles) var name: String

    func validate() throws {
        guard port == nil || match != nil else { throw ValidationError("--port is one of the ports of --match NAME") }
        guard match?.isEmpty != true else { throw ValidationError("--match needs a name; leave it out for that of the profile") }
        guard port.map({ (1...254).contains($0) }) ?? true else { throw ValidationError("--port is 1…254") }
        guard channel.map({ (1...16).contains($0) }) ?? true else { throw ValidationError("--channel is 1…16") }
        guard match?.unicodeScalars.contains(where: \.isUnprintable) != true else { throw ValidationError("--match is a name on one line") }
    }

    func perform(_ client: DaemonClient) async throws {
        let (profile, status) = (try await KnownProfiles.named(name, client), try await client.ask(Routes.getStatus))
        guard profile.match != nil || match != nil else {
            throw Failure(
                .refused,
                "the profile \(name) does not say how its device is recognized; add --match NAME, as \"faderctl surfaces\" shows it")
        }
        guard channel == nil || profile.channel != nil else {
            throw Failure(.refused, "the profile \(name) has no channel: its messages name their own; leave --channel out")
        }
        let (file, surfaces) = (try ConfigFile(inForce: status), try await client.ask(Routes.listSurfaces))
        let values = Self.values(name, channel, match: match.map { Self.match($0, port) }, besides: surfaces)
        let (edit, added) = (try file.setting(values), values[0].path[1])
        let waiting = surfaces.first { $0.profile == name && $0.match == profile.match && $0.state != .connected }
        if match == nil, let first = waiting {
            throw Failure(
                .refused,
                "\(first.name) has the profile \(name) already, and waits for its device: plug that in. For another device of that model, add --match NAME, "
                    + "as \"faderctl surfaces\" shows it")
        }
        if match == nil, let first = surfaces.first(where: { $0.profile == name }) {
            Output.tell("\(first.name) has the profile \(name), too; the new surface is for a second device of that model")
        }
        // Each port of a device may have a surface of its own.
        let holder = surfaces.first { $0.state == .connected && [$0.client, $0.client?.globEscaped].contains(match) }
        if port == nil, let match, let holder {
            Output.tell(
                "\(match) belongs to the surface \(holder.name); remove that from the config, or the new surface waits for another device")
        }
        let rivals = Terminal.isThere && !options.json && !dryRun ? try await rivals(client) : []
        if !options.json { Output.lines(edit.diff) }
        guard try await edit.bringIntoForce(client, isDry: dryRun, isJSON: options.json) else { return }
        if channel == nil, !options.json { try await askForChannel(of: profile, on: added, client) }
        guard !rivals.isEmpty else { return }
        try await ModeCheck(profile, rivals).run(on: added, client)
    }

    private func rivals(_ client: DaemonClient) async throws -> [ProfileResource] {
        let fits = try await client.controllers().map { [$0.profile].compactMap(\.self) + ($0.others ?? []) }
        var rivals: [ProfileResource] = []
        for other in fits.first(where: { $0.contains(name) }) ?? [] where other != name {
            if let rival = try await client.profile(other) { rivals.append(rival) }
        }
        return rivals
    }

    /// If the channel is a setting of the device, asks for it on a terminal; elsewhere says how it is found.
    private func askForChannel(of profile: ProfileResource, on surface: String, _ client: DaemonClient) async throws {
        guard let channel = profile.channel else { return }
        var added: SurfaceResource?
        // The device may take a moment to be connected.
        for _ in 0..<20 where added?.state != .connected {
            if added != nil { try await Task.sleep(for: .milliseconds(50)) }
            added = try await client.ask(Routes.listSurfaces).first { $0.name == surface }
            guard Terminal.isThere, profile.channelLamp != nil, added != nil else { break }
        }
        guard let added else { return }
        if Terminal.isThere, profile.channelLamp != nil, added.state == .connected {
            return try await ChannelSearch(client, added, profile).run(isJSON: false)
        }
        let way =
            profile.channelLamp == nil
            ? "write profile: {name: \(profile.name.yamlWord), channel: …}"
            : "\"faderctl surfaces channel \(added.name.shellWord)\" finds out"
        Output.tell("\(added.name) has channel \(channel); if the device is set to another one, \(way)")
    }

    /// The value of `match`. `glob` is for the names of clients.
    static func match(_ glob: String, _ port: Int?) -> JSONValue {
        port.map { .object(["client": .text(glob), "port": .number(spelling: "\($0)")]) } ?? .text(glob)
    }

    /// The values that add a surface with a profile. `match` overrides the profile's own.
    static func values(_ profile: String, _ channel: Int? = nil, match: JSONValue? = nil, besides surfaces: [SurfaceResource])
        -> [ConfigValue]
    {
        let name = Names.isPlain(profile) ? profile : SurfaceGuide.name(profile, besides: [])
        let path = ["surfaces", SurfaceGuide.free(name, besides: Set(surfaces.map(\.name)))]
        let own = match.map { [ConfigValue(path: path + ["match"], value: $0)] } ?? []
        return own + [ConfigValue(path: path + ["profile"], value: channel.map { ChannelSearch.value(profile, $0) } ?? .text(profile))]
    }
}
