public import FaderValues

/// A player of the session that speaks MPRIS, and the property or call that is bound.
public struct MPRISTargetSpec: TargetKind {
    /// A property of a player.
    public enum Property: String, Sendable, CaseIterable {
        /// The player's own volume: 1 is its full volume.
        case volume
        case playing
        /// Where in the song it is.
        case position
        case shuffle
    }

    /// A call that a trigger makes to a player.
    public enum Call: String, Sendable, CaseIterable {
        case next
        case previous
        case playPause = "play-pause"
        case play
        case pause
        case stop
    }

    /// The property of the player that is bound, or the call that a trigger makes.
    public enum Use: Sendable, Equatable {
        case property(Property)
        /// For triggers.
        case call(Call)
    }

    /// The glob that the player's name has to match: what its name on the bus has after `org.mpris.MediaPlayer2.`.
    public var player: String
    /// The property of the player that is bound, or the call that a trigger makes.
    public var use: Use

    /// `mpris`.
    public static let word = "mpris"
    /// The keys whose values are no secrets.
    public static let shownKeys = ["mpris", "property", "call"]
    /// Yes: a player can be called.
    public static let takesPresses = true

    /// A target from its parts.
    public init(player: String, _ use: Use) { (self.player, self.use) = (player, use) }

    /// Yes for a position: it moves as long as the song plays.
    public var isPassing: Bool { use == .property(.position) }

    /// Yes for `playing` and `position`.
    public var isFact: Bool { use == .property(.playing) || use == .property(.position) }

    /// The player.
    public var absence: String { "the player \(player) is not there" }

    /// The player, and its property or call.
    public var name: String {
        let word =
            switch use {
            case .property(let property): property.rawValue
            case .call(let call): call.rawValue
            }
        return "mpris \(player) \(word)"
    }
}
