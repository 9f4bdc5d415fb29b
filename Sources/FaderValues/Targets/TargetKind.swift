/// A kind of target: what the config says of one target of this kind. How it is read is in FaderConfig (`ReadableTarget`), how it is
/// connected in FaderTargets (`ConnectedTarget`).
public protocol TargetKind: Sendable, Equatable {
    /// The kind's word in the config, the API and names.
    static var word: String { get }
    /// The keys of an entry of `targets:`; empty for a kind whose targets name no entry.
    static var peerKeys: [String] { get }
    /// The keys of a target, also of one that a trigger presses, whose values are no secrets. Where lines of a config are shown, the values of
    /// others are hidden.
    static var shownKeys: [String] { get }
    /// The same of blocks in an entry of `targets:`. The keys of the entry itself are no secrets.
    static var peerBlockKeys: [String] { get }
    /// Whether a color, as one number, can have a target of this kind.
    static var takesColors: Bool { get }
    /// Whether a text parameter can have a target of this kind.
    static var takesTexts: Bool { get }
    /// Whether a trigger can press a target of this kind.
    static var takesPresses: Bool { get }

    /// The name shown to people. It begins with the kind's word, and contains nothing secret: two programs that differ only in their
    /// arguments have one name.
    var name: String { get }
    /// Targets with the same identity are the same target, whatever their kind; a target can have only one parameter. Not for people,
    /// because arguments may be secrets.
    var identity: String { get }
    /// Its claims. Only one target can have each of them. Lights claim each of their channels, so that overlaps are found by equality.
    var claims: [TargetClaim] { get }
    /// The target without the settings of its connection that may change while it stays the same target, such as a password.
    var withoutAccess: Self { get }
    /// Whether it needs the network, which the units of systemd allow only with a drop-in.
    var needsNetwork: Bool { get }
    /// Whether it is set at the daemon's start even if it already shows the parameter's value, and even if nobody ever chose that value.
    var runsAtStart: Bool { get }
    /// Whether its value changes all the time by itself, so that saving it is useless.
    var isPassing: Bool { get }
    /// Whether it tells its value. Until it has, or somebody has set the parameter, the value of the parameter is not known.
    var tells: Bool { get }
    /// Whether it supplies the options of a choice: such a choice needs none in the config, and its target sees it as a text, see
    /// `ParameterSpec.asText`.
    var suppliesOptions: Bool { get }
    /// Whether it is a fact of another program, such as that it records. A fact is no part of a look, so no recall and no undo sets it.
    /// While the program is not there, it is off and cannot be set.
    var isFact: Bool { get }
    /// Whether it stands for one thing after another, as the program in front does. What was set for one means nothing for the next, so no recall and no undo
    /// sets it.
    var isOfOneAfterAnother: Bool { get }
    /// Why a fact cannot be set while its program is not there, as a sentence.
    var absence: String { get }
    /// Whether it is never written although the config does not say so.
    var isOnlyRead: Bool { get }
    /// Whether it has a level that a meter can show: how loud it is now, not how loud it is set.
    var hasLevel: Bool { get }
    /// Whether a change of it may change what other targets of its peer let through: a DCA of a console.
    var affectsOthers: Bool { get }
    /// The selection of strips that its peer keeps, if the target is that, or belongs to one of these strips; nil if it does neither.
    var selection: StripSelection? { get }
}

extension TargetKind {
    /// The name: most targets have no secrets.
    public var identity: String { name }

    /// The target as a whole.
    public var claims: [TargetClaim] { [TargetClaim(identity: identity, name: name)] }

    /// As it is: most targets have no connection that could change.
    public var withoutAccess: Self { self }

    /// None: most targets name no entry of `targets:`.
    public static var peerKeys: [String] { [] }

    /// None: most entries have no blocks.
    public static var peerBlockKeys: [String] { [] }

    /// No: most targets are no colors.
    public static var takesColors: Bool { false }

    /// No: most targets have no texts.
    public static var takesTexts: Bool { false }

    /// No: most targets need a value.
    public static var takesPresses: Bool { false }

    /// No: most targets are on this machine.
    public var needsNetwork: Bool { false }

    /// No: most targets are set only when they show something else.
    public var runsAtStart: Bool { false }

    /// No: most targets change only if somebody changes them.
    public var isPassing: Bool { false }

    /// Yes: most targets can be read.
    public var tells: Bool { true }

    /// No: the options of most choices are in the config.
    public var suppliesOptions: Bool { false }

    /// No: most targets are values that somebody chooses.
    public var isFact: Bool { false }

    /// No: most targets stay what they are.
    public var isOfOneAfterAnother: Bool { false }

    /// Its name says what is not there.
    public var absence: String { "\(name) is not there" }

    /// No: most targets are written.
    public var isOnlyRead: Bool { false }

    /// No: most things are not heard.
    public var hasLevel: Bool { false }

    /// No: most targets are alone.
    public var affectsOthers: Bool { false }

    /// None: most peers have no strips.
    public var selection: StripSelection? { nil }

    /// Whether both are of the same kind and equal in everything.
    func isEqual(to other: any TargetKind) -> Bool { self == other as? Self }
}

/// Something in the world that only one target can have.
public struct TargetClaim: Sendable, Equatable {
    /// The same for every claim to the same thing. Not for people, because it may contain secrets.
    public var identity: String
    /// The name shown to people.
    public var name: String

    /// A claim from its parts.
    public init(identity: String, name: String) { (self.identity, self.name) = (identity, name) }
}
