internal import FaderAPI
internal import FaderConsole
internal import FaderValues

/// What is under a hand: controls, parameters that gestures of programs hold, which end of a range each control drives, and which part of
/// each compound changed last (its origin is the compound's).
/// A hand is on a control while a finger is felt on it, and while the hold-off after its last movement lasts.
struct Hands: Sendable {
    /// A gesture of a program takes hold of a parameter, or lets it go.
    struct Grip: Sendable {
        /// Tells it from other gestures of the same name.
        let gesture: ChangeNumber
        let name: String
        let isOn: Bool
    }

    private var reports: [ControlIndex: HandReport] = [:]
    /// The controls for the nearer end of a range that drive its high end now, with or without a hand.
    private var highEnds: Set<ControlIndex> = []
    /// The controls that have several jobs, and whose devices send no release.
    private var withoutRelease: Set<ControlIndex> = []
    /// The names of gestures that hold a parameter, by their change numbers. No inner dictionary is empty.
    private var grips: [ParameterIndex: [ChangeNumber: String]] = [:]

    private var glides: Set<ParameterIndex> = []
    /// The part of each compound that changed last, by the compound's index; no entry if none has changed yet.
    private(set) var newestParts: [Int: ParameterIndex] = [:]

    func isGliding(_ parameter: ParameterIndex) -> Bool { glides.contains(parameter) }

    var hasGlides: Bool { !glides.isEmpty }

    /// Who controls a value now: a finger before a moving hand, a hand before a program, a program before a recall.
    func owner(of parameters: [ParameterIndex], in catalog: Catalog) -> (name: String?, by: ParameterResource.Owner)? {
        if reports.isEmpty, grips.isEmpty, glides.isEmpty { return nil }
        let hands = reports.values.filter { $0.parameter.map(parameters.contains) ?? false }.sorted { $0.control < $1.control }
        if let hand = hands.first(where: \.isTouched) { return (catalog.controlName(hand.control), .touch) }
        if let hand = hands.first { return (catalog.controlName(hand.control), .hand) }
        if let name = parameters.lazy.compactMap({ grips[$0]?.values.min() }).first { return (name, .program) }
        return glides.isDisjoint(with: parameters) ? nil : (nil, .recall)
    }

    /// Which of these controls have several jobs and devices that send no release, in order.
    func withoutRelease(among controls: Range<ControlIndex>) -> [ControlIndex] { withoutRelease.filter(controls.contains).sorted() }

    subscript(control: ControlIndex) -> HandReport? { reports[control] }

    func parameter(on control: ControlIndex, mapped mapping: Mapping) -> ParameterIndex? {
        reports[control]?.parameter ?? (highEnds.contains(control) ? mapping.otherEnd : nil) ?? mapping.parameter
    }

    func isTouched(_ parameter: ParameterIndex) -> Bool { grips[parameter] != nil || reports.values.contains { $0.parameter == parameter } }

    /// The parameters that something holds: a hand, or a gesture of a program.
    var touched: Set<ParameterIndex> { Set(reports.values.compactMap(\.parameter)).union(grips.keys) }

    /// Who holds some parameters: controls under a hand, then gestures; nil if nobody does.
    func owners(of parameters: [ParameterIndex], in catalog: Catalog) -> [String]? {
        if reports.isEmpty, grips.isEmpty { return nil }
        let gestures = Set(parameters.flatMap { (grips[$0] ?? [:]).values })
        let owners = controls(on: parameters, in: catalog) + gestures.sorted()
        return owners.isEmpty ? nil : owners
    }

    /// The controls under a hand that drive one of the parameters, as `desk fader.1`.
    func controls(on parameters: [ParameterIndex], in catalog: Catalog) -> [String] {
        let held = reports.values.filter { $0.parameter.map(parameters.contains) ?? false }
        return held.map(\.control).sorted().compactMap { catalog.controlName($0) }
    }

    /// Returns the parameters that became touched or stopped being touched; nil if the report is not new.
    mutating func record(_ report: HandReport) -> [ParameterIndex]? {
        let old = reports[report.control]
        if report.hasNoRelease { withoutRelease.insert(report.control) } else { withoutRelease.remove(report.control) }
        let isOtherEnd = report.isOnHighEnd != highEnds.contains(report.control)
        if isOtherEnd { highEnds.formSymmetricDifference([report.control]) }
        guard isOtherEnd || (report.isOn ? old != report : old != nil) else { return nil }
        let concerned = Set([old?.parameter, report.isOn ? report.parameter : nil].compactMap { $0 })
        let before = concerned.filter { isTouched($0) }
        reports[report.control] = report.isOn ? report : nil
        return concerned.filter { isTouched($0) != before.contains($0) }
    }

    /// False if nothing changes for others, because another gesture of that name holds it too.
    mutating func record(_ grip: Grip, of parameter: ParameterIndex) -> Bool {
        let before = grips[parameter]?.values.contains(grip.name) ?? false
        grips[parameter, default: [:]][grip.gesture] = grip.isOn ? grip.name : nil
        if grips[parameter]?.isEmpty ?? false { grips[parameter] = nil }
        return before != grips[parameter]?.values.contains(grip.name) ?? false
    }

    mutating func record(_ glide: GlideReport, of parameter: ParameterIndex) {
        if glide.isOn { glides.insert(parameter) } else { glides.remove(parameter) }
    }

    mutating func changed(_ parameter: ParameterIndex, in catalog: Catalog) {
        if let compound = catalog.compound(of: parameter), newestParts[compound] != parameter { newestParts[compound] = parameter }
    }

    /// The same in another catalog, without hands on controls, ends that controls drive, and glides: those are reported again.
    func moved(from old: Catalog, to next: Catalog) -> Hands {
        func index(_ parameter: ParameterIndex) -> ParameterIndex? { next.index(of: old.id(of: parameter)) }
        var moved = Hands()
        for (parameter, names) in grips { if let index = index(parameter) { moved.grips[index] = names } }
        for part in newestParts.values { if let index = index(part) { moved.changed(index, in: next) } }
        return moved
    }
}
