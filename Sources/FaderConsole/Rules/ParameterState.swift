internal import FaderValues

/// A parameter as the console stores it. Only its own functions change it.
struct ParameterState {
    let scale: NumberScale
    let defaultValue: Double
    private(set) var value: Double
    private(set) var revision = Revision.zero
    private(set) var origin = ChangeOrigin.restore
    /// The rule of the range that it is an end of; −1 for none.
    var range: Int32 = -1 { didSet { isTied = true } }
    /// Its place among the groups and their members; −1 if it is neither.
    var tie: Int32 = -1 { didSet { isTied = true } }
    /// It keeps step with the selected strip of a deck.
    var isSelection = false { didSet { isTied = true } }
    /// It switches the motors of surfaces: they move only while it is on.
    var switchesMotors = false { didSet { isTied = true } }
    /// It is an end of a range, a group, a member or a selection, or switches motors: a change of it may change others. Stored, because
    /// every change asks.
    private(set) var isTied = false
    private(set) var control: ControlIndex?
    private(set) var decisionNumber = ChangeNumber.none
    private(set) var changeNumber = ChangeNumber.none
    /// The value before the changes numbered `changeNumber`.
    private(set) var before: Double
    /// It has no values in between, so it does not glide.
    let jumps: Bool
    /// It has only a few values, and they have names.
    let hasOptions: Bool
    /// Somebody has chosen its value or its target has told it, now or before the start.
    private(set) var isSet: Bool
    /// It has a target that tells its value.
    private let isTold: Bool
    /// Its value is known: it is set, or no target tells it.
    private(set) var isKnown: Bool
    private var wasSet: Bool
    /// Only its target changes it.
    let isReadOnly: Bool
    /// No recall changes it that does not name it; nor does a group that is recalled.
    let isRecallSafe: Bool
    /// It is a fact of another program, and that program is there: only then can it be set.
    let isFact: Bool
    private(set) var isThere = false
    /// Neither hands nor programs can set it now. Stored, because every change asks.
    private(set) var isLocked: Bool
    /// It is in the console's list of parameters that changed.
    private(set) var isUnreported = false
    /// The revision with which a button or a program holds it: it returns to `before` when that lets go. Nil if none does.
    private(set) var heldRevision: Revision?
    /// What programs hold: the revision with which they do, and the value that comes back when they let go. Nil if none does.
    private(set) var program: (revision: Revision, before: Double)?
    /// Of a trigger: whether the program that it controls says that it is on, and whether its lamps now show that it
    /// has failed.
    private(set) var (isOn, hasFailed) = (false, false)
    /// The gesture of a program holds it until then.
    var grippedUntil = MonotonicTime.zero

    /// Where its value is along the travel. Stored, because one event asks several times.
    private(set) var travel: NumberScale.Travel

    /// `corners` live as long as it does; `value` is within its range.
    init(_ spec: ParameterSpec, _ corners: TaperCorners?, value: Double, isSet: Bool) {
        scale = NumberScale(spec, corners)
        defaultValue = spec.defaultValue
        (self.value, before) = (value, value)
        travel = scale.travel(of: value)
        // Flags made from the kind once: on the MIDI thread no kind is asked.
        jumps = !spec.kind.isNumber
        hasOptions = spec.kind.hasOptions
        (self.isSet, wasSet) = (isSet, isSet)
        isTold = spec.isTold
        isKnown = isSet || !spec.isTold
        (isReadOnly, isFact, isRecallSafe) = (spec.isReadOnly, spec.isFactOfLeader, spec.isRecallSafe)
        isLocked = spec.isReadOnly || spec.isFactOfLeader
    }

    @inline(__always)
    func report(of parameter: ParameterIndex) -> ParameterReport {
        ParameterReport(
            parameter: parameter, value: value, revision: revision, origin: origin, control: control, change: changeNumber,
            before: before, isHeld: isHeld, isSet: isSet, wasSet: wasSet)
    }

    /// A button or a program holds it, and nothing has changed it since.
    var isHeld: Bool { heldRevision == revision }

    var isHeldByProgram: Bool { program?.revision == revision }

    /// A value from another configuration, made to fit; the default if it is not a number.
    func fit(_ value: Double) -> Double { scale.clamp(value) ?? defaultValue }
}

extension ParameterState {
    @inline(__always)
    mutating func change(to value: Double, _ origin: ChangeOrigin, _ control: ControlIndex?) {
        move(to: value)
        (isSet, isKnown) = (true, true)
        revision = revision + 1
        self.origin = origin
        self.control = control
    }

    /// Sets a value that nobody has chosen, because the present one is no longer allowed.
    mutating func replace(by value: Double) {
        move(to: value)
        revision = revision + 1
        (origin, control) = (.restore, nil)
    }

    @inline(__always)
    func isNews(_ value: Double) -> Bool { value != self.value || !isKnown }

    @inline(__always)
    mutating func confirm() { isSet = true }

    @inline(__always)
    private mutating func move(to value: Double) {
        self.value = value
        if let straight = scale.straightTravel(of: value) { travel = straight } else { moveAlongBent() }
    }

    @inline(never)
    private mutating func moveAlongBent() { travel = scale.travel(of: value) }

    mutating func beginDecisions(_ number: ChangeNumber) { decisionNumber = number }

    /// `isKept`: the earlier change is reported on its own. If not, both are reported as one.
    mutating func beginChange(_ number: ChangeNumber, isKept: Bool) {
        changeNumber = number
        // While a button holds it, `before` stays the value that it returns to.
        if isKept, !isHeld { (before, wasSet) = (value, isSet) }
    }

    /// Returns whether it has to be put into the list of those that changed.
    @inline(__always)
    mutating func becomesUnreported() -> Bool {
        guard !isUnreported else { return false }
        isUnreported = true
        return true
    }

    @inline(__always)
    mutating func leaveUnreported() { isUnreported = false }

    mutating func show(isOn: Bool) { self.isOn = isOn }

    mutating func show(hasFailed: Bool) { self.hasFailed = hasFailed }

    mutating func show(isThere: Bool) {
        self.isThere = isThere
        lock()
    }

    private mutating func lock() { isLocked = isReadOnly || isFact && !isThere }

    mutating func hold() { heldRevision = revision }

    mutating func endHold() { heldRevision = nil }

    /// A program holds it from now on. When that ends, `before` comes back.
    mutating func hold(byProgramFrom before: Double) { program = (revision, before) }

    mutating func endHoldByProgram() { program = nil }
}

extension ParameterState {
    mutating func renumber(by table: Renumbering.Table) {
        move(to: table.number(value))
        before = table.number(before)
        if let held = program { program = (held.revision, table.number(held.before)) }
    }

    /// Its value may be outside the new scale, so `fit` it. `newIndices` has the index of each old control; nil if it is gone.
    mutating func adopt(_ old: ParameterState, _ newIndices: [ControlIndex?]) {
        move(to: old.value)
        before = old.before
        revision = old.revision
        origin = old.origin
        (isSet, wasSet, isKnown) = (old.isSet, old.wasSet, old.isSet || !isTold)
        (isOn, hasFailed) = (old.isOn, old.hasFailed)
        show(isThere: old.isThere)
        heldRevision = old.heldRevision
        program = old.program
        control = old.control.flatMap { newIndices[$0.offset] }
        decisionNumber = old.decisionNumber
        changeNumber = old.changeNumber
        grippedUntil = old.grippedUntil
    }

    mutating func fitBefore() {
        if isHeld { before = fit(before) }
        if let held = program { program = (held.revision, fit(held.before)) }
    }
}

extension ParameterState: RowElement { typealias Index = ParameterIndex }
