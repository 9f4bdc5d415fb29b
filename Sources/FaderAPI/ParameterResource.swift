/// A parameter as the API shows it: its value in every form, and what a program needs to offer it for change.
public struct ParameterResource: Codable, Sendable, Equatable {
    /// The id: dotted lower-case words.
    public var id: String
    /// What a person reads.
    public var label: String
    /// The value, in the parameter's unit.
    public var value: Double
    /// The value as a person reads it: `-6.0 dB`.
    public var text: String
    /// The value as a text field offers it: `-6.0`.
    public var editText: String
    /// Where the value lies on the travel, 0…1.
    public var position: Double
    /// The lowest value.
    public var min: Double
    /// The highest value.
    public var max: Double
    /// What `reset` goes back to.
    public var defaultValue: Double
    /// What fader motion snaps to; 0: continuous.
    public var step: Double
    /// Decimals of the text form.
    public var decimals: Int
    /// The unit behind the number; may be empty.
    public var unit: String
    /// How travel becomes value.
    public var taper: TaperResource
    /// Who asked for the last change: `touch`, `hand`, `text`, `api`, `recall`, `target` or `restore`.
    public var origin: String
    /// Goes up with every change of this parameter.
    public var revision: UInt64
    /// The control that moved it last, or else the first that drives it: `desk fader.1`; nil where none does.
    public var owner: String?
    /// True in the answer to a change that the range cut; else nil.
    public var clamped: Bool?
    /// With `clamped`: what a person is told, `clamped to 6.0 dB (range -70.0…6.0 dB)`.
    public var notice: String?

    /// A resource from its parts.
    public init(
        id: String, label: String, value: Double, text: String, editText: String, position: Double, min: Double, max: Double,
        defaultValue: Double, step: Double, decimals: Int, unit: String, taper: TaperResource, origin: String, revision: UInt64,
        owner: String? = nil, clamped: Bool? = nil, notice: String? = nil
    ) {
        self.id = id
        self.label = label
        self.value = value
        self.text = text
        self.editText = editText
        self.position = position
        self.min = min
        self.max = max
        self.defaultValue = defaultValue
        self.step = step
        self.decimals = decimals
        self.unit = unit
        self.taper = taper
        self.origin = origin
        self.revision = revision
        self.owner = owner
        self.clamped = clamped
        self.notice = notice
    }

    enum CodingKeys: String, CodingKey {
        case id, label, value, text, editText, position, min, max, step, decimals, unit, taper, origin, revision, owner, clamped, notice
        case defaultValue = "default"
    }
}
