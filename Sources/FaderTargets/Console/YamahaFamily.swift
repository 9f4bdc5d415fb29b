extension ConsoleFamily {
    static let tf = yamaha(
        "tf", "TF",
        [
            ConsoleStrip("ch", "InCh", 40, sends: [.init("bus", 20)]),
            ConsoleStrip("aux", "StInCh", 4, sends: [.init("bus", 20)]),
            ConsoleStrip("fx", "FxRtnCh", 4, sends: [.init("bus", 20)]),
            ConsoleStrip("bus", "Mix", 20, sends: [.init("matrix", 4)], hasPan: false),
            ConsoleStrip("matrix", "Mtrx", 4, hasPan: false),
            ConsoleStrip("dca", "DCA", 8, hasPan: false),
            ConsoleStrip("main", named: ["st"], "St", sends: [.init("matrix", 4)], hasPan: false),
        ],
        YamahaMap(cues: [], nameBytes: 64, mutes: "MuteMaster", colors: YamahaMap.tfColors), muteGroups: 6, library: "scene_a",
        scenes: 0...99)

    static let dm3 = yamaha(
        "dm3", "DM3",
        [
            ConsoleStrip("ch", "InCh", 16, sends: [.init("bus", 6), .init("matrix", 2)]),
            ConsoleStrip("aux", "StInCh", 2, sends: [.init("bus", 6), .init("matrix", 2)]),
            ConsoleStrip("fx", "FxRtnCh", 4, sends: [.init("bus", 6), .init("matrix", 2)]),
            ConsoleStrip("bus", "Mix", 6, sends: [.init("matrix", 2)], hasPan: false),
            ConsoleStrip("matrix", "Mtrx", 2, hasPan: false),
            ConsoleStrip("main", named: ["st"], "St", sends: [.init("matrix", 2)], hasPan: false),
        ],
        YamahaMap(
            cues: ["ch", "aux", "fx", "bus", "matrix", "main"], nameBytes: 64, mutes: "MuteGrpCtrl", colors: YamahaMap.otherColors),
        muteGroups: 6, library: "scene_a", scenes: 0...99)

    /// Yamaha QL and CL. Their solos stand in one source only, so they are not here.
    static let ql = yamaha(
        "ql", "QL or CL",
        [
            ConsoleStrip("ch", "InCh", 72, sends: [.init("bus", 24), .init("matrix", 8)]),
            ConsoleStrip("aux", "StInCh", 16, sends: [.init("bus", 24), .init("matrix", 8)]),
            ConsoleStrip("bus", "Mix", 24, sends: [.init("matrix", 8)], hasPan: false),
            ConsoleStrip("matrix", "Mtrx", 8, hasPan: false),
            ConsoleStrip("dca", "DCA", 16, hasPan: false),
            ConsoleStrip("main", named: ["st"], "St", sends: [.init("matrix", 8)], hasPan: false),
        ],
        YamahaMap(cues: [], nameBytes: 8, mutes: "MuteMaster", colors: YamahaMap.otherColors),
        muteGroups: 8, library: "MIXER:Lib/Scene", scenes: 1...300)

    /// `library` is what the console calls its scenes, `scenes` their numbers.
    private static func yamaha(
        _ word: String, _ title: String, _ strips: [ConsoleStrip], _ map: YamahaMap, muteGroups: Int, library: String,
        scenes: ClosedRange<Int>
    ) -> ConsoleFamily {
        ConsoleFamily(
            word: word, title: title, models: [], port: 49280,
            wire: .bytes(ConsoleByteManner(watch: .init()) { _ in YamahaSpeech(library: library) }), map: map,
            colors: map.colors, addresses: .words(3, example: "MIXER:Current/InCh/Fader/Level 0 0"), strips: strips,
            muteGroups: muteGroups, scenes: Scenes(load: YamahaSpeech.scene, numbers: scenes))
    }
}

/// A path, the number of the strip and that of the bus, from 0. Levels are in hundredths of a dB.
struct YamahaMap: ConsoleMap {
    private static let level = ConsolePoint.Form.scale(.level(steps: 40_000), .integer(scale: 100, silence: -32768))
    private static let pan = ConsolePoint.Form.scale(.even(low: -63, high: 63, steps: 126), .integer(scale: 1, silence: 0))
    private static let panKeys = "type: pan, min: -63, max: 63, step: 1"
    /// A TF has two colors of its own and, as far as two sources tell, none for off.
    static let tfColors = ConsoleColors(
        [
            ("blue", "blue"), ("orange", "orange"), ("yellow", "yellow"), ("purple", "purple"), ("sky-blue", "skyblue"), ("pink", "pink"),
            ("red", "red"), ("green", "green"),
        ], texts: ["Blue", "Orange", "Yellow", "Purple", "SkyBlue", "Pink", "Red", "Green"])
    static let otherColors = {
        let texts = ["Blue", "Orange", "Yellow", "Purple", "Cyan", "Magenta", "Red", "Green", "Off"]
        return ConsoleColors(texts.map { ($0.lowercased(), $0.lowercased()) }, texts: texts)
    }()

    /// The strips that can be heard alone.
    let cues: Set<String>
    let nameBytes: Int
    let mutes: String
    let colors: ConsoleColors

    private static func address(_ path: String, _ strip: Int, _ bus: Int = 0) -> String { "MIXER:Current/\(path) \(strip) \(bus)" }

    func point(_ strip: ConsoleStrip, _ number: Int, _ property: ConsoleProperty?) -> ConsolePoint? {
        func address(_ end: String) -> String { Self.address("\(strip.path)/\(end)", number - 1) }
        switch property {
        case nil: return ConsolePoint(address("Fader/Level"), Self.level, "type: decibel")
        case .mute: return ConsolePoint(address("Fader/On"), .flag(isInverted: true), ConsolePoint.muteKeys)
        case .pan: return strip.hasPan ? ConsolePoint(address("ToSt/Pan"), Self.pan, Self.panKeys) : nil
        case .solo:
            return cues.contains(strip.word)
                ? ConsolePoint(Self.address("Cue/\(strip.path)/On", number - 1), .flag(isInverted: false), "kind: toggle") : nil
        case .name: return ConsolePoint(address("Label/Name"), .text(bytes: nameBytes), "kind: text, max-length: \(nameBytes)")
        case .color: return ConsolePoint(address("Label/Color"), .words(colors.texts ?? []), colors.keys)
        case .gain, .phantom, .lowCut: return nil
        }
    }

    func send(_ strip: ConsoleStrip, _ number: Int, to goal: ConsoleStrip.Sends, _ other: Int, _ property: ConsoleProperty?)
        -> ConsolePoint?
    {
        let path = "\(strip.path)/To\(goal.word == "bus" ? "Mix" : "Mtrx")"
        func address(_ end: String) -> String { Self.address("\(path)/\(end)", number - 1, other - 1) }
        switch property {
        case nil: return ConsolePoint(address("Level"), Self.level, "type: decibel")
        case .mute where goal.word == "bus": return ConsolePoint(address("On"), .flag(isInverted: true), ConsolePoint.muteKeys)
        case .pan where goal.word == "bus": return ConsolePoint(address("Pan"), Self.pan, Self.panKeys)
        default: return nil
        }
    }

    func look(_ strip: ConsoleStrip, _ number: Int) -> ConsolePoint.Look? {
        ConsolePoint.Look(
            name: Self.address("\(strip.path)/Label/Name", number - 1), color: Self.address("\(strip.path)/Label/Color", number - 1))
    }

    func muteGroup(_ number: Int) -> ConsolePoint? {
        ConsolePoint(Self.address("\(mutes)/On", number - 1), .flag(isInverted: false), ConsolePoint.muteKeys)
    }
}

/// What is said to a Yamaha console: lines of words. Pure.
struct YamahaSpeech: ConsoleSpeech {
    static let scene = "scene"
    private static let mostBytes = 4096

    /// What the console calls its scenes.
    private let library: String
    private var lines = LineSplitter(mostBytes: mostBytes)
    private var isKnown = false

    init(library: String) { self.library = library }

    /// The console ends a connection on which nothing is said for so many milliseconds.
    func begin() -> [UInt8] { Self.line("scpmode", "keepalive", "10000") }
    var greeting: [UInt8] { Self.line("devstatus", "runmode") }
    var renewal: [UInt8] { [] }

    private static func line(_ words: String...) -> [UInt8] { Array((words.joined(separator: " ") + "\n").utf8) }

    func ask(_ address: String) -> ConsoleReply { .question(Self.line("get", address)) }

    func write(_ message: ConsoleMessage) -> [UInt8] {
        switch message.arguments.first {
        case .text(let text)?: return Self.line("set", message.address, Self.quoted(text))
        case let argument?:
            guard let number = argument.number, number.isFinite else { return [] }
            let whole = "\(Int(min(max(number, -1e9), 1e9).rounded()))"
            return message.address == Self.scene ? Self.line("ssrecall_ex", library, whole) : Self.line("set", message.address, whole)
        case nil: return []
        }
    }

    private static func quoted(_ text: String) -> String {
        let plain = text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }
        return "\"" + String(String.UnicodeScalarView(plain)).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    mutating func read(_ bytes: [UInt8]) -> ConsoleHeard? {
        var heard = ConsoleHeard()
        var isOne = true
        let library = library
        let isShort = lines.split(bytes) { line in
            let words = Self.words(of: line)
            switch words.first?.text {
            case "OK"?, "OKm"?, "NOTIFY"?, "ERROR"?: isKnown = true
            // Who begins with something else is another program.
            default: isOne = isKnown
            }
            if let message = Self.message(words, library) { heard.messages.append(message) }
            return isOne
        }
        return isShort && isOne ? heard : nil
    }

    private static func message(_ words: [(text: String, isQuoted: Bool)], _ library: String) -> ConsoleMessage? {
        guard words.count >= 4, words[0].text != "ERROR" else { return nil }
        if words[0].text == "NOTIFY", words[1].text == "sscurrent_ex", words[2].text == library {
            return Int32(words[3].text).map { ConsoleMessage(address: scene, arguments: [.integer($0)]) }
        }
        guard words.count >= 6, ["get", "set"].contains(words[1].text), !words[0...4].contains(where: \.isQuoted) else { return nil }
        let address = words[2...4].map(\.text).joined(separator: " ")
        if words[5].isQuoted { return ConsoleMessage(address: address, arguments: [.text(words[5].text)]) }
        return Int32(words[5].text).map { ConsoleMessage(address: address, arguments: [.integer($0)]) }
    }

    /// One between quotation marks may have blanks in it.
    static func words(of line: [UInt8]) -> [(text: String, isQuoted: Bool)] {
        var words: [(text: String, isQuoted: Bool)] = []
        var (word, isQuoted, isEscaped, isInside) = ([UInt8](), false, false, false)
        func end() {
            if isQuoted || !word.isEmpty { words.append((String(decoding: word, as: UTF8.self), isQuoted)) }
            (word, isQuoted) = ([], false)
        }
        for byte in line {
            switch byte {
            case _ where isEscaped: (isEscaped, word) = (false, word + [byte])
            case UInt8(ascii: "\\") where isInside: isEscaped = true
            case UInt8(ascii: "\""): (isInside, isQuoted) = (!isInside, true)
            case UInt8(ascii: " ") where !isInside: end()
            default: word.append(byte)
            }
        }
        end()
        return words
    }
}
