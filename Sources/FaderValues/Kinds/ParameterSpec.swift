/// What happens to typed text beyond a parameter's range.
public enum OutOfRange: String, Sendable, CaseIterable {
    /// The nearest value is set, and the clamp is reported.
    case clamp
    case reject
}

/// What the config says about one parameter. All numbers but `minimum` are finite, `minimum < maximum`, the default lies within the range.
///
/// A toggle is 0…1, a choice 0…(number of options − 1), both with step 1; a text has no scale.
public struct ParameterSpec: Sendable, Equatable {
    /// The id: dotted lower-case words, at most 64 bytes.
    public var id: String
    /// The label shown to people; the id where the config gives none.
    public var label: String
    /// Whether the config gives the label. If not, a target may supply one.
    public var hasOwnLabel: Bool
    /// The label on displays of surfaces, where the config gives another; else nil.
    public var short: String?
    public var kind: ParameterKind
    /// Lowest value; −∞ only with the audio taper.
    public var minimum: Double
    public var maximum: Double
    /// The config has `min` above `max`: the travel goes down. Numbers and integers only.
    public var isTurned: Bool
    /// The value on a fresh start and after `reset`.
    public var defaultValue: Double
    /// Fader motion snaps to these, counted from `minimum`, or from 0 where the minimum is −∞; 0: continuous.
    public var step: Double
    /// 0: ten steps, or without steps a tenth of the travel.
    public var bigStep: Double
    /// 0: a tenth of a step, or without steps a thousandth of the travel.
    public var fineStep: Double
    /// Decimals of the text form, 0…15.
    public var decimals: Int
    /// Unit shown behind the number; may be empty.
    public var unit: String
    public var taper: Taper
    public var outOfRange: OutOfRange
    public var format: TextFormat
    /// The currency, where the value is an amount of money; else nil.
    public var currency: CurrencyNames?
    /// Whether both ends of the range are the same point, as for a hue: typed values beyond them wrap around.
    public var isCircle = false
    /// A recall leaves it as it is unless the recall names its id.
    public var isRecallSafe = false
    /// The desktop shows a notification when it changes.
    public var notifies = false
    /// Its leading target tells its value. Until it has, or somebody has set the parameter, the value is not known.
    public var isTold = false
    /// Whether one of its targets is a fact of another program, see `TargetKind.isFact`.
    public var isFact = false
    /// Whether its leading target is a fact of another program, so that it cannot be set while the program is not there.
    public var isFactOfLeader = false
    /// Whether one of its targets stands for one thing after another, see `TargetKind.isOfOneAfterAnother`.
    public var isOfOneAfterAnother = false
    /// Whether changes of it are no entries of the history.
    public var isOutsideHistory: Bool { isFact || isOfOneAfterAnother }
    /// Whether its leading target is only read, so that only the target changes it.
    public var isReadOnly = false
    /// The options that the config mentions if the target supplies them; the target need not have them now. Otherwise nil.
    public var mentioned: [String]?
    /// Of a group and of its mute: the ids of the members, in the order of the config. Empty for everything else.
    public var members: [String] = []
    /// The id of the group, or of its mute, that moves it.
    public var group: String?
    /// The color where the parameter is shown in color; nil where the config gives none.
    public var color: StripColor?

    /// The defaults are those of the config: 0…1, linear, continuous, two decimals, clamped.
    public init(
        id: String, label: String? = nil, minimum: Double = 0, maximum: Double = 1, defaultValue: Double? = nil, step: Double = 0,
        decimals: Int = 2, unit: String = "", taper: Taper = .linear, outOfRange: OutOfRange = .clamp,
        kind: ParameterKind = .number, bigStep: Double = 0, fineStep: Double = 0, format: TextFormat = TextFormat(), isTurned: Bool = false
    ) {
        self.id = id
        self.label = label ?? id
        hasOwnLabel = label != nil
        self.minimum = minimum
        self.maximum = maximum
        self.isTurned = isTurned
        self.defaultValue = defaultValue ?? (minimum <= 0 && maximum >= 0 ? 0 : isTurned ? maximum : minimum)
        self.step = step
        self.decimals = decimals
        self.unit = unit
        self.taper = taper
        self.outOfRange = outOfRange
        self.kind = kind
        self.bigStep = bigStep
        self.fineStep = fineStep
        self.format = format
    }

    /// Its target supplies the options. As read from the config, it has only those that the config mentions.
    public var isSupplied: Bool { mentioned != nil }

    /// The unit that is kept with a value. A currency is kept by its code, because its sign depends on the locale.
    public var keptUnit: String { currency?.code ?? unit }

    /// The lowest finite value: with a minimum of −∞, the bottom corner of the fader law.
    public var lowestFinite: Double { minimum.isFinite ? minimum : AudioLaw.bottom }

    /// The label on displays of surfaces, which may still be too long for a cell.
    public var displayLabel: String { short ?? label }

    /// Whether it has a left and a right side, as a pan or a balance: numbers on both sides of zero have letters in place of signs.
    public var isBalance: Bool { format.negativeSign != nil && format.positiveSign != nil }

    /// The value at the beginning of the travel: `min` of the config.
    public var first: Double { isTurned ? maximum : minimum }

    /// The value at the end of the travel: `max` of the config.
    public var last: Double { isTurned ? minimum : maximum }

    /// `[a-z0-9_-]+(\.[a-z0-9_-]+)*`, at most 64 bytes.
    public static func isValidID(_ text: String) -> Bool {
        let words = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return text.utf8.count <= 64 && words.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isASCIIWord && !$0.isASCIICapital } }
    }
}

extension ParameterSpec: RowElement {
    public typealias Index = ParameterIndex
}
