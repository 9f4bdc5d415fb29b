/// A volume, a mute or a device of a sound server.
public struct PulseTargetSpec: TargetKind {
    public enum Selection: Sendable, Equatable {
        case defaultSink
        case defaultSource
        /// The first sink, or source, whose name or description matches one of these globs.
        case sink([String])
        case source([String])
        /// All streams that match.
        case app(StreamPattern)
        /// All streams that no other target matches, except those that match one of these.
        case rest(except: [StreamPattern])
        /// All streams of the program whose window is in front.
        case focused
        /// All streams of one program, for a parameter that exists only as long as that program plays.
        case program(SoundProgram)
    }

    public enum Property: String, Sendable, CaseIterable {
        case volume
        case mute
        /// Which device is the default, or a program plays on or records from.
        case device
    }

    public var selection: Selection
    public var property: Property
    /// For programs: whether the recording streams are bound; if not, the playing ones.
    public var isCapture: Bool
    /// Of a choice of devices: their names or descriptions, or globs of them, one for each option; empty: the labels of the options.
    public var words: [String]
    /// The options of the choice are the devices that the server has.
    public var suppliesOptions: Bool

    public static let word = "pulse"
    public static let shownKeys = ["pulse", "property", "words"]

    public init(
        _ selection: Selection, _ property: Property = .volume, isCapture: Bool = false, words: [String] = [], suppliesOptions: Bool = false
    ) {
        self.selection = selection
        self.property = property
        self.isCapture = isCapture
        (self.words, self.suppliesOptions) = (words, suppliesOptions)
    }

    public var name: String {
        let thing =
            switch selection {
            case .defaultSink: "default-sink"
            case .defaultSource: "default-source"
            case .sink(let globs): "sink \(globs.joined(separator: " "))"
            case .source(let globs): "source \(globs.joined(separator: " "))"
            case .app(let pattern): pattern.name
            case .rest: "rest"
            case .focused: "focused"
            case .program(let program): "app \(program.label)"
            }
        return "pulse \(thing)" + (isCapture ? " capture" : "") + (property == .volume ? "" : " \(property.rawValue)")
    }

    /// The name; for a program that plays its key, because several programs may be called the same.
    public var identity: String { if case .program(let program) = selection { "pulse program \(program.key)" } else { name } }

    /// The program in front is one after another.
    public var isOfOneAfterAnother: Bool { selection == .focused }

    /// How loud something is has to do with its volume.
    public var hasLevel: Bool { property == .volume }
}

/// Selects streams of a sound server by the program that plays them and by their titles.
public struct StreamPattern: Sendable, Equatable {
    /// Globs, one of which has to match the program's identity; empty: any program.
    public var apps: [String]
    /// Globs, one of which has to match the `media.name`; empty: any title.
    public var titles: [String]

    /// A pattern from its parts, not both of them empty.
    public init(apps: [String] = [], titles: [String] = []) {
        self.apps = apps
        self.titles = titles
    }

    var name: String {
        let parts = [("app", apps), ("title", titles)].filter { !$0.1.isEmpty }
        return parts.map { "\($0.0) \($0.1.joined(separator: " "))" }.joined(separator: " ")
    }
}
