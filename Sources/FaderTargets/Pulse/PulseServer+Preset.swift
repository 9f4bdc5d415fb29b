/// What a program's next stream starts with, if the server remembers it: an entry of its module-stream-restore extension.
struct PulsePreset: Equatable {
    /// The key of the entry, for example `sink-input-by-application-name:mpv`.
    var name: String
    var channels: [UInt8]
    var volumes: [UInt32]
    var device: String?
    var isMuted: Bool

    /// The properties that entries are keyed by. Entries of a media role are left out, because several programs share them.
    private static let kinds = [
        ("application-id", "application.id"), ("application-name", "application.name"), ("media-name", "media.name"),
    ]

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

    init(name: String, channels: [UInt8], volumes: [UInt32], device: String?, isMuted: Bool) {
        (self.name, self.channels, self.volumes, self.device, self.isMuted) = (name, channels, volumes, device, isMuted)
    }

    /// The entry of a stream, by the first of these properties that it has, which is how both servers look it up. Nil if it has none, or if
    /// it has a role, which several programs share.
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
    private static let module = "module-stream-restore"
    private static let most = 4096

    /// Presets the programs that match one of the globs: the entries that the server remembers, and those in `heard` that it does not list,
    /// because PipeWire keeps its entries to itself. `change` gets each entry; nothing is changed before `done`.
    func preset(
        _ globs: [String], isCapture: Bool, heard: [PulsePreset], _ change: @escaping (inout PulsePreset) -> Void,
        done: @escaping () -> Void
    ) {
        guard standing == .ready, let connection else { return done() }
        connection.ask(.extend) { writer in
            writer.number(PulseProtocol.none)
            writer.text(Self.module)
            writer.number(1)
        } _: { [weak self] result throws(PulseNonsense) in
            defer { done() }
            guard let self else { return }
            // A server without that module cannot preset anything.
            guard case .success(var reader) = result else { return }
            var entries: [PulsePreset] = []
            while !reader.isAtEnd {
                guard let name = try reader.text() else { throw PulseNonsense(wanted: "a name") }
                let entry = PulsePreset(
                    name: name, channels: try reader.channelMap(), volumes: try reader.volumes(), device: try reader.text(),
                    isMuted: try reader.flag())
                if entries.count < Self.most, PulsePreset.isMeant(name, globs, isCapture: isCapture) { entries.append(entry) }
            }
            entries += heard.filter { entry in !entries.contains { $0.name == entry.name } }
            for place in entries.indices { change(&entries[place]) }
            if !entries.isEmpty { write(entries) }
        }
    }

    private func write(_ entries: [PulsePreset]) {
        connection?.ask(.extend) { writer in
            writer.number(PulseProtocol.none)
            writer.text(Self.module)
            // WRITE, replacing entries of the same name, for future streams only: existing streams have their targets.
            writer.number(2)
            writer.number(2)
            writer.flag(false)
            for entry in entries {
                writer.text(entry.name)
                writer.channelMap(entry.channels)
                writer.volumes(entry.volumes)
                writer.text(entry.device)
                writer.flag(entry.isMuted)
            }
        } _: { _ in
        }
    }
}
