internal import FaderAPI
public import FaderConfig
internal import FaderConsole
internal import FaderValues

/// A recording that was made with `faderctl monitor --record`.
public struct Recording: Sendable {
    /// Why a recording cannot be played. `description` also says what to do.
    public enum Problem: Error, CustomStringConvertible {
        case unreadable(path: String, ConfigFileError)
        case tooLarge(path: String)
        /// A line, counted from 1, is wrong.
        case wrong(path: String, line: Int, reason: String)
        /// Another version of faderd made it.
        case foreign(path: String, reason: String)
        case silent(path: String)
        /// It has several devices, and none has the name of the surface.
        case several(path: String, senders: [String], surface: String)

        public var description: String {
            switch self {
            case .unreadable(let path, .missing): "there is no recording \(path); \"faderctl monitor --record FILE\" makes one"
            case .unreadable(let path, let error): "the recording \(path) cannot be read: \(error)"
            case .tooLarge(let path): "\(path) is larger than \(RecordedLine.sizeLimit >> 20) MiB, the most that a recording has; cut it"
            case .wrong(let path, let line, let reason): "\(path):\(line): error: \(reason); correct the line, or delete it"
            case .foreign(let path, let reason): "\(path): error: \(reason)"
            case .silent(let path): "\(path) has no message that came in from a device, so there is nothing to play"
            case .several(let path, let senders, let surface):
                "\(path) has messages of \(senders.joined(separator: ", ")), and none of them is \(surface), the surface to play into; "
                    + "keep the lines of one of them"
            }
        }
    }

    struct Message: Sendable {
        var time: Duration
        var sender: String
        var content: DeviceMessage
    }

    public let path: String
    private let messages: [Message]
    /// Messages that the virtual surface cannot send, such as the ticks of a clock.
    let foreign: Int
    /// How many messages the recorder missed.
    let missed: UInt64

    /// Reads an ordinary file, and nothing else. Blocks meanwhile.
    public static func read(_ path: String) throws(Problem) -> Recording {
        let bytes: [UInt8]
        do throws(ConfigFileError) {
            bytes = try SystemFiles().contents(of: path, limit: RecordedLine.sizeLimit + 1)
        } catch {
            throw .unreadable(path: path, error)
        }
        guard bytes.count <= RecordedLine.sizeLimit else { throw .tooLarge(path: path) }
        return try Recording(bytes, path: path)
    }

    package init(_ bytes: [UInt8], path: String) throws(Problem) {
        var (messages, foreign, missed) = ([Message](), 0, UInt64(0))
        var last = Duration.zero
        // Some editors write a byte order mark.
        let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        for (index, range) in TextLines.ranges(of: bytes).enumerated() {
            func wrong(_ reason: String) -> Problem { .wrong(path: path, line: index + 1, reason: reason) }
            let line: RecordedLine
            do throws(RecordingError) {
                line = try RecordedLine.parse(String(decoding: bytes[range], as: UTF8.self))
            } catch {
                if case .otherVersion = error { throw .foreign(path: path, reason: error.description) }
                throw wrong(error.description)
            }
            switch line {
            case .nothing: continue
            case .missed(let count, _): missed = missed.addingReportingOverflow(count).partialValue
            case .message(let message):
                guard message.time >= last else {
                    throw wrong("\(RecordedMessage.text(message.time)) is before the time of the line above, and times do not go back")
                }
                last = message.time
                guard message.direction == .received else { continue }
                guard !Self.isForeign(message.bytes) else {
                    foreign += 1
                    continue
                }
                do throws(WireBytesError) {
                    messages += try DeviceMessage.parse(wire: message.bytes).map {
                        Message(time: message.time, sender: message.sender, content: $0)
                    }
                } catch {
                    throw wrong(error.description)
                }
            }
        }
        guard !messages.isEmpty else { throw .silent(path: path) }
        (self.path, self.messages, self.foreign, self.missed) = (path, messages, foreign, missed)
    }

    /// A system message that is not system exclusive.
    private static func isForeign(_ bytes: String) -> Bool { bytes.utf8.first == UInt8(ascii: "F") && !bytes.hasPrefix("F0") }

    /// The messages of the device with this name, or of the only device, whatever its name.
    func messages(for surface: String) throws(Problem) -> [Message] {
        let senders = Set(messages.map(\.sender)).sorted()
        guard senders.count > 1 else { return messages }
        guard senders.contains(surface) else {
            throw .several(path: path, senders: senders.prefix(8).map(RecordingError.excerpt), surface: surface)
        }
        return messages.filter { $0.sender == surface }
    }
}
