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

    static let readable = "Ardour (.device, .map), QLC+ (.qxi), Mixxx (.midi.xml) and BespokeSynth (.json)"

    /// The most bytes that a file may have. The largest of these programs' own has 400 kB.
    public static let largestFile = 4 << 20

    static func stem(_ name: String) -> String {
        let suffix = allCases.map(\.suffix).first { name.lowercased().hasSuffix($0) } ?? ""
        return String(name.dropLast(suffix.count))
    }
}
