internal import FaderModel
internal import Glibc
public import Logging

/// Log lines on stderr. They have a `<N>` priority if stderr is the journal, which sets time and name itself; otherwise they are plain.
public struct StderrLog: LogHandler {
    /// Lines below this level are left out.
    public var logLevel: Logger.Level
    /// Shown after the message, as `key=value`.
    public var metadata: Logger.Metadata = [:]
    private let isJournal: Bool

    /// A handler for lines of a level and above. `isJournal` says whether stderr is the journal.
    public init(level: Logger.Level, isJournal: Bool = StderrLog.goesToJournal) {
        logLevel = level
        self.isJournal = isJournal
    }

    /// Whether stderr is the journal: `JOURNAL_STREAM` holds the device and inode of the stream.
    public static let goesToJournal: Bool = {
        guard let stream = environment("JOURNAL_STREAM") else { return false }
        var status = stat()
        guard unsafe fstat(STDERR_FILENO, &status) == 0 else { return false }
        return stream == "\(status.st_dev):\(status.st_ino)"
    }()

    /// One value of the metadata.
    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes one line. Of a message of several lines, the further ones are indented; in the journal each has the priority.
    public func log(event: LogEvent) {
        let all = metadata.merging(event.metadata ?? [:]) { $1 }
        let extra = all.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        let prefix = isJournal ? "<\(Self.priority(event.level))>" : "faderd: \(event.level): "
        let lines = "\(event.message)\(extra)".split(separator: "\n", omittingEmptySubsequences: false)
        let further = isJournal ? prefix : "    "
        let text = lines.enumerated().map { "\($0 == 0 ? prefix : further)\(String($1).withoutControls(but: ["\t"]))\n" }.joined()
        Self.write(text)
    }

    /// Writes a text to stderr as it is.
    public static func write(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let written = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR { continue }
            // If writing to stderr fails, there is nowhere else to write.
            guard written > 0 else { return }
            bytes = bytes.dropFirst(written)
        }
    }

    /// The syslog priority of a level.
    static func priority(_ level: Logger.Level) -> Int {
        switch level {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }
}

/// An environment variable, nil if it is unset or empty.
public func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
}
