public import FaderValues

/// What a control is to drive (nothing, a parameter, or the nearer end of a range), and what it does to it. Plain bytes: they cross to the
/// MIDI thread unchanged.
public struct Mapping: Sendable, BitwiseCopyable, Equatable {
    /// The parameter; for a range, its low end. Nil: nothing.
    public var parameter: ParameterIndex?
    /// The high end if it drives the nearer end of a range.
    public var otherEnd: ParameterIndex?
    /// What it does to its parameter.
    public var action: ControlAction
    /// How far a detent moves it, if the control is an encoder.
    public var size = StepLength.ordinary
    /// What the lamp of a button is sent for each state of the parameter.
    public var lamp = LampStates.plain

    /// Nothing is mapped.
    public static var none: Mapping { Mapping(parameter: nil) }

    /// A mapping from its parts. A button drives one parameter, so `otherEnd` only counts if the action is `follow`.
    public init(parameter: ParameterIndex?, otherEnd: ParameterIndex? = nil, action: ControlAction = .follow) {
        self.parameter = parameter
        self.otherEnd = parameter != nil && action == .follow ? otherEnd : nil
        self.action = action
    }

    /// What the configuration maps to a control.
    public init(_ spec: ControlSpec) {
        self.init(parameter: spec.parameter, otherEnd: spec.otherEnd, action: spec.action)
        (lamp, size) = (spec.lampStates, spec.size)
    }

    /// The same mapping with its parameter indices translated; nothing is mapped if either of them has no translation.
    func translated(_ index: (ParameterIndex) -> ParameterIndex?) -> Mapping {
        if parameter == nil { return self }
        guard let low = parameter.flatMap(index) else { return .none }
        guard let otherEnd else {
            var mapping = self
            mapping.parameter = low
            return mapping
        }
        return index(otherEnd).map {
            var mapping = Mapping(parameter: low, otherEnd: $0, action: action)
            mapping.size = size
            return mapping
        } ?? .none
    }
}

extension Mapping: RowElement {
    /// A row has one element for each control.
    public typealias Index = ControlIndex
}
