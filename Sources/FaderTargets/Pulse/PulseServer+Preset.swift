/// What a program's next stream starts with, if the server remembers it: an entry of its module-stream-restore extension.
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

    /// The entry of a stream, by the first of these properties that it has, which is how both servers look it up. Nil if it has none, or if
    /// it has a role.
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

    /// Presets the programs of all targets that wish it, now or as soon as the server is ready. All of them in one write: an entry has both
    /// volume and mute, and two that read it at once would undo each other's change.
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

    /// Gives the entries of the targets that wish it their values: those that the server remembers, and those of streams heard before that it
    /// does not list, because PipeWire keeps its entries to itself.
    private func fill(_ entries: inout [PulsePreset]) {
        let wishing = targets.filter { $0.wantedPreset != nil }
        for target in wishing { entries += target.heard.filter { heard in !entries.contains { $0.name == heard.name } } }
        // As with streams, the first target of the config counts.
        for target in wishing.reversed() {
            for place in entries.indices { target.preset(&entries[place]) }
        }
    }
}
