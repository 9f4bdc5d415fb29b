/// An entry of the server's module-stream-restore extension: the volume and mute with which the next stream of a program starts.
struct PulsePreset: Equatable {
    /// The key of the entry, for example `sink-input-by-application-name:mpv`.
    var name: String
    var channels: [Int32]
    var volumes: [UInt32]
    var device: String?
    var isMuted: Bool

    /// The properties that entries are keyed by. Entries of a media role and of a title are left out, because several programs share them.
    private static let kinds = [("application-id", "application.id"), ("application-name", "application.name")]

    private static func head(_ kind: String, isCapture: Bool) -> String {
        "\(isCapture ? "source-output" : "sink-input")-by-\(kind):"
    }

    /// Whether an entry of this name belongs to a program that matches one of the globs.
    static func isMeant(_ name: String, _ globs: [String], isCapture: Bool) -> Bool {
        kinds.contains { kind, _ in
            let head = head(kind, isCapture: isCapture)
            return name.hasPrefix(head) && globs.contains { PulseServer.fits(String(name.dropFirst(head.count)), $0) }
        }
    }

    init(name: String, channels: [Int32], volumes: [UInt32], device: String?, isMuted: Bool) {
        (self.name, self.channels, self.volumes, self.device, self.isMuted) = (name, channels, volumes, device, isMuted)
    }

    /// The entry of a stream. Its key is the first of these properties that the stream has, as both servers look it up. Nil if it has none of them, or has a
    /// role.
    init?(of stream: PulseThing) {
        guard stream.properties["media.role"] == nil,
            let (kind, key) = Self.kinds.first(where: { stream.properties[$0.1] != nil }), let word = stream.properties[key]
        else { return nil }
        self.init(
            name: Self.head(kind, isCapture: stream.facility == .sourceOutput) + word, channels: stream.channels, volumes: stream.volumes,
            device: nil, isMuted: stream.isMuted)
    }
}

/// Presets programs that are not playing.
extension PulseServer {
    private static let most = 4096

    /// Presets the programs of all targets with `wantedPreset`, now or as soon as the server is ready. All are preset together, because an entry has both
    /// volume and mute, and two targets that read it at the same time would undo each other's change.
    func preset() {
        wantsPreset = true
        guard state == .ready, !isPresetting, let connection, !connection.isClosed else { return }
        isPresetting = true
        let wishing = targets.filter { $0.wantedPreset != nil }
        var entries: [PulsePreset] = []
        ask(.remembered) { entry in
            guard entries.count < Self.most, wishing.contains(where: { $0.presets(entry.name) }) else { return }
            entries.append(
                PulsePreset(
                    name: entry.name, channels: entry.channels, volumes: entry.volumes, device: entry.description, isMuted: entry.isMuted))
        } done: { [weak self] failure in
            guard let self else { return }
            isPresetting = false
            guard failure != .closed else { return }
            wantsPreset = false
            // A server without the module cannot preset anything.
            guard failure == nil else { return }
            fill(&entries)
            for entry in entries { ask(.remember(entry)) }
        }
    }

    /// Gives entries the wanted values. Adds entries for streams heard before that the server does not list, because PipeWire does not list its entries.
    private func fill(_ entries: inout [PulsePreset]) {
        let wishing = targets.filter { $0.wantedPreset != nil }
        for target in wishing { entries += target.heard.filter { heard in !entries.contains { $0.name == heard.name } } }
        // As with streams, the first target in the config takes precedence.
        for target in wishing.reversed() {
            for place in entries.indices { target.preset(&entries[place]) }
        }
    }
}
