public import FaderValues

/// The values that undo or redo would set, once `History.begin` is called.
public struct HistoryStep: Sendable, Equatable {
    public enum Direction: Sendable {
        case undo
        case redo
    }

    public enum Reach: Sendable, Equatable {
        /// This many entries, or as many as there are. `passingKeys`: without those that were made with the key of a page.
        case entries(Int, passingKeys: Bool = false)
        /// Undo: until that entry is the newest that counts. Redo: until it is no longer undone.
        case to(UInt64)
        /// Undo: the entry with that number alone.
        case only(UInt64)

        func includes(_ entry: History.Entry) -> Bool {
            switch self {
            case .entries(_, let passingKeys): !(passingKeys && entry.isOfKey)
            case .to: true
            case .only(let number): entry.number == number
            }
        }
    }

    struct Part: Sendable, Equatable {
        var number: UInt64
        var id: String
        /// Which act of the step it belongs to. Redo takes one act at a time.
        var act: Int
    }

    public let direction: Direction
    /// The values to set, by parameter id; never empty.
    public let values: [String: KeptValue]
    let parts: [Part]
    let actCount: Int
    /// Ends of ranges that cannot reach their values, even with the other end's changes. They go as far as they can.
    let crowded: Set<String>

    public var numbers: [UInt64] { Set(parts.map(\.number)).sorted() }
}

/// What the search for a step needs to know of the parameters. By default each can have every value.
public struct HistoryScene {
    /// What a parameter would get if set to this value; nil if it cannot have it, or does not exist. Such changes are skipped, or the same
    /// step would be found again and again.
    public var make: (String, KeptValue) -> Value?
    /// The present value of a parameter; nil if it is not known.
    public var current: (String) -> Value?
    /// The other end of a range; nil for other parameters.
    public var partner: (String) -> String?
    /// Whether an end of a range can have the first value while the other has the second.
    public var fits: (String, Value, Value) -> Bool

    public init(
        make: @escaping (String, KeptValue) -> Value? = { $1.value }, current: @escaping (String) -> Value? = { _ in nil },
        partner: @escaping (String) -> String? = { _ in nil }, fits: @escaping (String, Value, Value) -> Bool = { _, _, _ in true }
    ) {
        self.make = make
        self.current = current
        self.partner = partner
        self.fits = fits
    }

    /// It has the value that it would get if set to this one.
    public func isThere(_ id: String, _ value: KeptValue) -> Bool { make(id, value).map { $0 == current(id) } ?? false }
}
