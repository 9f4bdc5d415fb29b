/// The native protocol of PulseAudio, as far as faderd speaks it. PipeWire's pulse server speaks it too.
///
/// Sources: PulseAudio 16 `src/pulsecore/native-common.h`, `src/pulsecore/protocol-native.c`, `PROTOCOL`.
enum PulseProtocol {
    /// The version that faderd speaks; with an older server, down to `oldest`, it speaks the server's.
    static let version: UInt32 = 32
    /// The first version with volumes for recording streams, from 2011.
    static let oldest: UInt32 = 22
    /// The bytes of a frame's header: length, channel, two offset words, flags.
    static let head = 20
    /// The channel for commands.
    static let commands: UInt32 = 0xFFFF_FFFF
    /// The most bytes of one frame.
    static let mostBytes = 4 << 20
    /// No index.
    static let none: UInt32 = 0xFFFF_FFFF
    /// The position of the only channel of a mono sound.
    static let mono: UInt8 = 0

    enum Command: UInt32 {
        case error = 0
        case reply = 2
        case auth = 8
        case setClientName = 9
        case getServerInfo = 20
        case getSink = 21
        case getSinks = 22
        case getSource = 23
        case getSources = 24
        case getClient = 27
        case getClients = 28
        case getSinkInput = 29
        case getSinkInputs = 30
        case getSourceOutput = 31
        case getSourceOutputs = 32
        case subscribe = 35
        case setSinkVolume = 36
        case setSinkInputVolume = 37
        case setSourceVolume = 38
        case setSinkMute = 39
        case setSourceMute = 40
        case event = 66
        case setSinkInputMute = 69
        case extend = 87
        case setSourceOutputVolume = 98
        case setSourceOutputMute = 99
    }

    /// The kinds of things that a server has several of.
    enum Facility: UInt32, CaseIterable {
        case sink = 0
        case source = 1
        case sinkInput = 2
        case sourceOutput = 3
        case client = 5

        /// What asks for one of them and for all, and what sets volume and mute; clients have neither.
        var commands: (one: Command, all: Command, setVolume: Command, setMute: Command) {
            switch self {
            case .sink: (.getSink, .getSinks, .setSinkVolume, .setSinkMute)
            case .source: (.getSource, .getSources, .setSourceVolume, .setSourceMute)
            case .sinkInput: (.getSinkInput, .getSinkInputs, .setSinkInputVolume, .setSinkInputMute)
            case .sourceOutput: (.getSourceOutput, .getSourceOutputs, .setSourceOutputVolume, .setSourceOutputMute)
            case .client: (.getClient, .getClients, .setSourceOutputVolume, .setSourceOutputMute)
            }
        }

        /// Whether things of this kind are asked for by index or name; streams and clients have no names.
        var isDevice: Bool { self == .sink || self == .source }
    }

    /// Everything that faderd subscribes to: the facilities above, and the server itself.
    static let subscription: UInt32 = 0x01 | 0x02 | 0x04 | 0x08 | 0x20 | 0x80
    /// The server's own number among the facilities.
    static let server: UInt32 = 7

    /// What a refusal means, for people.
    static func text(ofError code: UInt32) -> String {
        let words = [
            1: "access denied", 2: "unknown command", 3: "invalid argument", 4: "exists already", 5: "no such thing",
            6: "connection refused", 7: "protocol error", 8: "timeout", 9: "no authentication key", 10: "internal error",
            13: "not a valid server", 17: "not supported", 19: "not implemented", 22: "busy",
        ]
        return words[Int(code)] ?? "error \(code)"
    }
}
