public import FaderAPI
internal import FaderConfig
internal import FaderConsole
public import FaderServer
public import FaderSystem

/// The profiles that surfaces can use, and the controllers that have none yet.
@Owner
public final class Profiles: Subject {
    private let surroundings: Surroundings
    private let paths: Paths

    init(_ commands: Commands, _ surroundings: Surroundings, _ paths: Paths) {
        (self.surroundings, self.paths) = (surroundings, paths)
        super.init(commands)
    }

    /// All profiles, sorted by name, or only the one with this name. Reading all of them takes long.
    public func all(named name: String? = nil) -> Rendering<[ProfileResource]> {
        { [shelf] in (name.map { [shelf.entry($0)].compactMap(\.self) } ?? shelf.all()).map { ProfileResource($0) } }
    }

    /// All profiles, for use without a daemon.
    public nonisolated static func all(at paths: Paths) -> [ProfileResource] { shelf(paths).all().map { ProfileResource($0) } }

    /// The controllers that belong to no surface. With `asks`, they are asked their identity over MIDI.
    public func controllers(asks: Bool) async -> [ControllerResource] {
        // A surface that waits for its profile does have a device, and so does one whose device was disconnected by hand or refused.
        let refused = mirror.picture.catalog.configuration.surfaces.filter(\.isRefused)
        let troubled = Set(surroundings.devices().filter { $0.trouble != nil }.map(\.client))
        let strangers = await SeparateThread.run { [surroundings] in surroundings.strangers(asks) }.filter { stranger in
            !troubled.contains(stranger.client) && !refused.contains { $0.match.accepts(stranger.client, stranger.usb) }
        }
        guard !strangers.isEmpty else { return [] }
        // The disk may be slow, and the loop has other work.
        return await SeparateThread.run { [shelf] in Self.recognized(strangers, shelf) }
    }

    /// Controllers with the profiles that fit them. Reads files.
    private nonisolated static func recognized(_ strangers: [Controller], _ shelf: ProfileShelf) -> [ControllerResource] {
        let known = shelf.recognitions()
        return strangers.map { stranger in
            let fits = known.map { (profile: $0, certainty: certainty($0, stranger)) }.filter {
                $0.certainty > 0 && shelf.entry($0.profile.name)?.isSound ?? false
            }
            let most = fits.map(\.certainty).max()
            // The profile for the factory settings of a device has the shortest name, so it comes first.
            let equal = fits.filter { $0.certainty == most }.map(\.profile)
            let best = equal.first
            return ControllerResource(
                client: stranger.client, port: stranger.port.map { $0 + 1 }, usb: stranger.usb.map { "\($0)" },
                identity: stranger.identity.map { "\($0)" }, profile: best?.name,
                recognized: best.map { $0.match?.accepts(stranger.client, stranger.usb) ?? false },
                others: equal.count > 1 ? equal.dropFirst().map(\.name) : nil)
        }
    }

    /// 0 if the profile does not match. The identity that the device itself reports counts most, then its USB identity, which may be that
    /// of an interface in front of it, then its name: the longest pattern counts most, then one that names a port of the device.
    private nonisolated static func certainty(_ profile: ProfileShelf.Recognition, _ stranger: Controller) -> Int {
        if let identity = profile.identity, identity == stranger.identity { return .max }
        guard let match = profile.match, match.accepts(stranger.client, stranger.usb),
            stranger.ports.isEmpty || match.choice.isAmong(stranger.ports)
        else { return 0 }
        // The device reports another identity than this profile's.
        if profile.identity != nil, stranger.identity != nil { return 1 }
        let isNamed = match.portName != nil ? 1 : 0
        return stranger.usb.map(match.usb.contains) ?? false ? .max - 2 + isNamed : match.client.utf8.count * 2 + isNamed
    }

    private var shelf: ProfileShelf { Self.shelf(paths) }

    private nonisolated static func shelf(_ paths: Paths) -> ProfileShelf {
        ProfileShelf(config: paths.config, installed: paths.profileDirectories)
    }
}

extension ProfileResource {
    fileprivate init(_ entry: ProfileShelf.Entry) {
        self.init(
            name: entry.name, title: entry.title, file: entry.file, match: entry.match.map(\.description),
            identity: entry.identity.map { "\($0)" }, channel: entry.channel, channelLamp: entry.channelLamp,
            valid: entry.isSound, evidence: entry.evidence.map { Evidence(sources: $0.sources, tested: $0.tested) },
            panel: entry.panel.isEmpty ? nil : Panel(entry.panel),
            controls: entry.controls.map { control in
                Control(
                    id: control.id, input: "\(control.input)", relative: control.encoder?.encoding.rawValue,
                    motor: control.motor.map { "\($0)" }, touch: control.touch.map { "\($0)" },
                    lamp: ButtonRule.isButton(control) && (control.motor != nil || control.lamp?.messages.isEmpty == false) ? true : nil)
            })
    }
}

extension ProfileResource.Panel {
    fileprivate init(_ panel: PanelSpec) {
        self.init(
            texts: panel.displays.reduce(0) { $0 + $1.rows * $1.cells }, meters: panel.meters?.strips ?? 0,
            digits: panel.timecodeDigits + panel.assignmentDigits, colors: panel.coloredStrips)
    }
}

extension Profiles {
    var endpoints: [Endpoint] {
        [
            .long(Routes.listProfiles) { [self] call in all(named: call.text("name")) },
            .on(Routes.listControllers) { [self] _, _ in await controllers(asks: false) },
            .on(Routes.askControllers) { [self] _, _ in await controllers(asks: true) },
        ]
    }
}
