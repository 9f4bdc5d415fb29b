internal import Synchronization

/// One value that a thread gives to another one, which waits for it.
public final class Handover<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let bell: Doorbell

    /// For one value. Throws if the system has no descriptor for it.
    public init() throws(ThreadError) { bell = try Doorbell() }

    /// Gives it.
    public func give(_ new: Value) {
        value.withLock { $0 = new }
        bell.ring()
    }

    /// Blocks until it has been given, and returns it.
    public func receive() -> Value {
        while true {
            if let value = value.withLock({ $0 }) { return value }
            bell.wait(atMost: nil)
        }
    }

    /// The same, but no longer than until `deadline`; nil if it has not been given by then.
    public func receive(until deadline: ContinuousClock.Instant) -> Value? {
        while true {
            let value = value.withLock { $0 }
            let left = deadline - .now
            if value != nil || left <= .zero { return value }
            bell.wait(atMost: left)
        }
    }
}
