internal import FaderValues

/// The formats of other programs that describe a controller.
public enum ForeignFormat: String, Sendable, CaseIterable {
    /// Ardour's description of a device that speaks Mackie Control or HUI: `share/mcp/NAME.device`.
    case ardourDevice
    /// Ardour's map of plain MIDI messages: `share/midi_maps/NAME.map`.
    case ardourMap
    /// The input profile of QLC+: `inputprofiles/NAME.qxi`.
    case qlcplus
    /// The layout of a controller in BespokeSynth: `controllers/NAME.json`.
    case bespoke
    /// The mapping of a controller in Mixxx: `controllers/NAME.midi.xml`.
    case mixxx

    /// The program that the format belongs to, as its makers write it.
    public var program: String {
        switch self {
        case .ardourDevice, .ardourMap: "Ardour"
        case .qlcplus: "QLC+"
        case .bespoke: "BespokeSynth"
        case .mixxx: "Mixxx"
        }
    }

    /// How the names of its files end.
    public var suffix: String {
        switch self {
        case .ardourDevice: ".device"
        case .ardourMap: ".map"
        case .qlcplus: ".qxi"
        case .bespoke: ".json"
        case .mixxx: ".midi.xml"
        }
    }

    /// The readable formats, for people.
    static let readable = "Ardour (.device, .map), QLC+ (.qxi), Mixxx (.midi.xml) and BespokeSynth (.json)"

    /// The formats by the names of their root elements in XML.
    private static let roots: [String: ForeignFormat] = [
        "MackieProtocolDevice": .ardourDevice, "ArdourMIDIBindings": .ardourMap, "InputProfile": .qlcplus, "MixxxMIDIPreset": .mixxx,
        "MixxxControllerPreset": .mixxx,
    ]

    /// The most bytes that a file may have. The largest of these programs' own files has 400 kB.
    public static let largestFile = 4 << 20

    /// Reads a file of any of the formats, which is recognized by its content.
    ///
    /// - Parameter name: the name of the file without its directory. BespokeSynth's files say nowhere else what they are for.
    public static func read(_ bytes: [UInt8], name: String) throws(ImportProblem) -> ForeignDevice {
        guard bytes.count <= largestFile else { throw .unusable("is larger than \(largestFile >> 20) MiB, which no such file is") }
        var device: ForeignDevice
        if JSONCleaner.isObject(bytes) {
            device = try BespokeReader.read(bytes)
        } else {
            let root = try XMLElement.read(bytes)
            switch roots[root.name] {
            case .ardourDevice: device = try ArdourDeviceReader.read(root)
            case .ardourMap: device = ArdourMapReader.read(root)
            case .qlcplus: device = try QLCReader.read(root)
            case .mixxx: device = MixxxReader.read(root)
            case .bespoke, nil:
                let hint =
                    root.name == "MackieDeviceProfile"
                    ? "says what Ardour does with the keys of a device; the device itself is in the .device file"
                    : "has the root element \"\(root.name.excerpt)\"; what can be read is \(readable)"
                throw .unusable(hint)
            }
        }
        device.fileName = name
        if device.title.isEmpty { device.title = stem(name).oneLine.excerpt(ForeignDevice.longestTitle) }
        if device.title.isEmpty { device.title = "Controller" }
        return device
    }

    /// The name of a file without the suffix of its format.
    static func stem(_ name: String) -> String {
        let suffix = allCases.map(\.suffix).first { name.lowercased().hasSuffix($0) } ?? ""
        return String(name.dropLast(suffix.count))
    }
}

extension String {
    /// A text from outside for a message: on one line, not long, without what controls a terminal.
    var excerpt: String { excerpt(60) }

    /// The same with at most this many characters.
    func excerpt(_ most: Int) -> String {
        let start = unicodeScalars.prefix(most)
        let text = String(UnicodeScalarView(start.map { $0.value & 0xFFFE == 0xFFFE ? "\u{FFFD}" : $0 })).withoutControls()
        return unicodeScalars.dropFirst(most).isEmpty ? text : text + "…"
    }

    /// The text on one line, with single blanks between its words.
    var oneLine: String { split { $0.isWhitespace || $0.isNewline }.joined(separator: " ") }
}
