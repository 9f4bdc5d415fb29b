internal import Synchronization

/// A value that one thread gives to another, which waits for it.
public final class Handover<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let bell: Doorbell

    /// A handover of one value. Throws if the system has no descriptor for it.
    public init() throws(ThreadError) { bell = try Doorbell() }

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
}
