public import FaderValues

/// What a button does besides the job of its mapping, and when. Plain bytes, part of a `Mapping`.
public struct Presses: Sendable, Equatable, BitwiseCopyable {
    /// What a long or a double press does.
    public struct Job: Sendable, Equatable, BitwiseCopyable {
        /// The parameter; nil if it switches what the surface shows.
        public var parameter: ParameterIndex?
        public var action: ControlAction

        public init(parameter: ParameterIndex?, action: ControlAction) { (self.parameter, self.action) = (parameter, action) }
    }

    /// What a long press does; nil: there is no such job, and the first is done at the press.
    public var long: Job?
    /// What a double press does; nil: there is no such job.
    public var double: Job?
    /// A press is long once it has lasted this long.
    public var longAfter = Self.longAfter
    /// A second press counts if it comes so soon after the first.
    public var doubleWithin = Self.doubleWithin
    /// The button acts only after it has been down for so long; nil: at once.
    public var confirm: MonotonicTime.Interval?
    /// The job is repeated after each of these spans while the button is down; nil: it is done once.
    public var repeats: MonotonicTime.Interval?

    /// 600 ms, if the config does not say otherwise.
    public static let longAfter = MonotonicTime.Interval.milliseconds(600)
    /// 300 ms, if the config does not say otherwise.
    public static let doubleWithin = MonotonicTime.Interval.milliseconds(300)
    /// A press shorter than this repeats nothing.
    static let firstRepeat = MonotonicTime.Interval.milliseconds(400)

    public init() {}

    public var isPlain: Bool { long == nil && double == nil && confirm == nil && repeats == nil }

    public var switchDeck: Bool { (long?.action.switchesDeck ?? false) || (double?.action.switchesDeck ?? false) }

    public var jobs: [Job] { [long, double].compactMap(\.self) }

    /// How long the button has to be down before something else is done than at a short press; nil: it does not matter.
    var patience: MonotonicTime.Interval? { long != nil ? longAfter : confirm }

    /// When the first repetition is due after the press.
    var firstPause: MonotonicTime.Interval? { repeats.map { max($0, Self.firstRepeat) } }

    /// The same with each job replaced; a job that becomes nil is left out.
    func map(_ replaced: (Job) -> Job?) -> Presses {
        guard long != nil || double != nil else { return self }
        var presses = self
        (presses.long, presses.double) = (long.flatMap(replaced), double.flatMap(replaced))
        return presses
    }
}
