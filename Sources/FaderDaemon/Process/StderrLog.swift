public import FaderValues
internal import Glibc
public import Logging

/// Log lines on stderr: with a `<N>` priority for the journal, which adds time and name; with the name on a terminal; with time and name in
/// a file.
public struct StderrLog: LogHandler {
    /// Lines below this level are left out.
    public var logLevel: Logger.Level
    /// Shown after the message, as `key=value`.
    public var metadata: Logger.Metadata = [:]

    enum Destination {
        case journal
        case terminal
        case file
    }

    private static let stream = LogStream(STDERR_FILENO) { count in
        lines("\(count) line\(count == 1 ? " was" : "s were") lost here, because nobody read the log", .warning)
    }

    /// A handler for lines of a level and above.
    public init(level: Logger.Level) { logLevel = level }

    /// The journal has written the device and inode of its stream into `JOURNAL_STREAM`.
    private static let destination: Destination = {
        var status = stat()
        if let stream = ProcessEnvironment.variable("JOURNAL_STREAM"), unsafe fstat(STDERR_FILENO, &status) == 0,
            stream == "\(status.st_dev):\(status.st_ino)"
        {
            return .journal
        }
        return isatty(STDERR_FILENO) != 0 ? .terminal : .file
    }()

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        var all = metadata.merging(event.metadata ?? [:]) { $1 }
        var further: [String] = []
        if case .array(let lines)? = all.removeValue(forKey: Self.furtherLines) { further = lines.map { "\($0)" } }
        let extra = all.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        Self.stream.write(Self.lines("\(event.message)\(extra)", event.level, further: further))
    }

    /// Metadata with the lines that follow the message. Line breaks elsewhere, as in a name, do not begin a line.
    static let furtherLines = "lines"

    /// Says how many lines were lost. Call it at the end.
    public static func finish() { stream.finish() }

    /// The further lines are indented; in the journal each begins with the priority.
    static func lines(
        _ message: String, _ level: Logger.Level, further: [String] = [], to destination: Destination = destination
    ) -> String {
        let prefix =
            switch destination {
            case .journal: "<\(priority(level))>"
            case .terminal: "faderd: \(level): "
            case .file: "\(now) faderd: \(level): "
            }
        let indent = destination == .journal ? prefix : "    "
        return "\(prefix)\(message.withoutControls(but: ["\t"]))\n"
            + further.map { "\(indent)\($0.withoutControls(but: ["\t"]))\n" }.joined()
    }

    private static var now: String {
        var seconds = time(nil)
        var parts = unsafe tm()
        unsafe localtime_r(&seconds, &parts)
        var text = [CChar](repeating: 0, count: 32)
        let count = unsafe strftime(&text, text.count, "%Y-%m-%dT%H:%M:%S%z", &parts)
        return String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Writes a text unchanged, and waits until it is read.
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

extension Logger {
    /// Logs a diagnostic with its excerpt.
    public func log(_ diagnostic: Diagnostic) {
        let lines = diagnostic.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        log(
            level: diagnostic.severity == .error ? .error : .warning, "\(lines[0])",
            metadata: lines.count > 1 ? [StderrLog.furtherLines: .array(lines.dropFirst().map { .string($0) })] : nil)
    }
}
