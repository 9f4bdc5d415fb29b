/// What the config says of one target of this kind. How it is read is in FaderConfig (`ReadableTarget`), how it is connected in
/// FaderTargets (`ConnectedTarget`).
public protocol TargetKind: Sendable, Equatable {
    /// The kind's word in the config, the API and names.
    static var word: String { get }
    /// Keys of an entry of `targets:`; empty for a kind whose targets name no entry.
    static var peerKeys: [String] { get }
    /// Keys of a target, also of one that a trigger presses, whose values are no secrets. Where lines of a config are shown, other values
    /// are hidden.
    static var shownKeys: [String] { get }
    /// The shown keys of blocks in an entry of `targets:`. The keys of the entry itself are no secrets.
    static var peerBlockKeys: [String] { get }
    /// A color, as one number, can have such a target.
    static var takesColors: Bool { get }
    /// Whether a text parameter can have a target of this kind.
    static var takesTexts: Bool { get }
    /// Whether a trigger can press a target of this kind.
    static var takesPresses: Bool { get }

    /// The name for people. It begins with the kind's word, and contains nothing secret: two programs that differ only in their arguments
    /// have one name.
    var name: String { get }
    /// It is the same only for the same target, whatever its kind; a target can have only one parameter. Not for people, because arguments
    /// may be secrets.
    var identity: String { get }
    /// Its claims. Only one target can have each of them. Lights claim each of their channels, so that overlaps are found by equality.
    var claims: [TargetClaim] { get }
    /// The target without the settings of its connection that may change while it stays the same target, such as a password.
    var withoutAccess: Self { get }
    /// The units of systemd allow the network only with a drop-in.
    var needsNetwork: Bool { get }
    /// It is set at the daemon's start even if it already shows the parameter's value, and even if nobody ever chose that value.
    var runsAtStart: Bool { get }
    /// Its value changes all the time by itself, so that saving it is useless.
    var isPassing: Bool { get }
    /// It tells its value, which is not known until then, or until somebody sets the parameter.
    var tells: Bool { get }
    /// A choice of it needs no options in the config; its target sees it as a text, see `ParameterSpec.asText`.
    var suppliesOptions: Bool { get }
    /// It is a fact of another program, such as that it records: no part of a look, so no recall and no undo sets it. While the program is
    /// not there, it is off and cannot be set.
    var isFact: Bool { get }
    /// It stands for one thing after another, as the program in front does. What was set for one means nothing for the next, so no recall
    /// and no undo sets it.
    var isOfOneAfterAnother: Bool { get }
    /// Why a fact cannot be set while its program is not there, as a sentence.
    var absence: String { get }
    /// Never written, although the config does not say so.
    var isOnlyRead: Bool { get }
    /// A meter can show how loud it is now, not how loud it is set.
    var hasLevel: Bool { get }
    /// A change of it may change what other targets of its peer let through: a DCA of a console.
    var affectsOthers: Bool { get }
    /// The selection of strips that its peer keeps, if the target is that, or belongs to one of these strips.
    var selection: StripSelection? { get }
}

extension TargetKind {
    public var identity: String { name }

    public var claims: [TargetClaim] { [TargetClaim(identity: identity, name: name)] }

    public var withoutAccess: Self { self }

    public static var peerKeys: [String] { [] }

    public static var peerBlockKeys: [String] { [] }

    public static var takesColors: Bool { false }

    public static var takesTexts: Bool { false }

    public static var takesPresses: Bool { false }

    public var needsNetwork: Bool { false }

    public var runsAtStart: Bool { false }

    public var isPassing: Bool { false }

    public var tells: Bool { true }

    public var suppliesOptions: Bool { false }

    public var isFact: Bool { false }

    public var isOfOneAfterAnother: Bool { false }

    public var absence: String { "\(name) is not there" }

    public var isOnlyRead: Bool { false }

    public var hasLevel: Bool { false }

    public var affectsOthers: Bool { false }

    public var selection: StripSelection? { nil }

    func isEqual(to other: any TargetKind) -> Bool { self == other as? Self }
}

/// Something in the world that only one target can have.
public struct TargetClaim: Sendable, Equatable {
    /// The same for every claim to the same thing. Not for people, because it may contain secrets.
    public var identity: String
    /// For people.
    public var name: String

    public init(identity: String, name: String) { (self.identity, self.name) = (identity, name) }
}
