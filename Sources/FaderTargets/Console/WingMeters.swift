/// What a Wing is asked about levels, and what it answers. Pure.
///
/// It is asked over TCP, on the third of the channels of that connection: to which UDP port it is to send levels, of which strips, and, at least every 5 s,
/// to go on. Each packet begins with the number of the question, so that those of an earlier one are not taken for others. Source: docs/consoles.md.
struct WingMeters {
    /// The sorts of strips, what each is called in a question, and which of the numbers of a strip are its level: before the fader, but after it for what
    /// goes out.
    private static let sorts: [(word: String, token: UInt8, level: Range<Int>)] = [
        ("ch", 0xAB, 0..<2), ("aux", 0xAC, 0..<2), ("bus", 0xAD, 2..<4), ("main", 0xAE, 2..<4), ("matrix", 0xAF, 2..<4),
    ]
    /// How many numbers each strip has, of two bytes each.
    private static let numbers = 11
    private static let (escape, escaped, channel): (UInt8, UInt8, UInt8) = (0xDF, 0xDE, 0xD3)
    private static let (portToken, questionToken, first, last): (UInt8, UInt8, UInt8, UInt8) = (0xD3, 0xD4, 0xDC, 0xDE)

    /// The strips that are asked for, in the order in which their levels come.
    private(set) var wanted: [(meter: ConsolePoint.Meter, level: Range<Int>)] = []
    /// The number of the question.
    private var question: UInt32

    /// - Parameter question: the number of the first question, which nobody can guess.
    init(question: UInt32 = .random(in: 0...UInt32.max)) { self.question = question }

    /// Asks for these levels from now on. Returns whether they are others than before.
    mutating func want(_ meters: Set<ConsolePoint.Meter>) -> Bool {
        guard meters != Set(wanted.map(\.meter)) else { return false }
        wanted = Self.sorts.flatMap { sort in
            meters.filter { $0.address == sort.word }.sorted { $0.places.lowerBound < $1.places.lowerBound }.map { ($0, sort.level) }
        }
        question &+= 1
        return true
    }

    /// What is sent first. The first channel is where programs that set values begin, and is left at once.
    static func begin(port: UInt16) -> [UInt8] { [escape, 0xD1] + message([portToken] + port.bigEndianBytes) }

    /// The bytes that ask for the levels.
    var request: [UInt8] {
        let strips = Self.sorts.flatMap { sort in
            let indices = wanted.filter { $0.meter.address == sort.word }.map { UInt8(truncatingIfNeeded: $0.meter.places.lowerBound) }
            return indices.isEmpty ? [] : [sort.token] + indices
        }
        return Self.message([Self.questionToken] + question.bigEndianBytes + [Self.first] + strips + [Self.last])
    }

    /// The bytes that make the console go on sending levels.
    var renewal: [UInt8] { Self.message([Self.questionToken] + question.bigEndianBytes) }

    /// The bytes of a message on the third channel. What looks like the beginning of another channel is marked.
    private static func message(_ bytes: [UInt8]) -> [UInt8] {
        [escape, channel] + bytes.flatMap { $0 == escape ? [escape, escaped] : [$0] }
    }

    /// The levels in decibels below full scale of a packet, −∞ for silence; nil if it is no answer to the question.
    func read(_ packet: [UInt8]) -> [(meter: ConsolePoint.Meter, level: Double)]? {
        let (head, size) = (question.bigEndianBytes, 2 * Self.numbers)
        guard packet.count == head.count + size * wanted.count, packet.starts(with: head) else { return nil }
        return wanted.enumerated().map { place, one in
            let start = head.count + size * place
            let levels = one.level.map { Int16(bitPattern: UInt16(packet[start + 2 * $0]) << 8 | UInt16(packet[start + 2 * $0 + 1])) }
            return (one.meter, ConsoleLevels.shown(Double(levels.max() ?? .min) / 256))
        }
    }
}
