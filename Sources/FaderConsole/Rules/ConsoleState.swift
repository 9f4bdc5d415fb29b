internal import FaderModel

/// What a console holds, and the rules: the inside of `Console`.
///
/// A struct, so that one event is one access: with a class, every field that an event reads or writes would be checked for overlapping
/// access separately, which costs more than all the rest.
struct ConsoleState: ~Copyable {
    var parameters: [ParameterState]
    /// The scales of the parameters, kept apart from what changes, so that a parameter's state is plain bytes.
    let scales: [NumberScale]
    /// What the scales are made with.
    private let corners: [TaperCorners?]
    var controls: Table<ControlState>
    var surfaces: [SurfaceState]
    /// How the ends of ranges stay apart.
    let ranges: [RangeRule]
    /// What presses do, for the controls that are buttons.
    var buttons: [ButtonState]
    /// The controls of parameter `p` are `mapped[firstMapped[p]..<firstMapped[p + 1]]`; one that drives the nearer end of a range is in the
    /// list of both ends.
    let mapped: [Int]
    let firstMapped: [Int]
    var log: DecisionLog

    /// Parameters that changed and were not reported yet.
    var unreported: IndexQueue
    /// Reports that were still waiting when their parameter changed again under another number. Empty whenever `unreported` is.
    var passed = ReportQueue()
    /// The last number given to a change.
    var lastGroup: UInt32 = 0
    var glides: GlideList
    /// Controls that wait for room to write, or for a busy reader.
    var blocked: IndexQueue
    /// Controls with a deadline of their own.
    var timed: IndexQueue
    /// Controls whose feedback waits for the end of a batch of input.
    var deferred: IndexQueue
    /// Between `beginBatch` and `endBatch`.
    var isBatching = false
    var notices: InlineArray<8, Notice?> = InlineArray(repeating: nil)
    var noticeCount = 0
    /// No later than the next deadline of a timed control.
    var nextTimed = MonotonicTime.never
    /// When blocked controls are tried again without POLLOUT.
    var retryAt = MonotonicTime.never
    var retryAfter = ConsoleState.firstRetry
    /// One of the blocked controls waits for room in our own output, not for a busy reader.
    var needsRoom = false
    var statistics = Statistics()

    static let firstRetry = MonotonicTime.Interval.milliseconds(5)
    static let lastRetry = MonotonicTime.Interval.milliseconds(1000)

    /// A parameter as the console keeps it.
    struct ParameterState {
        let defaultValue: Double
        var value: Double
        var revision: UInt64 = 0
        var origin = Origin.restore
        /// The rule of the range it is an end of; −1 for none.
        var range: Int32 = -1
        var control = -1
        /// The number of the last decision, and of the last change.
        var group: UInt32 = 0
        var changeGroup: UInt32 = 0
        /// The value before the changes numbered `changeGroup`.
        var before: Double
        /// Its place among the glides; −1 for none.
        var glide: Int32 = -1
        /// It has nothing between its values, so it does not glide.
        let jumps: Bool
        var isUnreported = false
        /// A program's gesture holds it until then.
        var grippedUntil = MonotonicTime.zero

        init(_ spec: ParameterSpec, value: Double) {
            defaultValue = spec.defaultValue
            self.value = value
            before = value
            jumps =
                switch spec.kind {
                case .number, .integer: false
                case .toggle, .choice, .text: true
                }
        }
    }

    /// A surface as the console keeps it.
    struct SurfaceState {
        var table: InputTable
        let controls: Range<Int>
        var connections = Connections()
        var echoes = 0
        var toldEchoing = false
        var toldFailing = false
    }

    /// A console with every parameter at its stored value, or its default where `values` has nil. Values are clamped, and ends of ranges
    /// kept apart.
    init(_ configuration: Configuration, values: [Double?] = []) {
        corners = configuration.parameters.map { TaperCorners(of: $0) }
        scales = zip(configuration.parameters, corners).map { NumberScale($0, $1) }
        ranges = RangeRule.all(of: configuration)
        parameters = zip(configuration.parameters, configuration.settled(values)).map { ParameterState($0, value: $1) }
        for (index, rule) in ranges.enumerated() {
            parameters[rule.low].range = Int32(truncatingIfNeeded: index)
            parameters[rule.high].range = Int32(truncatingIfNeeded: index)
        }
        var buttons: [ButtonState] = []
        var all: [ControlState] = []
        var surfaces: [SurfaceState] = []
        for (number, surface) in configuration.surfaces.enumerated() {
            var table = InputTable()
            let first = all.count
            for control in surface.controls {
                table.add(control, at: all.count)
                let button = ButtonState(control, configuration.parameters, scales)
                all.append(ControlState(control, surface: number, button: button == nil ? -1 : buttons.count, isLit: button?.lamp != .dark))
                if let button { buttons.append(button) }
            }
            surfaces.append(SurfaceState(table: table, controls: first..<all.count))
        }
        controls = Table(all)
        self.buttons = buttons
        self.surfaces = surfaces
        var ofParameter = [[Int]](repeating: [], count: configuration.parameters.count)
        for (index, control) in all.enumerated() where control.binding.parameter >= 0 {
            ofParameter[control.binding.parameter].append(index)
            if control.binding.highEnd >= 0 { ofParameter[control.binding.highEnd].append(index) }
        }
        mapped = ofParameter.flatMap { $0 }
        firstMapped = ofParameter.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
        log = DecisionLog(parameters: configuration.parameters.count)
        unreported = IndexQueue(capacity: configuration.parameters.count)
        glides = GlideList(capacity: configuration.parameters.count)
        blocked = IndexQueue(capacity: all.count)
        timed = IndexQueue(capacity: all.count)
        deferred = IndexQueue(capacity: all.count)
    }

    /// The indices of the surfaces.
    var surfaceIndices: Range<Int> { surfaces.indices }

    /// The value of a parameter now.
    func value(of parameter: Int) -> Double { parameters[parameter].value }

    /// A parameter as it is now.
    func report(of parameter: Int) -> ParameterReport {
        ParameterReport(
            parameter: parameter, value: parameters[parameter].value, revision: parameters[parameter].revision,
            origin: parameters[parameter].origin, control: parameters[parameter].control, group: parameters[parameter].changeGroup,
            before: parameters[parameter].before)
    }

    /// The decisions about a parameter, newest first; nil behind the oldest.
    func decision(of parameter: Int, back: Int) -> Decision? { log.entry(parameter, back: back) }

    /// The next parameter that changed since it was last reported.
    mutating func nextReport() -> ParameterReport? {
        if !passed.isEmpty, let report = passed.pop() { return report }
        guard let parameter = unreported.pop() else { return nil }
        parameters[parameter].isUnreported = false
        return report(of: parameter)
    }

    /// Whether `nextReport` has one.
    var hasReport: Bool { !unreported.isEmpty }

    /// Whether `nextNotice` has one.
    var hasNotice: Bool { noticeCount > 0 }

    /// The next thing a person should be told.
    mutating func nextNotice() -> Notice? {
        guard noticeCount > 0 else { return nil }
        for index in notices.indices {
            if let notice = notices[index] {
                notices[index] = nil
                noticeCount -= 1
                return notice
            }
        }
        return nil
    }

    /// Keeps a notice until it is taken. Further overruns until then are joined to one notice, with the newest count.
    mutating func tell(_ notice: Notice) {
        if case .overrun = notice {
            for index in notices.indices {
                if case .overrun = notices[index] {
                    notices[index] = notice
                    return
                }
            }
        }
        for index in notices.indices where notices[index] == nil {
            notices[index] = notice
            noticeCount += 1
            return
        }
    }

    /// Where a parameter stands, as a raw value.
    func raw(ofParameter parameter: Int, maximum: UInt32) -> UInt32 {
        scales[parameter].raw(of: parameters[parameter].value, maximum: maximum)
    }

    /// What a control should show, as a raw value of its motor's message.
    func wantedRaw(of control: Int, _ motor: MessageAddress) -> UInt32 {
        if controls[control].binding.button >= 0, let lit = lampRaw(of: control, motor) { return lit }
        return raw(ofParameter: controls[control].binding.parameter, maximum: motor.kind.maximumRaw)
    }
}
