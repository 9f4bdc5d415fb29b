public import FaderValues

/// A player of the session that speaks MPRIS, and what of it is bound.
public struct MPRISTargetSpec: TargetKind {
    public enum Property: String, Sendable, CaseIterable {
        /// The player's own volume: 1 is its full volume.
        case volume
        case playing
        /// Where in the song it is.
        case position
        case shuffle
    }

    public enum Call: String, Sendable, CaseIterable {
        case next
        case previous
        case playPause = "play-pause"
        case play
        case pause
        case stop
    }

    public enum Use: Sendable, Equatable {
        case property(Property)
        case call(Call)
    }

    /// A glob on what the player's name on the bus has after `org.mpris.MediaPlayer2.`.
    public var player: String
    public var use: Use

    public static let word = "mpris"
    public static let shownKeys = ["mpris", "property", "call"]
    public static let takesPresses = true

    public init(player: String, _ use: Use) { (self.player, self.use) = (player, use) }

    /// Yes for a position: it moves as long as the song plays.
    public var isPassing: Bool { use == .property(.position) }

    public var isFact: Bool { use == .property(.playing) || use == .property(.position) }

    public var absence: String { "the player \(player) is not there" }

    public var name: String {
        let word =
            switch use {
            case .property(let property): property.rawValue
            case .call(let call): call.rawValue
            }
        return "mpris \(player) \(word)"
    }
}
