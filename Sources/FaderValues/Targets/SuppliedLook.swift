/// How a target names its parameter, and in which color it shows it. Both come from outside and can be anything.
public struct SuppliedLook: Sendable, Equatable {
    /// The label, fit for displays; nil if the target has none.
    public let label: String?
    public let color: StripColor?

    /// Unicode scalars of a label, as the config allows.
    public static let longest = 64

    /// Control characters of the label go, and so does what is too long.
    public init(label: String? = nil, color: StripColor? = nil) {
        let shown = label.map { String(String.UnicodeScalarView($0.unicodeScalars.prefix(Self.longest))).withoutControls() }
        self.label = shown.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
        self.color = color
    }
}

public struct LookSupply: Sendable, Equatable {
    public let parameter: String
    /// Who supplied it, see `source`. From somebody else the look means nothing.
    public let target: String
    public let look: SuppliedLook

    public init(parameter: String, target: String, look: SuppliedLook) {
        (self.parameter, self.target, self.look) = (parameter, target, look)
    }

    /// Who supplies the look of a parameter: its leading target, and what tells its label instead, by `label: {osc: …}`.
    public static func source(_ leader: TargetSpec?, _ label: TargetSpec?) -> String? {
        leader == nil && label == nil ? nil : [leader, label].compactMap { $0?.name }.joined(separator: ", ")
    }
}
