extension ConsoleFamily {
    /// Allen & Heath SQ, by MIDI. It tells neither names nor colors, nor who is loud.
    static let sq = ConsoleFamily(
        word: "sq", title: "SQ", models: [], port: 51325,
        wire: .bytes(ConsoleByteManner(watch: .init(renewal: nil, isGreetedAtRest: false)) { SQSpeech(channel: $0.channel) }),
        article: "an", map: SQMap(),
        addresses: .bytes(2, top: 16383, example: "40.1F"),
        strips: [
            ConsoleStrip("ch", "", 48, sends: [.init("bus", 12), .init("fx", 4)]),
            ConsoleStrip("group", "", 12, sends: [.init("bus", 12)]),
            ConsoleStrip("fx", "", 8),
            ConsoleStrip("bus", "", 12),
            ConsoleStrip("matrix", "", 3),
            ConsoleStrip("dca", "", 8, hasPan: false),
            ConsoleStrip("main", named: ["st"], ""),
        ],
        muteGroups: 8, hasChannel: true, scenes: Scenes(load: SQSpeech.scene, numbers: 1...300))
}

/// The numbers of parameters. Levels are those of the "audio taper".
struct SQMap: ConsoleMap {
    private static let level = ConsolePoint.Form.scale(.taper(steps: 255), .whole(most: 16320))
    private static let pan = ConsolePoint.Form.scale(.even(low: -100, high: 100, steps: 200), .whole(most: 16383))

    private static let places: [String: (mute: Int, level: Int, hasPan: Bool)] = [
        "ch": (0x0000, 0x4000, true), "group": (0x0030, 0x4030, true), "fx": (0x003C, 0x403C, true), "main": (0x0044, 0x4F00, true),
        "bus": (0x0045, 0x4F01, true), "matrix": (0x0055, 0x4F11, true), "dca": (0x0200, 0x4F20, false),
    ]
    /// What the number of a pan has more than that of its level.
    private static let panOffset = 0x1000

    /// So many places after one that a document writes with two bytes.
    private static func address(_ base: Int, _ offset: Int) -> String {
        // The lower byte carries at 128.
        let number = (base >> 8) << 7 + (base & 0x7F) + offset
        return ConsoleBytes.text(UInt8(number >> 7), UInt8(number & 0x7F))
    }

    func point(_ strip: ConsoleStrip, _ number: Int, _ property: ConsoleProperty?) -> ConsolePoint? {
        guard let place = Self.places[strip.word] else { return nil }
        switch property {
        case nil: return ConsolePoint(Self.address(place.level, number - 1), Self.level, "type: decibel")
        case .mute: return ConsolePoint(Self.address(place.mute, number - 1), .flag(isInverted: false), ConsolePoint.muteKeys)
        case .pan where place.hasPan:
            return ConsolePoint(Self.address(place.level + Self.panOffset, number - 1), Self.pan, "type: pan, step: 1")
        default: return nil
        }
    }

    func send(_ strip: ConsoleStrip, _ number: Int, to goal: ConsoleStrip.Sends, _ other: Int, _ property: ConsoleProperty?)
        -> ConsolePoint?
    {
        let base: Int
        switch (strip.word, goal.word) {
        case ("ch", "bus"): base = 0x4044
        case ("group", "bus"): base = 0x4504
        case ("ch", "fx"): base = 0x4C14
        default: return nil
        }
        let offset = goal.count * (number - 1) + other - 1
        switch property {
        case nil: return ConsolePoint(Self.address(base, offset), Self.level, "type: decibel")
        case .pan where goal.word == "bus":
            return ConsolePoint(Self.address(base + Self.panOffset, offset), Self.pan, "type: pan, step: 1")
        default: return nil
        }
    }

    func look(_ strip: ConsoleStrip, _ number: Int) -> ConsolePoint.Look? { nil }

    func muteGroup(_ number: Int) -> ConsolePoint? {
        ConsolePoint(Self.address(0x0400, number - 1), .flag(isInverted: false), ConsolePoint.muteKeys)
    }
}

/// An SQ answers each question as it tells somebody's change. Pure.
struct SQSpeech: ConsoleSpeech {
    static let scene = "scene"

    private var midi = ConsoleMIDI()
    private var numbers: ConsoleNRPN

    init(channel: UInt8) { numbers = ConsoleNRPN(channel: channel) }

    func begin() -> [UInt8] { [] }
    /// The question for the level of the main fader.
    var greeting: [UInt8] { numbers.bytes(0x4F, 0x00, (0x60, 0x7F)) }
    var renewal: [UInt8] { [] }

    func ask(_ address: String) -> ConsoleReply {
        guard let bytes = ConsoleBytes.bytes(address, 2) else { return .awaited }
        return .question(numbers.bytes(bytes[0], bytes[1], (0x60, 0x7F)))
    }

    func write(_ message: ConsoleMessage) -> [UInt8] {
        guard let value = message.arguments.first?.number else { return [] }
        let number = Int(min(max(value.rounded(), 0), 16383))
        if message.address == Self.scene { return numbers.scene(max(number - 1, 0)) }
        guard let bytes = ConsoleBytes.bytes(message.address, 2) else { return [] }
        return numbers.bytes(bytes[0], bytes[1], (0x06, UInt8(number >> 7)), (0x26, UInt8(number & 0x7F)))
    }

    mutating func read(_ bytes: [UInt8]) -> ConsoleHeard? {
        let messages = midi.read(bytes).compactMap { message -> ConsoleMessage? in
            switch numbers.take(message) {
            case nil: nil
            case .scene(let number): ConsoleMessage(address: Self.scene, arguments: [.integer(Int32(number + 1))])
            case .parameter(let first, let second, let coarse, let fine):
                ConsoleMessage(
                    address: ConsoleBytes.text(first, second), arguments: [.integer(Int32(coarse) << 7 | Int32(fine))])
            }
        }
        return ConsoleHeard(messages: messages)
    }
}
