/// Reads Server-Sent Events from bytes that arrive in pieces.
struct EventParser {
    struct Event: Equatable {
        var name: String
        var data: [UInt8]
    }

    /// The most bytes of one event. The daemon sends no longer events.
    static let longestEvent = 64 * 1024 * 1024

    private var line: [UInt8] = []
    private var name = ""
    private var data: [UInt8] = []
    private var hasData = false

    mutating func feed(_ bytes: some Sequence<UInt8>) -> [Event]? {
        var events: [Event] = []
        let bytes = Array(bytes)
        var start = 0
        while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
            line += bytes[start..<end]
            if let event = read(line[...]) { events.append(event) }
            line.removeAll(keepingCapacity: true)
            start = end + 1
        }
        line += bytes[start...]
        return line.count + data.count <= Self.longestEvent ? events : nil
    }

    private mutating func read(_ line: ArraySlice<UInt8>) -> Event? {
        let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        guard !line.isEmpty else { return endEvent() }
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        var value = line[colon...].dropFirst()
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        switch String(decoding: line[..<colon], as: UTF8.self) {
        case "event": name = String(decoding: value, as: UTF8.self)
        case "data":
            if hasData { data.append(UInt8(ascii: "\n")) }
            hasData = true
            data += value
        default: break
        }
        return nil
    }

    private mutating func endEvent() -> Event? {
        defer {
            name = ""
            data = []
            hasData = false
        }
        return hasData ? Event(name: name, data: data) : nil
    }
}
