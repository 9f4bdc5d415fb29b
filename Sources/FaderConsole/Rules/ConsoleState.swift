internal import FaderModel

/// What a console holds, and the rules: the inside of `Console`.
///
/// A struct, so that one event is one access: with a class, every field that an event reads or writes would be checked for overlapping
/// access separately, which costs more than all the rest.
struct ConsoleState: ~Copyable {
    var parameters: [ParameterState]
    /// The scales of the parameters, kept apart from what changes, so that a parameter's state is plain bytes.
    var scales: [NumberScale]
    /// What the scales of the configuration are made with; those of slots opened later are kept by whoever opened them.
    private let corners: [TaperCorners?]
    /// What a closed slot has, so that its scale names no corners.
    let closedScale = NumberScale(ParameterSpec(id: "none"), nil)
    /// How many parameters there can be.
    let capacity: Int
    var controls: Table<ControlState>
    var surfaces: [SurfaceState]
    /// How the ends of ranges stay apart, and the places of rules that are no longer there.
    var ranges: [RangeRule]
    var freeRanges: [Int32] = []
    /// What presses of each control do.
    var buttons: [ButtonState]
    /// The mappings that wait for a hand to leave, for the controls that are `isRebound`.
    var rebound: [WaitingMapping]
    var lists: ControlLists
    var log: DecisionLog

    /// Parameters that changed and were not reported yet.
    var unreported: IndexQueue<ParameterIndex>
    /// Reports that were still waiting when their parameter changed again under another number. Empty whenever `unreported` is.
    var passed = ReportQueue()
    /// Controls that a hand came to or left, which was not reported yet.
    var unreportedHands: IndexQueue<ControlIndex>
    /// The last number given to a change.
    var lastNumber = ChangeNumber.none
    var glides: GlideList
    /// Controls that wait for room to write, or for a busy reader.
    var blocked: IndexQueue<ControlIndex>
    /// Controls with a deadline of their own.
    var timed: IndexQueue<ControlIndex>
    /// Controls whose feedback waits for the end of a batch of input.
    var deferred: IndexQueue<ControlIndex>
    /// Between `beginBatch` and `endBatch`.
    var isBatching = false
    var notices: InlineArray<8, Notice?> = InlineArray(repeating: nil)
    var noticeCount = 0
    /// No later than the next deadline of a timed control.
    var nextTimed = MonotonicTime.never
    /// No later than the next deadline of a surface.
    var nextOfSurfaces = MonotonicTime.never
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
        var defaultValue: Double
        var value: Double
        var revision = Revision.zero
        var origin = Origin.restore
        /// The rule of the range it is an end of; −1 for none.
        var range: Int32 = -1
        var control: ControlIndex?
        /// The number of the last decision, and of the last change.
        var decisionNumber = ChangeNumber.none
        var changeNumber = ChangeNumber.none
        /// The value before the changes numbered `changeNumber`.
        var before: Double
        /// Its place among the glides; −1 for none.
        var glide: Int32 = -1
        /// It has nothing between its values, so it does not glide.
        var jumps: Bool
        /// Its values are few and have names.
        var hasOptions: Bool
        /// In the console's list of parameters that changed.
        var isUnreported = false
        /// Requests of this generation and later ones can name it; `.max` while its slot is closed.
        var since = Generation(0)
        /// Another one whenever its slot is closed or opened, so that what remembers the slot can tell.
        var serial: UInt32 = 0
        /// A program's gesture holds it until then.
        var grippedUntil = MonotonicTime.zero

        init(_ opening: Opening) {
            defaultValue = opening.defaultValue
            value = opening.value
            before = opening.value
            jumps = opening.jumps
            hasOptions = opening.hasOptions
        }
    }

    /// A surface as the console keeps it.
    struct SurfaceState {
        var table: InputTable
        /// Joins its system exclusive messages.
        var reader = SystemExclusiveReader()
        let controls: Range<ControlIndex>
        var connections = Connections()
        var echoes = 0
        var toldEchoing = false
        var toldFailing = false
    }

    /// A console with every parameter at its stored value, or its default where `values` has nil. Values are clamped, and ends of ranges
    /// kept apart. Without `mappings` controls drive what the configuration says.
    init(_ configuration: Configuration, values: [Double?], mappings: [Mapping]?, spare: Int) {
        let specs = configuration.parameters
        let capacity = specs.count + spare
        self.capacity = capacity
        corners = specs.map { TaperCorners(of: $0) }
        let settled = configuration.settled(values)
        let openings = specs.indices.map { [corners] in Opening(specs[$0], corners[$0], value: settled[$0]) }
        // Memory that was never used is not resident: spare slots cost nothing until they are opened.
        scales = []
        scales.reserveCapacity(capacity)
        scales += openings.map(\.scale)
        parameters = []
        parameters.reserveCapacity(capacity)
        parameters += openings.map { ParameterState($0) }
        let rules = RangeRule.all(of: configuration)
        ranges = []
        ranges.reserveCapacity(rules.count + spare / 2)
        ranges += rules
        freeRanges.reserveCapacity(rules.count + spare / 2)
        for (index, rule) in rules.enumerated() {
            parameters[rule.low].range = Int32(truncatingIfNeeded: index)
            parameters[rule.high].range = Int32(truncatingIfNeeded: index)
        }
        let controlSpecs = configuration.surfaces.flatMap(\.controls)
        let mappings = mappings ?? controlSpecs.map { Mapping($0) }
        rebound = mappings.map { WaitingMapping(mapping: $0) }
        buttons = mappings.map { ButtonState($0.action) }
        lists = ControlLists(parameters: capacity, controls: controlSpecs.count)
        let (all, surfaces) = Self.controls(of: configuration, mappings)
        controls = Table(all)
        self.surfaces = surfaces
        log = DecisionLog(parameters: capacity)
        unreported = IndexQueue(capacity: capacity)
        glides = GlideList(capacity: capacity)
        blocked = IndexQueue(capacity: all.count)
        timed = IndexQueue(capacity: all.count)
        deferred = IndexQueue(capacity: all.count)
        unreportedHands = IndexQueue(capacity: all.count)
        for control in all.rowIndices {
            lists.add(control, controls[control].binding)
            setLamp(of: control)
        }
    }

    private static func controls(of configuration: Configuration, _ mappings: [Mapping]) -> ([ControlState], [SurfaceState]) {
        var all: [ControlState] = []
        let surfaces = zip(configuration.surfaces.rowIndices, configuration.surfaces).map { index, surface in
            var table = InputTable()
            let first = ControlIndex(all.count)
            for control in surface.controls {
                table.add(control, at: ControlIndex(all.count))
                all.append(ControlState(control, mappings[all.count], surface: index))
            }
            return SurfaceState(table: table, controls: first..<ControlIndex(all.count))
        }
        return (all, surfaces)
    }

    /// The indices of the surfaces.
    var surfaceIndices: Range<SurfaceIndex> { surfaces.rowIndices }

    /// The value of a parameter now.
    func value(of parameter: ParameterIndex) -> Double { parameters[parameter].value }

    /// A parameter as it is now.
    func report(of parameter: ParameterIndex) -> ParameterReport {
        ParameterReport(
            parameter: parameter, value: parameters[parameter].value, revision: parameters[parameter].revision,
            origin: parameters[parameter].origin, control: parameters[parameter].control, change: parameters[parameter].changeNumber,
            before: parameters[parameter].before)
    }

    /// The decisions about a parameter, newest first; nil behind the oldest.
    func decision(of parameter: ParameterIndex, back: Int) -> Decision? { log.entry(parameter, back: back) }

    /// The next parameter that changed since it was last reported.
    mutating func nextReport() -> ParameterReport? {
        if !passed.isEmpty, let report = passed.pop() { return report }
        while let parameter = unreported.pop() {
            parameters[parameter].isUnreported = false
            // The slot may have been closed since; what has it now has not changed yet.
            if parameters[parameter].revision > .zero { return report(of: parameter) }
        }
        return nil
    }

    /// The report of a parameter that changed since it was last reported, before its slot is closed.
    func lastReport(of parameter: ParameterIndex) -> ParameterReport? {
        parameters[parameter].isUnreported && parameters[parameter].revision > .zero ? report(of: parameter) : nil
    }

    /// Whether `nextReport` or `nextHand` has one.
    var hasReport: Bool { !unreported.isEmpty || !unreportedHands.isEmpty }

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
    func raw(ofParameter parameter: ParameterIndex, maximum: UInt32) -> UInt32 {
        scales[parameter].raw(of: parameters[parameter].value, maximum: maximum)
    }

    /// What a control should show, as a raw value of its motor's message.
    func wantedRaw(of control: ControlIndex, _ motor: MessageAddress, on parameter: ParameterIndex) -> UInt32 {
        if controls[control].binding.isButton, let lit = lampRaw(of: control, motor, on: parameter) { return lit }
        return raw(ofParameter: parameter, maximum: motor.kind.maximumRaw)
    }
}

extension ConsoleState.ParameterState: RowElement { typealias Index = ParameterIndex }
extension ConsoleState.SurfaceState: RowElement { typealias Index = SurfaceIndex }
extension ButtonState: RowElement { typealias Index = ControlIndex }
extension WaitingMapping: RowElement { typealias Index = ControlIndex }
extension ControlState: RowElement { typealias Index = ControlIndex }
