/// What every kind of parameter says of itself. Each has a file in this folder, and `Kinds.swift`, above them all, finds it by its word or
/// case. Whoever adds a kind is told by the compiler what it lacks; nobody else compares kinds, but asks here.
package protocol Kind: Sendable {
    /// The word in the config and the API.
    static var word: KindWord { get }
    /// The keys that it can have, in the order in which they are suggested.
    static var keys: [String] { get }
    /// What typed text should be, for a message: `a number`.
    static var sort: String { get }
    /// Whether a control can drive it, or its parts.
    static var isDriven: Bool { get }
    /// The sort of JSON value that it needs. Nil if the value is of that sort, or if the refusal of the value says what is expected.
    static func sort(insteadOf value: Value) -> String?
}

enum KindKeys {
    /// The keys of every kind. A text has no `short`.
    static let all = ["kind", "type", "label", "short", "color"]
    /// The keys of every kind that has a value.
    static let valued = all + ["default", "recall-safe", "notify"]
    /// The keys of every kind that has a scale.
    static let scaled =
        valued + [
            "min", "max", "unit", "currency", "decimals", "taper", "step", "big-step", "fine-step", "out-of-range", "format",
        ]
}

/// The form in which other programs see the values of a kind. Several kinds can have the same form.
package enum ValueForm: Sendable {
    case number
    /// One of a few words, which are numbered from 0.
    case words
    /// Any text that its rule allows.
    case text
    /// No value: something to press.
    case press
}

/// What a button does to a parameter if the config does not say.
package enum ButtonPress: Sendable {
    /// It switches between both ends.
    case toggle
    /// It goes on to the next option.
    case next
    /// It presses a trigger.
    case press
    /// One end while the button is down, the other one when it is up.
    case follow
}

package protocol KindOfParameter: Kind {
    // MARK: What it is

    static var form: ValueForm { get }
    static var isSwitch: Bool { get }
    /// Its options with their labels; nil unless it has any.
    var options: [ChoiceOption]? { get }
    /// The words of its numbers, in order; empty unless its form is `words`.
    var words: [String] { get }
    /// Which texts it accepts; nil unless its form is `text`.
    var textRule: TextRule? { get }
    /// Whether a number means the same as for `next`, which is of the same kind in a new configuration.
    func counts(like next: any KindOfParameter) -> Bool
    /// The kind without the words for its values, which a console does not use. It keeps the ids of the config's options, and only the
    /// number of those that a target supplies.
    func wordless(isSupplied: Bool) -> ParameterKind
    /// The config's keys about its values, with what they say, `default` aside.
    func settings(of spec: ParameterSpec) -> [(key: String, value: String)]

    // MARK: At a desk

    /// A button (or, for false, a control that is moved) suits it. A kind that both suit prefers a button.
    static func suits(button: Bool) -> Bool
    static var press: ButtonPress { get }
    /// In how many states a lamp can show it; nil: a lamp does not show its value.
    var lampStates: Int? { get }
    /// The words for each of these states in the config, where one may say how a lamp shows it; else nil.
    var lampWords: [[String]]? { get }

    // MARK: Values

    /// The value that a number of the console means.
    func value(of number: Double) -> Value
    /// Within the range; nil if it cannot have that value.
    func number(of value: Value, in spec: ParameterSpec) -> Double?
    /// The number of an option that had another id until the configuration came into force; nil for anything else.
    func number(ofFormer value: Value) -> Double?
    /// The value that a plain number in a message means; nil if it means none.
    func value(ofPlain number: Double) -> Value?

    // MARK: Text

    /// The text that a field offers for editing.
    func edited(_ value: Double, in text: ValueText, for viewer: Viewer) -> String
    /// The text shown to people, without the unit.
    func shown(_ value: Double, in text: ValueText, for viewer: Viewer) -> String
    /// Whether a value is shown as a word, which has no unit.
    func isWord(_ value: Double, in text: ValueText, for viewer: Viewer) -> Bool
    /// Its values as shown to people: `-70.0…6.0 dB`, `off or on`.
    func range(in text: ValueText, for viewer: Viewer) -> String
    /// A text that it accepts; empty if there is none.
    func example(in text: ValueText, for viewer: Viewer) -> String
    /// What is accepted, for a refusal.
    func expected(in text: ValueText, for viewer: Viewer) -> String
    /// Reads typed text.
    func parse(_ typed: TypedCharacters, current: Double, in text: ValueText, for viewer: Viewer) throws(RefusedValue.Reason)
        -> ParsedNumber
    /// A JSON value for which `sort(insteadOf:)` is nil.
    func accept(_ value: Value, in text: ValueText, for viewer: Viewer) throws(RefusedValue.Reason) -> ParsedNumber

    // MARK: Other programs

    /// The words of its numbers in messages where the config gives none; empty unless its form is `words`.
    var messageWords: [String] { get }
    /// The number of a common word in a message, in lower case, which is none of its words; nil if it means nothing.
    static func number(ofCommonWord word: String) -> Double?
    func homeAssistant(_ spec: ParameterSpec) -> HomeAssistantForm
    /// A value as Home Assistant is told; nil if it is told none.
    func homeAssistantState(_ value: Value, of spec: ParameterSpec) -> String?
    /// Nil if the command is to be read as typed text.
    func value(ofHomeAssistant command: String, for spec: ParameterSpec) -> Value?
}

package protocol KindOfCompound: Kind {
    static var partCount: Int { get }
    /// Targets and Home Assistant see one value and not its parts.
    static var isOneValue: Bool { get }
    /// For people.
    func format(_ numbers: [Double], in text: CompoundText, for viewer: Viewer) -> String
    /// The text that a field offers for editing.
    func edited(_ numbers: [Double], in text: CompoundText, for viewer: Viewer) -> String
    /// For people.
    func limits(in text: CompoundText, for viewer: Viewer) -> String
    /// What is accepted, for a refusal.
    func expected(in text: CompoundText, for viewer: Viewer) -> String
    /// Reads typed text.
    func parse(
        _ typed: TypedCharacters, current: [Double], in text: CompoundText, for viewer: Viewer
    ) throws(RefusedValue.Reason) -> ParsedCompound
    /// A JSON value for which `sort(insteadOf:)` is nil.
    func accept(_ value: Value, current: [Double], in text: CompoundText, for viewer: Viewer) throws(RefusedValue.Reason) -> ParsedCompound
    func value(of numbers: [Double]) -> Value
    /// The parts' numbers for a value, each within its range; nil if it is not a value of this compound.
    func numbers(of value: Value, in text: CompoundText) -> [Double]?
}
