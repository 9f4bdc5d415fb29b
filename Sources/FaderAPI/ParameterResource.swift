public import FaderValues

/// A parameter or compound, with everything needed to change it. What does not apply to its kind is nil.
public struct ParameterResource: WireObject, Equatable {
    /// The id: dotted lower-case words.
    public var id: String
    public var label: String
    /// The label on displays of surfaces, which is abbreviated where a cell is too narrow; nil: that is `label`.
    public var short: String?
    /// `number`, `integer`, `toggle`, `choice`, `text`, `range`, `color` or `trigger`.
    public var kind: String
    /// The value; numbers are in the parameter's unit. A trigger has none.
    public var value: Value
    /// The value as a person reads it: `-6.0 dB`.
    public var text: String
    /// The value as a text field offers it: `-6.0`.
    public var editText: String
    /// Where the value lies on the travel, 0…1; nil if no control can drive it.
    public var position: Double?
    public var defaultValue: Value
    /// The beginning of the travel: the lowest value, or the highest if it is reversed. Of a range, that of its ends, as all up to the
    /// taper.
    public var min: Value?
    /// The value at the end of the travel: the highest, or the lowest if the travel is reversed.
    public var max: Double?
    /// The grid that fader motion snaps to; 0: continuous.
    public var step: Double?
    /// The number of decimals in the text form.
    public var decimals: Int?
    /// The unit after the number; may be empty.
    public var unit: String?
    public var taper: Taper?
    /// Of a choice: its options, in the order a fader sweeps them.
    public var options: [ChoiceOption]?
    /// True if the value is an option that the choice's target does not have now; else nil.
    public var absent: Bool?
    /// Of a toggle: the words for off and on.
    public var words: [String]?
    /// Of a text: the regular expression that the whole text must match; nil if there is none.
    public var pattern: String?
    /// Of a text: the largest number of characters.
    public var maxLength: Int?
    /// Of a range or color: the ids of its parts, which are parameters themselves.
    public var parts: [String]?
    /// Of a part: the id of the range or color that it belongs to.
    public var partOf: String?
    /// Of a group and of its mute: the ids of the members.
    public var of: [String]?
    /// Of a member: the id of the group, or of its mute, that moves it.
    public var group: String?
    /// Of a range: the least distance between its ends.
    public var gap: Double?
    /// Of a range: what happens when one end reaches the other: `stop` or `push`.
    public var meet: String?
    /// Of a trigger: whether it is doing what it was pressed for; nil for everything else.
    public var running: Bool?
    /// True for a trigger that sends something when its button comes up; else nil.
    public var releases: Bool?
    /// The color in which it is shown, as `#rrggbb`; nil if it has none.
    public var color: String?
    /// False if the value is not known: the target has not told it, and nobody has set it; else nil.
    public var known: Bool?
    public var readOnly: Bool?
    /// True if a recall leaves it as it is unless the recall names its id; else nil.
    public var recallSafe: Bool?
    /// True if it has a target that tells how loud it is, for the event `levels`; else nil.
    public var hasLevel: Bool?
    /// Who asked for the last change: `touch`, `hand`, `text`, `api`, `recall`, `target`, `undo` or `restore`.
    public var origin: String
    /// The revision, which rises with every change.
    public var revision: UInt64
    /// Who holds it (see `ownedBy`), or the control that moved it last, or the first that drives it: `desk fader.1`. Nil for none.
    public var owner: String?
    /// How it is held; nil if it is not. If it is held in several ways, this is the strongest of them.
    public var ownedBy: Owner?
    /// Who touches it: the controls under a hand, for example `desk fader.1`, then the names of gestures; nil if nobody does.
    public var touchedBy: [String]?
    /// The names of the programs that have declared it; nil if it is in the config.
    public var declaredBy: [String]?
    /// True in the answer to a change that was clamped; else nil.
    public var clamped: Bool?
    /// With `clamped`: the message for people, `clamped to 6.0 dB (range -70.0…6.0 dB)`.
    public var notice: String?

    /// How a value can be held, the strongest way first.
    public enum Owner: String, Codable, Sendable, CaseIterable {
        /// `owner` is a control that feels a finger.
        case touch
        /// `owner` is a control that moved and feels no finger; its hold-off has not ended.
        case hand
        /// `owner` is the gesture of a program.
        case program
        /// It is gliding to the value of a snapshot.
        case recall
    }

    /// What people see where a value is not known.
    package static let unheard = "–"

    /// A resource with the properties that every kind has. The caller sets the others if the kind has them.
    public init(
        id: String, label: String, kind: String, value: Value, text: String, editText: String, defaultValue: Value, origin: String,
        revision: UInt64
    ) {
        self.id = id
        self.label = label
        self.kind = kind
        self.value = value
        self.text = text
        self.editText = editText
        self.defaultValue = defaultValue
        self.origin = origin
        self.revision = revision
    }

    enum CodingKeys: String, CodingKey {
        // In byte order, so that the writer does not have to sort them.
        case absent, clamped, color, decimals, declaredBy
        case defaultValue = "default"
        case editText, gap, group, hasLevel, id, kind, known, label, max, maxLength, meet, min, notice, of, options, origin, ownedBy, owner,
            partOf, parts, pattern, position
        case readOnly, recallSafe, releases, revision, running, short, step, taper, text, touchedBy, unit, value, words
    }
}
