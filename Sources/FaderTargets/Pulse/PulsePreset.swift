internal import FaderValues

/// What a program's next stream starts with, if the server remembers it: an entry of its module-stream-restore extension.
struct PulsePreset: Equatable {
    /// The key of the entry, for example `sink-input-by-application-name:mpv`.
    var name: String
    var channels: [Int32]
    var volumes: [UInt32]
    var device: String?
    var isMuted: Bool

    /// Entries of a media role and of a title are left out: several programs share them.
    private static let kinds = [("application-id", "application.id"), ("application-name", "application.name")]

    private static func head(_ kind: String, isCapture: Bool) -> String {
        "\(isCapture ? "source-output" : "sink-input")-by-\(kind):"
    }

    static func isMeant(_ name: String, _ globs: [String], isCapture: Bool) -> Bool {
        kinds.contains { kind, _ in
            let head = head(kind, isCapture: isCapture)
            return name.hasPrefix(head) && globs.contains { ClientGlob.fits(String(name.dropFirst(head.count)), $0) }
        }
    }

    init(name: String, channels: [Int32], volumes: [UInt32], device: String?, isMuted: Bool) {
        (self.name, self.channels, self.volumes, self.device, self.isMuted) = (name, channels, volumes, device, isMuted)
    }

    /// The entry by the first of these properties that a stream has, as both servers look it up. Nil if it has none, or has a role.
    init?(of stream: PulseThing) {
        guard stream.properties["media.role"] == nil,
            let (kind, key) = Self.kinds.first(where: { stream.properties[$0.1] != nil }), let word = stream.properties[key]
        else { return nil }
        self.init(
            name: Self.head(kind, isCapture: stream.facility == .sourceOutput) + word, channels: stream.channels, volumes: stream.volumes,
            device: nil, isMuted: stream.isMuted)
    }
}
