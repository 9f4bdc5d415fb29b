public import FaderValues

/// A player of the session that speaks MPRIS, and what of it is bound.
public struct MPRISTargetSpec: TargetKind {
    /// Of a player.
    public enum Property: String, Sendable, CaseIterable {
        /// Its own: 1 is full.
        case volume
        case playing
        /// Where in the song it is.
        case position
        case shuffle
    }

    /// For a trigger.
    public enum Call: String, Sendable, CaseIterable {
        case next
        case previous
        case playPause = "play-pause"
        case play
        case pause
        case stop
    }

    /// What is bound, or what a trigger does.
    public enum Use: Sendable, Equatable {
        case property(Property)
        case call(Call)
    }

    /// A glob on what the player's name on the bus has after `org.mpris.MediaPlayer2.`.
    public var player: String
    /// What is bound, or what a trigger does.
    public var use: Use

    /// `mpris`.
    public static let word = "mpris"
    /// The keys whose values are no secrets.
    public static let shownKeys = ["mpris", "property", "call"]
    /// A player can be called.
    public static let takesPresses = true

    /// A target from its parts.
    public init(player: String, _ use: Use) { (self.player, self.use) = (player, use) }

    /// A position moves as long as the song plays.
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
