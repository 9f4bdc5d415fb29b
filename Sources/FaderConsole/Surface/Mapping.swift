/// What a control is to drive: nothing, a parameter, or the nearer end of a range; and what it does to it. Plain bytes: they cross to the
/// MIDI thread as they are.
public struct Mapping: Sendable, BitwiseCopyable, Equatable {
    /// The parameter; of a range, its low end. −1: nothing.
    public var parameter: Int
    /// Where it drives the nearer end of a range, the high end; else −1.
    public var otherEnd: Int
    /// What it does to its parameter.
    public var action: ControlAction

    /// Nothing is mapped.
    public static var none: Mapping { Mapping(parameter: -1) }

    /// A mapping from its parts. A button drives one parameter, so `otherEnd` only counts where the control is followed.
    public init(parameter: Int, otherEnd: Int = -1, action: ControlAction = .follow) {
        self.parameter = parameter
        self.otherEnd = parameter >= 0 && action == .follow ? otherEnd : -1
        self.action = action
    }

    /// What the configuration maps to a control.
    public init(_ spec: ControlSpec) {
        self.init(parameter: spec.parameter ?? -1, otherEnd: spec.otherEnd ?? -1, action: spec.action)
    }

    /// The same with other indices of its parameters; nothing is mapped if one of them has none.
    public func translated(_ index: (Int) -> Int?) -> Mapping {
        guard parameter >= 0, let low = index(parameter) else { return .none }
        guard otherEnd >= 0 else { return Mapping(parameter: low, action: action) }
        return index(otherEnd).map { Mapping(parameter: low, otherEnd: $0, action: action) } ?? .none
    }
}
