import Logging
import Synchronization

/// The log of a daemon.
final class LogLines: Sendable {
    private let all = Mutex<[String]>([])

    /// Every message, in order.
    var lines: [String] { all.withLock { $0 } }

    /// A logger of all levels that writes here.
    var logger: Logger { Logger(label: "test") { _ in Handler(lines: self) } }

    private struct Handler: LogHandler {
        let lines: LogLines
        var logLevel = Logger.Level.trace
        var metadata: Logger.Metadata = [:]

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { lines.all.withLock { $0.append("\(event.message)") } }
    }
}
