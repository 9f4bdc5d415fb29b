public import FaderValues

/// A console: one entry of `targets:`.
public struct ConsolePeerSpec: Sendable, Hashable {
    /// The word of its family.
    public var family: String
    /// A name or a numeric address.
    public var host: String
    public var port: Int
    /// The UDP port at which its levels come, if it sends them to one; nil: a free one.
    public var listen: Int?
    /// The channel of MIDI, from 1, if it speaks on one.
    public var channel: Int
    /// The MIDI device that it is; nil: it is at that address.
    public var device: ConsoleDevice?

    /// A console in a network, from its parts.
    public init(family: String, host: String, port: Int, channel: Int = 1) {
        (self.family, self.host, self.port, self.channel) = (family, host, port, channel)
    }

    /// A console that is a MIDI device of this machine.
    public init(family: String, device: ConsoleDevice, channel: Int = 1) {
        self.init(family: family, host: "", port: 0, channel: channel)
        self.device = device
    }

    /// For people: the family and the address, with port and channel unless they are the usual ones.
    public var name: String { "\(family) \(place)" + (channel == 1 ? "" : " channel \(channel)") }

    var wirePlace: ConsolePlace {
        ConsolePlace(name: name, host: host, port: port, listen: listen, device: device, channel: UInt8(channel - 1) & 0x0F)
    }

    /// The address as the config writes it, with the port unless it is the usual one.
    var place: String {
        if let device { return device.name }
        let host = host.contains(":") ? "[\(host)]" : host
        return host + (port == ConsoleFamily.of(family).port ? "" : ":\(port)")
    }
}

/// A kind of target for a family of consoles.
public protocol ConsoleKind: TargetKind {
    /// The console.
    var peer: ConsolePeerSpec { get }
    /// What is bound, or what a trigger does.
    var point: ConsolePoint { get }
}

/// Something in a console that a parameter is bound to, or that a trigger does.
public struct ConsoleTargetSpec<Family: ConsoleWord>: ConsoleKind {
    /// The console.
    public var peer: ConsolePeerSpec
    /// What is bound, or what a trigger does.
    public var point: ConsolePoint
    /// What a trigger sends.
    public var arguments: [OSCTargetSpec.Argument]

    /// The family's word.
    public static var word: String { Family.word }
    /// The keys of an entry of `targets:`.
    public static var peerKeys: [String] {
        let family = ConsoleFamily.of(word)
        return [word] + (family.hasChannel ? ["channel"] : []) + (family.listens ? ["listen"] : [])
    }
    /// Those of a console that is a MIDI device.
    public static var peerBlockKeys: [String] { ConsoleFamily.of(word).hasChannel ? ["client", "port"] : [] }
    /// The keys whose values are no secrets.
    public static var shownKeys: [String] { ConsoleTargetReader.keys(of: ConsoleFamily.of(word)) + ["load", "snippet", "args"] }
    /// Yes: names are texts.
    public static var takesTexts: Bool { true }
    /// Yes: scenes can be recalled.
    public static var takesPresses: Bool { true }
    /// Yes, unless it is a MIDI device of this machine.
    public var needsNetwork: Bool { peer.device == nil }

    /// A target from its parts.
    public init(peer: ConsolePeerSpec, _ point: ConsolePoint, arguments: [OSCTargetSpec.Argument] = []) {
        (self.peer, self.point, self.arguments) = (peer, point, arguments)
    }

    /// Yes for the faders of strips that are heard.
    public var hasLevel: Bool { point.meter != nil }

    /// Yes for the fader of a DCA.
    public var affectsOthers: Bool { point.isMaster }

    /// Yes for the current scene, unless the config has the options.
    public var suppliesOptions: Bool { point.form == .scene }

    /// The selected channel, or the strip that it belongs to, if that can be selected.
    public var selection: StripSelection? {
        if point.address == ConsoleFamily.of(Self.word).selection { return StripSelection(peer: peer.name) }
        return point.strip.map { StripSelection(peer: peer.name, option: $0) }
    }

    /// The console and the address.
    public var name: String { "\(peer.name) \(point.name)" + arguments.map { " \($0)" }.joined() }
}
