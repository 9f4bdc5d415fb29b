internal import FaderConsole
internal import FaderValues

/// `long`, `double`, `confirm` and `repeat` in a mapping.
struct PressReader {
    let report: Report
    let control: ControlSpec?
    /// Nil if the job is wrong, which is reported.
    let readJob: (Node, _ key: String) -> Mapping?

    static let keys = ["long", "long-after", "double", "double-within", "confirm", "repeat"]
    /// The keys that a long or double press can have.
    private static let jobKeys = ["parameter", "action", "by", "size", "value", "page", "group", "latch"]
    /// Milliseconds: a hand needs some to decide, and nobody waits longer.
    private static let patience = 100.0...10_000
    private static let pauses = 20.0...5_000

    /// The mapping with its long and double presses added.
    func read(_ fields: Fields, _ first: Mapping?) -> Mapping? {
        guard fields.values.contains(where: { Self.keys.contains($0.key) }) else { return first }
        let errors = report.errors
        var presses = Presses()
        (presses.long, presses.double) = (job("long", fields), job("double", fields))
        if let time = interval("long-after", fields, of: "long", within: Self.patience) { presses.longAfter = time }
        if let time = interval("double-within", fields, of: "double", within: Self.patience) { presses.doubleWithin = time }
        presses.confirm = interval("confirm", fields, within: Self.patience)
        presses.repeats = interval("repeat", fields, within: Self.pauses)
        if let first { check(fields, first) }
        guard report.errors == errors, var mapping = first else { return nil }
        mapping.presses = presses
        return mapping
    }

    private func interval(
        _ key: String, _ fields: Fields, of job: String? = nil, within range: ClosedRange<Double>
    ) -> MonotonicTime.Interval? {
        if let job, fields[job] == nil, let node = fields[key] {
            return report.error(node.location, "\(key) has no effect without \(job)")
        }
        return report.duration(fields, key, within: range).map { MonotonicTime.Interval($0) }
    }

    private func job(_ key: String, _ fields: Fields) -> Presses.Job? {
        guard let node = fields[key], let mapping = readJob(node, key) else { return nil }
        guard mapping.action != .follow else {
            return report.error(
                node.location, "a \(key) press cannot be followed; say what it does: \(key): {parameter: ID, action: set, value: …}")
        }
        return Presses.Job(parameter: mapping.parameter, action: mapping.action)
    }

    /// The keys of a long or double press that is a block.
    static func block(_ node: Node, _ key: String, _ report: Report) -> Fields? {
        guard let fields = Fields(node, of: "a \(key) press", keys: jobKeys, report: report, elsewhere: elsewhere) else { return nil }
        if let action = fields["action"], let word = action.text, ["modifier", "flip"].contains(word) {
            return report.error(
                action.location, "\(word) needs a button of its own: it is on while that is down, or until it is pressed again")
        }
        return fields
    }

    private static let elsewhere = [
        "lamp": "the lamp of a button is that of its first job", "span": "only the first job of a button spans others",
        "long": "a button has one long press", "double": "a button has one double press",
    ]

    /// What cannot work together, with the reason.
    private func check(_ fields: Fields, _ first: Mapping) {
        func given(_ keys: String...) -> Node.Entry? { fields.values.first { keys.contains($0.key) } }
        guard let any = given("long", "double", "confirm", "repeat") else { return }
        if let control, let reason = Self.reason(against: any.key, first.action, on: control) {
            report.error(any.keyLocation, reason)
            return
        }
        if let other = given("long", "double"), first.action.endsAtRelease {
            report.error(
                other.keyLocation,
                "\(Self.word(first.action)) lasts while the button is down, and with \(other.key) it is known only later what the button "
                    + "does; give it an action that needs no release, such as toggle, cycle or set")
        }
        if let confirm = given("confirm") {
            if let other = given("long", "double", "repeat") {
                report.error(
                    confirm.keyLocation,
                    "confirm and \(other.key) do not work together: with confirm, a button acts only after it has been held")
            }
            switch first.action {
            case .follow, .toggleSpan, .modifier(_, latches: false):
                report.error(
                    confirm.keyLocation,
                    "\(Self.word(first.action)) begins when the button goes down, so confirm cannot wait; give it another action")
            default: break
            }
        }
        guard let again = given("repeat") else { return }
        if let other = given("long", "double") {
            report.error(again.keyLocation, "repeat and \(other.key) do not work together: both say what a held button does")
        }
        guard case .step = first.action else {
            report.error(again.keyLocation, "repeat is for action: step, not \(Self.word(first.action))")
            return
        }
    }

    /// Nil if the control can have several jobs.
    private static func reason(against key: String, _ action: ControlAction, on control: ControlSpec) -> String? {
        let id = control.id.forDisplay
        // A pedal or slider with an action is pressed in the upper half of its travel.
        if control.encoder != nil || !ButtonRule.isButton(control) && action == .follow {
            return "\(id) is not a button, so it has no \(key)"
        }
        if control.isBank { return "\(id) is not pressed: it reports a bank of its device, so it has no \(key)" }
        if control.input.value != nil {
            return "\(id) is known by the value of its press, \"\(control.input)\", and has no release: nobody can tell how long it is "
                + "down, so it has no \(key)"
        }
        if control.input.kind == .program { return "\(id) sends programs, which have no release, so it has no \(key)" }
        return nil
    }

    private static func word(_ action: ControlAction) -> String {
        switch action {
        case .follow: "following"
        case .hold: "hold"
        case .offset: "offset without latch"
        case .toggleSpan: "span"
        case .modifier: "a modifier without latch"
        case .toggle: "toggle"
        case .cycle: "cycle"
        case .set, .missing: "set"
        case .reset: "reset"
        case .press, .light: "press"
        case .bank: "bank"
        case .page, .turn: "page"
        case .step: "step"
        case .select: "select"
        }
    }
}
