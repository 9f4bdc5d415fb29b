/// The new state of a parameter.
public struct Change<Value: Sendable & Equatable>: Sendable, Equatable {
    /// The value.
    public let value: Value
    /// The value as people read it: `-6.0 dB`. Empty until a daemon has sent it.
    public let text: String
    /// The position on the travel, 0…1; nil for texts, ranges and colors, and until a daemon has sent it.
    public let position: Double?
    /// Who asked for it.
    public let origin: Origin
    /// Whether a hand or a gesture holds it.
    public let isTouched: Bool
    /// False if the value is not known: its target has not told it, and nobody has set it. `text` is then `–`.
    public let isKnown: Bool
    /// In the answer to a `set` whose value was beyond the range: `clamped to 6.0 dB (range -70.0…6.0 dB)`.
    public let notice: String?
}

/// The changes of a parameter: first its present state, then each new one. A consumer gets the newest; what it missed while it was busy is
/// left out, and one that never reads costs one change of memory.
///
/// Ends when the parameter is taken back or the connection is closed, not when the daemon goes.
public struct Changes<Value: Sendable & Equatable>: AsyncSequence, Sendable {
    let box: Box
    let kind: FaderKind<Value>

    /// An iterator, which sees every change from now on.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(stream: box.follow().makeAsyncIterator(), kind: kind) }

    /// Iterates over the changes.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var stream: AsyncStream<Seen>.Iterator
        let kind: FaderKind<Value>

        /// The next change.
        public mutating func next() async -> Change<Value>? { await next(isolation: nil) }

        /// The next change.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Change<Value>? {
            while let seen = await stream.next(isolation: actor) {
                if let change = Change(seen, kind) { return change }
            }
            return nil
        }
    }
}

extension Change {
    init?(_ seen: Seen, _ kind: FaderKind<Value>, notice: String? = nil) {
        guard let value = kind.read(seen.value) else { return nil }
        (self.value, text, position, origin) = (value, seen.text, seen.position, seen.origin)
        (isTouched, isKnown, self.notice) = (seen.isTouched, seen.isKnown, notice)
    }
}
