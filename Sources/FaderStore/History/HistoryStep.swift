public import FaderValues

/// The values that undo or redo would set. Nothing happens until `History.begin` is called and the values are set.
public struct HistoryStep: Sendable, Equatable {
    /// Whether a step goes back or forth.
    public enum Direction: Sendable {
        /// Back to the values before.
        case undo
        /// Forth to the values after.
        case redo
    }

    /// How far a step goes.
    public enum Reach: Sendable, Equatable {
        /// This many entries, or as many as there are. `passingKeys`: without those that were made with the key of a page.
        case entries(Int, passingKeys: Bool = false)
        /// Undo: until the entry with that number is the newest that is not undone. Redo: until that entry is no longer undone.
        case to(UInt64)
        /// Undo: the entry with that number alone.
        case only(UInt64)

        /// Whether the changes of an entry are among those that it may reach.
        func includes(_ entry: History.Entry) -> Bool {
            switch self {
            case .entries(_, let passingKeys): !(passingKeys && entry.isOfKey)
            case .to: true
            case .only(let number): entry.number == number
            }
        }
    }

    /// A change of an entry that the step undoes or redoes.
    struct Part: Sendable, Equatable {
        var number: UInt64
        var id: String
        /// Which undo of the step it belongs to. Redo takes one of them at a time.
        var act: Int
    }

    /// Whether a step goes back or forth.
    public let direction: Direction
    /// The values to set, by parameter id; never empty.
    public let values: [String: KeptValue]
    /// The parts act by act, in the order in which the acts happen.
    let parts: [Part]
    /// How many acts there are.
    let actCount: Int
    /// Ends of ranges that cannot reach their values, even with the changes of the other end included. They go as far as they can.
    let crowded: Set<String>

    /// The numbers of the entries that the step concerns, sorted.
    public var numbers: [UInt64] { Set(parts.map(\.number)).sorted() }
}

/// What the search for a step needs to know about the parameters. By default every parameter can have every value.
public struct HistoryScene {
    /// The value that a parameter would get if set to this one; nil if it does not exist or cannot have that value. Such changes are
    /// skipped, or the same step would be found again and again.
    public var make: (String, KeptValue) -> Value?
    /// The present value of a parameter; nil if it is not known.
    public var current: (String) -> Value?
    /// The other end of the range that a parameter is an end of; nil if it is not an end.
    public var partner: (String) -> String?
    /// Whether an end of a range can have the first value while the other end has the second.
    public var fits: (String, Value, Value) -> Bool

    /// A scene from its parts.
    public init(
        make: @escaping (String, KeptValue) -> Value? = { $1.value }, current: @escaping (String) -> Value? = { _ in nil },
        partner: @escaping (String) -> String? = { _ in nil }, fits: @escaping (String, Value, Value) -> Bool = { _, _, _ in true }
    ) {
        self.make = make
        self.current = current
        self.partner = partner
        self.fits = fits
    }

    /// Whether a parameter already has the value that it would get if set to this one.
    public func isThere(_ id: String, _ value: KeptValue) -> Bool { make(id, value).map { $0 == current(id) } ?? false }
}
