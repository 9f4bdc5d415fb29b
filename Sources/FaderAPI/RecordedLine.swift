internal import FaderValues

/// A line of a recording. `monitor --record` writes it, `faderd --play` reads it. The rules are in `docs/recordings.md`.
package enum RecordedLine: Equatable, Sendable {
    case message(RecordedMessage)
    /// This many messages were not read in time.
    case missed(UInt64, at: Duration)
    /// A blank line or a comment.
    case nothing

    package static let head = "# faderd recording 1"
    /// The most bytes that a recording may have.
    package static let sizeLimit = 64 << 20
    /// The latest time that a line may have, in seconds: eleven days.
    private static let latest = 1e6

    /// Parses a line that has no line end.
    package static func parse(_ line: String) throws(RecordingError) -> RecordedLine {
        var rest = line.unicodeScalars[...]
        let first = word(&rest)
        if first.hasPrefix("#") || first.isEmpty { return try comment(line) }
        guard let seconds = Self.seconds(first) else { throw .noTime(first) }
        guard seconds <= Self.latest else { throw .tooLate }
        let (time, way) = (Duration.milliseconds(Int64((seconds * 1000).rounded())), word(&rest))
        if way == "missed" {
            guard let count = UInt64(word(&rest)) else { throw .noCount }
            return .missed(count, at: time)
        }
        guard let direction = MonitorResource.Direction(rawValue: way) else { throw .noDirection(way) }
        let sender = try sender(&rest)
        let bytes = rest.prefix { $0 != "#" }.split { $0 == " " || $0 == "\t" }.map(String.init)
        guard !sender.isEmpty, !bytes.isEmpty else { throw .noBytes }
        if let wrong = bytes.first(where: { !isByte($0) }) { throw .notHexadecimal(wrong) }
        return .message(RecordedMessage(time: time, direction: direction, sender: sender, bytes: bytes.joined(separator: " ")))
    }

    /// Comments are skipped, but the rest of another version cannot be read.
    private static func comment(_ line: String) throws(RecordingError) -> RecordedLine {
        let name = head.dropLast(1)
        guard line.hasPrefix(name), line.split(separator: " ").last != head.split(separator: " ").last else { return .nothing }
        throw .otherVersion(String(line.dropFirst(name.count)))
    }

    /// Reads digits with at most one point: no sign, no exponent. Nil for anything else.
    private static func seconds(_ word: String) -> Double? {
        guard word.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }) else { return nil }
        return Double(word)
    }

    private static func isByte(_ word: String) -> Bool {
        word.utf8.count == 2 && word.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || (0x41...0x46).contains($0 & 0xDF) }
    }

    private static func word(_ rest: inout Substring.UnicodeScalarView) -> String {
        rest = rest.drop { $0 == " " || $0 == "\t" }
        let word = rest.prefix { $0 != " " && $0 != "\t" }
        rest = rest[word.endIndex...]
        return String(word)
    }

    /// A client's name is in quotes and may have blanks in it.
    private static func sender(_ rest: inout Substring.UnicodeScalarView) throws(RecordingError) -> String {
        rest = rest.drop { $0 == " " || $0 == "\t" }
        guard rest.first == "\"" else { return word(&rest) }
        var (end, isEscaped) = (rest.index(after: rest.startIndex), false)
        while end < rest.endIndex, isEscaped || rest[end] != "\"" {
            isEscaped = !isEscaped && rest[end] == "\\"
            end = rest.index(after: end)
        }
        guard end < rest.endIndex else { throw .openQuote }
        let quoted = rest[...end]
        rest = rest[rest.index(after: end)...]
        return String(quoted) + word(&rest)
    }
}

package struct RecordedMessage: Equatable, Sendable {
    /// The time since the first message, in whole milliseconds.
    package var time: Duration
    package var direction: MonitorResource.Direction
    /// A surface, or a client without one in quotes, with `:2` for the second of several ports.
    package var sender: String
    /// Two hexadecimal digits a byte, separated by blanks.
    package var bytes: String

    package init(time: Duration, direction: MonitorResource.Direction, sender: String, bytes: String) {
        (self.time, self.direction, self.sender, self.bytes) = (time, direction, sender, bytes)
    }

    /// Nil if the monitor does not know the bytes of the message.
    package init?(_ message: MonitorResource, at time: Duration) {
        guard let bytes = message.bytes else { return nil }
        self.init(time: time, direction: message.direction, sender: Self.sender(of: message), bytes: bytes)
    }

    package static func sender(of message: MonitorResource) -> String {
        message.surface ?? (message.client ?? "?").yamlQuoted + (message.port.map { ":\($0)" } ?? "")
    }

    /// Its line in a recording, without the comment that says what it means.
    package var line: String { "\(RecordedMessage.text(time)) \(direction == .received ? "in " : "out") \(sender) \(bytes)" }

    /// A time as a recording writes it: in seconds with three decimals.
    package static func text(_ time: Duration) -> String {
        let (seconds, rest) = time.components
        let milliseconds = String(rest / 1_000_000_000_000_000)
        return "\(seconds)." + String(repeating: "0", count: 3 - milliseconds.utf8.count) + milliseconds
    }
}

/// `description` also says what is expected.
package enum RecordingError: Error, Equatable, CustomStringConvertible {
    case noTime(String)
    case tooLate
    case noDirection(String)
    case noCount
    case noBytes
    case notHexadecimal(String)
    case openQuote
    case otherVersion(String)

    package var description: String {
        switch self {
        case .noTime(let word): "\"\(Self.excerpt(word))\" is not a time; a line begins with seconds, as \(Self.example)"
        case .tooLate: "a recording is at most 1000000 seconds long, which is eleven days"
        case .noDirection(let word):
            "\"\(Self.excerpt(word))\" is not a direction; the time is followed by in, out or missed, as \(Self.example)"
        case .noCount: "missed is followed by how many messages are missing, as 0.512 missed 12"
        case .noBytes: "the line has no bytes; they follow the name of the surface, as \(Self.example)"
        case .notHexadecimal(let word):
            "\"\(Self.excerpt(word))\" is not a byte; expected two hexadecimal digits for each, as \(Self.example)"
        case .openQuote: "the name that begins with a quote has no quote at its end"
        case .otherVersion(let version):
            "this is a recording of version \(Self.excerpt(version)), and this faderd reads version 1; use the faderd that it comes with"
        }
    }

    private static let example = "\"0.512 in desk B0 07 40\""

    /// The beginning of a text from a file, for use in an error.
    package static func excerpt(_ text: String) -> String {
        text.unicodeScalars.count > 60 ? String(text.unicodeScalars.prefix(60)).withoutControls() + "…" : text.withoutControls()
    }
}
