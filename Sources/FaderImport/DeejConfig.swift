public import FaderJSON
internal import FaderValues

/// What a config of deej says about volumes.
///
/// Facts: deej's `config.yaml`, `config.go` and `session_map.go` (github.com/omriharel/deej).
public struct DeejConfig: Equatable, Sendable {
    public enum Volume: Equatable, Sendable {
        /// The default device for playing.
        case master
        /// The default device for recording.
        case microphone
        /// The program that has the keyboard.
        case current
        /// Every program that no slider has.
        case unmapped
        case program(String)
        /// Something that only Windows has, in words.
        case ofWindows(String)
    }

    public struct Slider: Equatable, Sendable {
        /// From 0, as deej counts.
        public var index: Int
        public var volumes: [Volume]
    }

    /// In the order of their indices.
    public private(set) var sliders: [Slider] = []
    /// Whether all sliders run the other way.
    public private(set) var isInverted = false
    /// What cannot be read or is not for faderd, in sentences.
    public private(set) var notes: [String] = []

    /// No box has as many.
    private static let (most, mostNames) = (64, 64)
    private static let longest = 128
    private static let serial = ["com_port", "baud_rate", "noise_reduction"]

    /// Reads the content of a file. Throws if it is not a config of deej.
    public init(_ content: JSONValue) throws(ImportProblem) {
        guard case .object(let keys) = content, let mapping = keys["slider_mapping"] else {
            throw .unusable("is not a config of deej: it has no slider_mapping")
        }
        guard case .object(let sliders) = mapping else {
            throw .unusable("has no sliders: under slider_mapping deej expects lines such as \"0: master\"")
        }
        var wrong: [String] = []
        for (key, value) in sliders.sorted(by: { ($0.key.utf8.count, $0.key) < ($1.key.utf8.count, $1.key) }) {
            guard let index = Int(key), (0..<Self.most).contains(index), key == "\(index)" else {
                wrong.append(key)
                continue
            }
            let volumes = volumes(value, of: index)
            if !volumes.isEmpty { self.sliders.append(Slider(index: index, volumes: volumes)) }
        }
        if let first = wrong.first {
            let more = wrong.count > 1 ? " and \(wrong.count - 1) more are no sliders" : " is no slider"
            notes.append("\"\(first.excerpt)\"\(more): they are numbers from 0 to \(Self.most - 1)")
        }
        guard !self.sliders.isEmpty else { throw .unusable("has no slider that moves something") }
        if case .flag(let isInverted)? = keys["invert_sliders"] { self.isInverted = isInverted }
        let others = keys.keys.filter { !(["slider_mapping", "invert_sliders"] + Self.serial).contains($0) }.sorted()
        if let first = others.first {
            let more = others.count > 1 ? " and \(others.count - 1) more keys are" : " is"
            notes.append("\(first.excerpt)\(more) not of deej itself, and not read")
        }
    }

    private mutating func volumes(_ value: JSONValue, of index: Int) -> [Volume] {
        var names: [JSONValue] = if case .list(let items) = value { items } else { [value] }
        if names.count > Self.mostNames {
            notes.append("slider \(index) has \(names.count) names, of which the first \(Self.mostNames) are read")
            names = Array(names.prefix(Self.mostNames))
        }
        var volumes: [Volume] = []
        for name in names {
            let text: String
            switch name {
            case .text(let word): text = word
            case .number(let spelling): text = spelling
            case .flag(let flag): text = "\(flag)"
            case .null: continue
            case .list, .object:
                notes.append("slider \(index) has something in it that is not the name of a program")
                continue
            }
            guard !text.isEmpty else { continue }
            guard text.count <= Self.longest else {
                notes.append("slider \(index): \"\(text.excerpt)\" is longer than a name")
                continue
            }
            let volume = Volume(text)
            if !volumes.contains(volume) { volumes.append(volume) }
        }
        return volumes
    }
}

extension DeejConfig.Volume {
    private static let endings = [".exe", "-win64-shipping", "_x64", "_x86", "_64", "64", "32"]
    /// A shorter part of a name fits too many programs.
    private static let shortest = 3

    /// What a name of deej means, in any letter case.
    fileprivate init(_ name: String) {
        let word = name.lowercased()
        switch word {
        case "master": self = .master
        case "mic": self = .microphone
        case "system": self = .ofWindows("the sounds of Windows itself")
        case "deej.current": self = .current
        case "deej.unmapped": self = .unmapped
        case _ where word.hasPrefix("deej."): self = .ofWindows("a name of deej that faderd does not know")
        // As deej tells them (`deviceSessionKeyPattern`).
        case _ where word.hasSuffix(")") && word.contains(" ("): self = .ofWindows("a device of Windows")
        case _ where word.hasSuffix(".exe"): self = .program(Self.pattern(ofWindows: word))
        default: self = .program(word.globEscaped)
        }
    }

    /// `*chrome*` for `chrome.exe`: here the program is called `chrome`, `Google Chrome` or, under Wine, `chrome.exe`.
    private static func pattern(ofWindows name: String) -> String {
        var core = name[...]
        for ending in endings where core.hasSuffix(ending) && core.count - ending.count >= shortest { core = core.dropLast(ending.count) }
        let isClear = core.count >= shortest && core != name
        return isClear ? "*\(String(core).globEscaped)*" : name.globEscaped
    }
}
