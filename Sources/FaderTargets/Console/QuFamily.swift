extension ConsoleFamily {
    /// Allen & Heath Qu-16, 24, 32, Pac and SB, by MIDI.
    static let qu = ConsoleFamily(
        word: "qu", title: "Qu", models: [], port: 51325,
        wire: .bytes(ConsoleByteManner(watch: .init(renewal: .seconds(1), isGreetedAtRest: false)) { QuSpeech(channel: $0.channel) }),
        map: QuMap(),
        addresses: .bytes(3, top: 127, example: "20.17.07"),
        strips: [
            ConsoleStrip("ch", "", 32, sends: [.init("bus", 7)]),
            ConsoleStrip("aux", "", 3, sends: [.init("bus", 7)]),
            ConsoleStrip("fx", "", 4, sends: [.init("bus", 7)]),
            ConsoleStrip("bus", "", 7),
            ConsoleStrip("group", "", 4),
            ConsoleStrip("matrix", "", 2),
            ConsoleStrip("dca", "", 4, hasPan: false),
            ConsoleStrip("main", named: ["st"], ""),
        ],
        muteGroups: 4, hasChannel: true, scenes: Scenes(load: QuSpeech.scene, numbers: 1...100))
}

/// The addresses in a Qu: the number of a strip, and the number of its parameter.
struct QuMap: ConsoleMap {
    private static let level = ConsolePoint.Form.scale(.taper(steps: 127), .whole(most: 127))
    private static let (fader, send, own): (UInt8, UInt8, UInt8) = (0x17, 0x20, 0x07)
    private static let nameBytes = 12
    private static let first: [String: UInt8] = [
        "ch": 0x20, "aux": 0x40, "fx": 0x08, "bus": 0x60, "main": 0x67, "group": 0x68, "matrix": 0x6C, "dca": 0x10,
    ]

    private static func number(_ strip: ConsoleStrip, _ number: Int) -> UInt8 { (first[strip.word] ?? 0) + UInt8(number - 1) }

    func point(_ strip: ConsoleStrip, _ number: Int, _ property: ConsoleProperty?) -> ConsolePoint? {
        let channel = Self.number(strip, number)
        switch property {
        case nil: return ConsolePoint(ConsoleBytes.text(channel, Self.fader, Self.own), Self.level, "type: decibel")
        case .mute: return Self.mute(channel)
        case .name:
            let bytes = Self.nameBytes
            return ConsolePoint(QuSpeech.name(channel), .text(bytes: bytes), "kind: text, max-length: \(bytes)")
        default: return nil
        }
    }

    func send(_ strip: ConsoleStrip, _ number: Int, to goal: ConsoleStrip.Sends, _ other: Int, _ property: ConsoleProperty?)
        -> ConsolePoint?
    {
        guard property == nil else { return nil }
        return ConsolePoint(ConsoleBytes.text(Self.number(strip, number), Self.send, UInt8(other - 1)), Self.level, "type: decibel")
    }

    func look(_ strip: ConsoleStrip, _ number: Int) -> ConsolePoint.Look? {
        ConsolePoint.Look(name: QuSpeech.name(Self.number(strip, number)), color: nil)
    }

    func muteGroup(_ number: Int) -> ConsolePoint? { Self.mute(0x50 + UInt8(number - 1)) }

    private static func mute(_ channel: UInt8) -> ConsolePoint {
        ConsolePoint(QuSpeech.mute(channel), .flag(isInverted: false), ConsolePoint.muteKeys)
    }
}

/// A Qu tells everything once it is asked for everything, and each change then; only names have questions of their own. Pure.
struct QuSpeech: ConsoleSpeech {
    static let scene = "scene"
    static func mute(_ channel: UInt8) -> String { "mute.\(ConsoleBytes.text(channel))" }
    static func name(_ channel: UInt8) -> String { "name.\(ConsoleBytes.text(channel))" }

    private static let head: [UInt8] = [0x00, 0x00, 0x1A, 0x50, 0x11, 0x01, 0x00, 0x00]
    /// What system exclusive messages are about.
    private static let (askName, tellName, setName, askAll): (UInt8, UInt8, UInt8, UInt8) = (0x01, 0x02, 0x03, 0x10)
    private static let main: UInt8 = 0x67
    private static let alive: [UInt8] = [0xFE]

    private var midi = ConsoleMIDI()
    private var numbers: ConsoleNRPN
    private var known: [String: ConsoleMessage.Argument] = [:]

    init(channel: UInt8) { numbers = ConsoleNRPN(channel: channel) }

    private static func exclusive(_ data: UInt8...) -> [UInt8] { [0xF0] + head + data + [0xF7] }

    func begin() -> [UInt8] { Self.exclusive(Self.askAll, 1) }
    var greeting: [UInt8] { Self.exclusive(Self.askName, Self.main) }
    var renewal: [UInt8] { Self.alive }

    private static func channel(_ address: String, _ word: String) -> UInt8? {
        address.hasPrefix(word) ? ConsoleBytes.bytes(String(address.dropFirst(word.count)), 1)?[0] : nil
    }

    func ask(_ address: String) -> ConsoleReply {
        if let channel = Self.channel(address, "name.") { return .question(Self.exclusive(Self.askName, channel)) }
        return known[address].map { .known(ConsoleMessage(address: address, arguments: [$0])) } ?? .awaited
    }

    mutating func write(_ message: ConsoleMessage) -> [UInt8] {
        guard let argument = message.arguments.first else { return [] }
        if let channel = Self.channel(message.address, "name."), case .text(let text) = argument {
            return [0xF0] + Self.head + [Self.setName, channel] + text.utf8.filter { (0x20...0x7E).contains($0) } + [0xF7]
        }
        guard let value = argument.number else { return [] }
        let number = Int(min(max(value.rounded(), 0), 127))
        if message.address == Self.scene {
            // What it tells of the scene may not be everything.
            known = [:]
            return numbers.scene(max(number - 1, 0)) + begin()
        }
        known[message.address] = .integer(Int32(number))
        if let channel = Self.channel(message.address, "mute.") {
            let status = 0x90 | numbers.channel
            return [status, channel, number > 0 ? 0x7F : 0x3F, status, channel, 0x00]
        }
        guard let bytes = ConsoleBytes.bytes(message.address, 3) else { return [] }
        return numbers.bytes(bytes[0], bytes[1], (0x06, UInt8(number)), (0x26, bytes[2]))
    }

    mutating func read(_ bytes: [UInt8]) -> ConsoleHeard? {
        var heard = ConsoleHeard()
        for message in midi.read(bytes) {
            guard let told = understand(message) else { continue }
            heard.messages.append(told)
            if told.address == Self.scene {
                known = [:]
                heard.answer = begin()
            } else if let argument = told.arguments.first {
                known[told.address] = argument
            }
        }
        return heard
    }

    private mutating func understand(_ message: ConsoleMIDI.Message) -> ConsoleMessage? {
        switch message {
        // The second note of two only ends the first.
        case .note(numbers.channel, let key, let velocity) where velocity > 0:
            return ConsoleMessage(address: Self.mute(key), arguments: [.integer(velocity >= 0x40 ? 1 : 0)])
        case .exclusive(let data):
            let begin = Self.head.count
            guard data.count >= begin + 2, data.starts(with: Self.head), data[begin] == Self.tellName else { return nil }
            let name = String(decoding: data[(begin + 2)...].prefix { $0 != 0 }, as: UTF8.self)
            return ConsoleMessage(address: Self.name(data[begin + 1]), arguments: [.text(name)])
        default:
            switch numbers.take(message) {
            case nil: return nil
            case .scene(let number): return ConsoleMessage(address: Self.scene, arguments: [.integer(Int32(number + 1))])
            case .parameter(let channel, let parameter, let value, let index):
                return ConsoleMessage(address: ConsoleBytes.text(channel, parameter, index), arguments: [.integer(Int32(value))])
            }
        }
    }
}
