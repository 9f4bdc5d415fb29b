/// A volume or a mute of a sound server.
public struct PulseTargetSpec: Sendable, Equatable {
    /// Whose volume it is.
    public enum Selection: Sendable, Equatable {
        case defaultSink
        case defaultSource
        /// The first sink, or source, whose name or description fits one of these globs.
        case sink([String])
        case source([String])
        /// All streams of the programs that fit one of these globs.
        case app([String])
        /// All streams that no other target takes, but for those that fit one of these globs.
        case rest(except: [String])
    }

    /// What of it is bound.
    public enum Property: String, Sendable, CaseIterable {
        case volume
        case mute
    }

    /// Whose it is.
    public var selection: Selection
    /// What of it.
    public var property: Property
    /// Of programs: the streams that record; those that play if not.
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
