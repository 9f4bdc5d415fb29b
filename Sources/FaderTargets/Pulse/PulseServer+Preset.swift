/// What a program's next stream begins with, where the server remembers it: an entry of its extension module-stream-restore.
struct PulsePreset: Equatable {
    /// What the stream is known by, as `sink-input-by-application-name:mpv`.
    var name: String
    var channels: [UInt8]
    var volumes: [UInt32]
    var device: String?
    var isMuted: Bool

    /// What entries are known by; what streams of a role have in common is no program's own.
    private static let kinds = [
        ("application-id", "application.id"), ("application-name", "application.name"), ("media-name", "media.name"),
    ]

    private static func head(_ kind: String, isCapture: Bool) -> String {
        "\(isCapture ? "source-output" : "sink-input")-by-\(kind):"
    }

    /// Whether an entry of this name is of a program that fits one of the globs.
    static func isMeant(_ name: String, _ globs: [String], isCapture: Bool) -> Bool {
        kinds.contains { kind, _ in
            let head = head(kind, isCapture: isCapture)
            return name.hasPrefix(head) && globs.contains { PulseServer.fits(String(name.dropFirst(head.count)), $0) }
        }
    }

    init(name: String, channels: [UInt8], volumes: [UInt32], device: String?, isMuted: Bool) {
        (self.name, self.channels, self.volumes, self.device, self.isMuted) = (name, channels, volumes, device, isMuted)
    }

    /// The entry of a stream, as both servers look it up: by the first that it has; nil if it has none, or a role, which several programs share.
    init?(of stream: PulseThing) {
        guard stream.properties["media.role"] == nil,
            let (kind, key) = Self.kinds.first(where: { stream.properties[$0.1] != nil }), let word = stream.properties[key]
        else { return nil }
        self.init(
            name: Self.head(kind, isCapture: stream.facility == .sourceOutput) + word, channels: stream.channels, volumes: stream.volumes,
            device: nil, isMuted: stream.isMuted)
    }
}

/// Presetting programs that are not there.
extension PulseServer {
    private static let module = "module-stream-restore"
    private static let most = 4096

    /// Presets the programs that fit one of the globs: those that the server remembers, else `heard`, which PipeWire keeps to itself. `change`
    /// gets each entry; nothing is changed before `done`.
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
            // A server without that module presets nothing.
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
            // WRITE, replacing entries of the same names, for the next streams: those there are have their targets.
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
