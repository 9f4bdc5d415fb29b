/// How a target names its parameter, and in which color it shows it. Both come from outside and can be anything.
public struct SuppliedLook: Sendable, Equatable {
    /// The label, fit for displays; nil if the target has none.
    public let label: String?
    /// The color; nil if the target has none.
    public let color: StripColor?

    /// The most Unicode scalars of a label: as many as a label of the config can have.
    public static let longest = 64

    /// A look from its parts. Control characters of the label go, and so does what is too long.
    public init(label: String? = nil, color: StripColor? = nil) {
        let shown = label.map { String(String.UnicodeScalarView($0.unicodeScalars.prefix(Self.longest))).withoutControls() }
        self.label = shown.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
        self.color = color
    }
}

/// The look that one target has supplied for its parameter.
public struct LookSupply: Sendable, Equatable {
    /// The parameter's id.
    public let parameter: String
    /// The name of who supplied it, see `source`. From somebody else the look means nothing.
    public let target: String
    /// The look.
    public let look: SuppliedLook

    /// A supply from its parts.
    public init(parameter: String, target: String, look: SuppliedLook) {
        (self.parameter, self.target, self.look) = (parameter, target, look)
    }

    /// The name of who supplies the look of a parameter; nil if nobody does.
    ///
    /// - Parameters:
    ///   - leader: its leading target.
    ///   - label: what tells its label instead, by `label: {osc: …}`.
    public static func source(_ leader: TargetSpec?, _ label: TargetSpec?) -> String? {
        leader == nil && label == nil ? nil : [leader, label].compactMap { $0?.name }.joined(separator: ", ")
    }
}
