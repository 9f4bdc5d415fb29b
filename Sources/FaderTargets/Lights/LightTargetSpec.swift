public import FaderValues

public protocol LightKind: TargetKind {
    /// The universe that has the channels.
    var universe: UniverseSpec { get }
}

/// The channels of a universe that a parameter sets.
public struct FixtureSpec: Sendable, Hashable {
    public enum Form: Sendable, Hashable {
        /// One number; the travel is spread from `low` to `high`.
        case level(low: Double, high: Double)
        /// Red, green, blue, and perhaps the white that they have in common.
        case color(hasWhite: Bool)
    }

    /// From 1.
    public var channel: Int
    /// Whether each number takes two channels, the coarse one first.
    public var isFine: Bool
    public var form: Form

    public init(channel: Int, isFine: Bool = false, form: Form) {
        self.channel = channel
        self.isFine = isFine
        self.form = form
    }

    public var highest: Double { Self.highest(isFine: isFine) }

    public static func highest(isFine: Bool) -> Double { isFine ? 65535 : 255 }

    public var channels: ClosedRange<Int> {
        let numbers =
            switch form {
            case .level: 1
            case .color(let hasWhite): hasWhite ? 4 : 3
            }
        return channel...channel + numbers * (isFine ? 2 : 1) - 1
    }
}

public protocol LightWire: Sendable {
    /// The protocol.
    static var wire: UniverseSpec.Wire { get }
}

/// Streaming ACN, ANSI E1.31.
public enum SACN: LightWire {
    public static let wire = UniverseSpec.Wire.sacn
}

/// Art-Net 4.
public enum ArtNet: LightWire {
    public static let wire = UniverseSpec.Wire.artnet
}

/// They are only written: nobody can ask lights what they show.
public struct LightTargetSpec<Protocol: LightWire>: LightKind {
    public var universe: UniverseSpec
    public var fixture: FixtureSpec

    public static var word: String { Protocol.wire.rawValue }
    public static var peerKeys: [String] { [word] }
    public static var shownKeys: [String] { [word, "channel", "bits", "range", "white"] }
    public static var peerBlockKeys: [String] { ["universe", "host", "at-start", "priority", "interface"] }
    /// Red, green and blue have channels of their own.
    public static var takesColors: Bool { true }
    public var needsNetwork: Bool { true }

    public init(universe: UniverseSpec, fixture: FixtureSpec) { (self.universe, self.fixture) = (universe, fixture) }

    /// No: nobody answers.
    public var tells: Bool { false }

    public var name: String {
        let (first, last) = (fixture.channels.lowerBound, fixture.channels.upperBound)
        return universe.name(with: first == last ? " channel \(first)" : " channels \(first)-\(last)")
    }

    /// None of its channels can belong to another target.
    public var claims: [TargetClaim] {
        fixture.channels.map { channel in
            let name = universe.name(with: " channel \(channel)")
            return TargetClaim(identity: name, name: name)
        }
    }
}
