/// A kind of target: what the config says of one target of this kind. How it is read is in FaderConfig (`ReadableTarget`), how it is
/// connected in FaderTargets (`ConnectedTarget`).
public protocol TargetKind: Sendable, Equatable {
    /// The kind's word in the config, the API and names.
    static var word: String { get }
    /// Whether a color, as one number, can have a target of this kind.
    static var takesColors: Bool { get }
    /// Whether a text parameter can have a target of this kind.
    static var takesTexts: Bool { get }
    /// Whether a trigger can press a target of this kind.
    static var takesPresses: Bool { get }

    /// The name shown to people. It begins with the kind's word, and contains nothing secret: two programs that differ only in their arguments
    /// have one name.
    var name: String { get }
    /// What makes it the same target as another one of any kind: a target can have only one parameter. Not for people, because arguments may
    /// be secrets.
    var identity: String { get }
    /// Whether it is set at the daemon's start even if it shows the parameter's value, and even if nobody ever chose that.
    var runsAtStart: Bool { get }
    /// Whether it tells which options a choice has, as they are: such a choice needs none in the config, and its target sees it as a text, see
    /// `ParameterSpec.asText`.
    var suppliesOptions: Bool { get }
    /// Whether it has a level that a meter can show: how loud it is now, not how loud it is set.
    var hasLevel: Bool { get }
}

extension TargetKind {
    /// The name: most targets have no secrets.
    public var identity: String { name }

    /// No: most targets have to be told a value.
    public static var takesPresses: Bool { false }

    /// No: most targets are set only when they show something else.
    public var runsAtStart: Bool { false }

    /// No: the options of most choices are in the config.
    public var suppliesOptions: Bool { false }

    /// No: most things are not heard.
    public var hasLevel: Bool { false }

    /// Whether the other is of the same kind and the same in everything.
    func isEqual(to other: any TargetKind) -> Bool { self == other as? Self }
}

/// The kinds of targets, one row each. A new kind is a row here and files of its own; CONTRIBUTING.md lists them.
public enum TargetKinds {
    /// All kinds, in the order in which people are shown them.
    public static let all: [any TargetKind.Type] = [
        PulseTargetSpec.self,
        MixerTargetSpec.self,
        OSCTargetSpec.self,
        MQTTTargetSpec.self,
        OBSTargetSpec.self,
        ExecTargetSpec.self,
    ]

    /// Their words.
    public static let words = all.map { $0.word }
}
