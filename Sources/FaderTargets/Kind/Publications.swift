public import FaderValues
internal import NIOCore
internal import Synchronization

/// What comes from the brokers on which parameters are published. Safe to use from anywhere.
public final class Publications: Sendable {
    public enum News: Sendable {
        /// What was published before has to be published again.
        case connected
        /// What the broker kept of the last document for Home Assistant. Follows `connected`.
        case document([UInt8])
        case lost(String)
        /// Just now; what the broker kept from former times is not reported.
        case command(topic: String, payload: [UInt8])
    }

    /// The broker keeps it unless it is about a moment; without a payload it forgets the topic.
    public struct Message: Sendable {
        let topic: String
        let payload: [UInt8]
        let isKept: Bool

        public init(_ topic: String, _ text: String, isKept: Bool = true) {
            (self.topic, payload, self.isKept) = (topic, Array(text.utf8), isKept)
        }
    }

    private let reader = Mutex<(@Sendable (MQTTPeerSpec, News) -> Void)?>(nil)

    /// Gives all news to `reader`, which is called on the loop of the targets.
    public func read(by reader: @escaping @Sendable (MQTTPeerSpec, News) -> Void) { self.reader.withLock { $0 = reader } }

    func report(_ peer: MQTTPeerSpec, _ news: News) { reader.withLock { $0 }?(peer, news) }
}
