/// A volume or a mute of a sound server.
public struct PulseTargetSpec: Sendable, Equatable {
    /// The devices or streams that are bound.
    public enum Selection: Sendable, Equatable {
        case defaultSink
        case defaultSource
        /// The first sink, or source, whose name or description matches one of these globs.
        case sink([String])
        case source([String])
        /// All streams of the programs that match one of these globs.
        case app([String])
        /// All streams that no other target takes, except those that match one of these globs.
        case rest(except: [String])
    }

    /// Which property of them is bound.
    public enum Property: String, Sendable, CaseIterable {
        case volume
        case mute
    }

    /// The devices or streams that are bound.
    public var selection: Selection
    /// The bound property.
    public var property: Property
    /// For programs: whether the recording streams are bound; if not, the playing ones.
    public var isCapture: Bool

    /// A target from its parts.
    public init(_ selection: Selection, _ property: Property = .volume, isCapture: Bool = false) {
        self.selection = selection
        self.property = property
        self.isCapture = isCapture
    }

    var name: String {
        let thing =
            switch selection {
            case .defaultSink: "default-sink"
            case .defaultSource: "default-source"
            case .sink(let globs): "sink \(globs.joined(separator: " "))"
            case .source(let globs): "source \(globs.joined(separator: " "))"
            case .app(let globs): "app \(globs.joined(separator: " "))"
            case .rest: "rest"
            }
        return "pulse \(thing)" + (isCapture ? " capture" : "") + (property == .volume ? "" : " mute")
    }
}
