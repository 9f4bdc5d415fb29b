public import FaderValues

/// What a control is to drive (nothing, a parameter, or the nearer end of a range), and what it does to it. Plain bytes: they cross to the
/// MIDI thread.
public struct Mapping: Sendable, BitwiseCopyable, Equatable {
    /// The parameter; for a range, its low end. Nil: nothing.
    public var parameter: ParameterIndex?
    /// The high end if it drives the nearer end of a range.
    public var otherEnd: ParameterIndex?
    public var action: ControlAction
    /// How far a detent moves it, if the control is an encoder.
    public var size = StepLength.ordinary
    public var lamp = LampStates.plain
    public var presses = Presses()

    public static var none: Mapping { Mapping(parameter: nil) }

    /// A mapping from its parts. A button drives one parameter, so `otherEnd` only counts if the action is `follow`.
    public init(parameter: ParameterIndex?, otherEnd: ParameterIndex? = nil, action: ControlAction = .follow) {
        self.parameter = parameter
        self.otherEnd = parameter != nil && action == .follow ? otherEnd : nil
        self.action = action
    }

    public init(_ spec: ControlSpec) {
        self.init(parameter: spec.parameter, otherEnd: spec.otherEnd, action: spec.action)
        (lamp, presses, size) = (spec.lampStates, spec.presses, spec.size)
    }

    init(_ job: Presses.Job) { self.init(parameter: job.parameter, action: job.action) }

    /// The same mapping with its parameter indices translated. Nothing is mapped if either of them has no translation; of a long or double
    /// press, only that job is left out.
    func translated(_ index: (ParameterIndex) -> ParameterIndex?) -> Mapping {
        var mapping = self
        mapping.presses = presses.map { job in
            guard let parameter = job.parameter else { return job }
            return index(parameter).map { Presses.Job(parameter: $0, action: job.action) }
        }
        if parameter == nil { return mapping }
        guard let low = parameter.flatMap(index) else { return .none }
        mapping.parameter = low
        guard let otherEnd else { return mapping }
        return index(otherEnd).map {
            var mapping = Mapping(parameter: low, otherEnd: $0, action: action)
            mapping.size = size
            return mapping
        } ?? .none
    }
}

extension Mapping: RowElement {
    public typealias Index = ControlIndex
}
