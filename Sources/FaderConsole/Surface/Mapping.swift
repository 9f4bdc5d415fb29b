public import FaderModel

/// What a control is to drive: nothing, a parameter, or the nearer end of a range; and what it does to it. Plain bytes: they cross to the
/// MIDI thread as they are.
public struct Mapping: Sendable, BitwiseCopyable, Equatable {
    /// The parameter; of a range, its low end. Nil: nothing.
    public var parameter: ParameterIndex?
    /// Where it drives the nearer end of a range, the high end.
    public var otherEnd: ParameterIndex?
    /// What it does to its parameter.
    public var action: ControlAction

    /// Nothing is mapped.
    public static var none: Mapping { Mapping(parameter: nil) }

    /// A mapping from its parts. A button drives one parameter, so `otherEnd` only counts where the control is followed.
    public init(parameter: ParameterIndex?, otherEnd: ParameterIndex? = nil, action: ControlAction = .follow) {
        self.parameter = parameter
        self.otherEnd = parameter != nil && action == .follow ? otherEnd : nil
        self.action = action
    }

    /// What the configuration maps to a control.
    public init(_ spec: ControlSpec) {
        self.init(parameter: spec.parameter, otherEnd: spec.otherEnd, action: spec.action)
    }

    /// The same with other indices of its parameters; nothing is mapped if one of them has none.
    public func translated(_ index: (ParameterIndex) -> ParameterIndex?) -> Mapping {
        if parameter == nil { return self }
        guard let low = parameter.flatMap(index) else { return .none }
        guard let otherEnd else { return Mapping(parameter: low, action: action) }
        return index(otherEnd).map { Mapping(parameter: low, otherEnd: $0, action: action) } ?? .none
    }
}

extension Mapping: RowElement {
    /// A row has one for each control.
    public typealias Index = ControlIndex
}
