internal import FaderAPI
internal import FaderConsole
internal import FaderModel

/// Which controls are under a hand, which parameters gestures of programs hold, and so which parameters count as touched.
///
/// A hand is on a control while a finger is felt on it, and while the hold-off after its last movement lasts.
struct Hands: Sendable {
    /// A gesture of a program takes hold of a parameter, or lets it go.
    struct Grip: Sendable {
        /// The number of its changes, which tells it from others of that name.
        let gesture: ChangeNumber
        let name: String
        let isOn: Bool
    }

    /// The hands on controls; none for controls without one.
    private var reports: [ControlIndex: HandReport] = [:]
    /// The names of the gestures that hold each parameter, by their numbers; no empty ones.
    private var grips: [ParameterIndex: [ChangeNumber: String]] = [:]

    /// The parameters that move by themselves.
    private var glides: Set<ParameterIndex> = []

    /// Who has a value now: a finger, before a moving hand, before a program, before a recall; nil if nobody does.
    func owner(of parameters: [ParameterIndex], in catalog: Catalog) -> (name: String?, by: ParameterResource.Owner)? {
        if reports.isEmpty, grips.isEmpty, glides.isEmpty { return nil }
        let hands = reports.values.filter { $0.parameter.map(parameters.contains) ?? false }.sorted { $0.control < $1.control }
        if let hand = hands.first(where: \.isTouched) { return (catalog.controlName(hand.control), .touch) }
        if let hand = hands.first { return (catalog.controlName(hand.control), .hand) }
        if let name = parameters.lazy.compactMap({ grips[$0]?.values.min() }).first { return (name, .program) }
        return glides.isDisjoint(with: parameters) ? nil : (nil, .recall)
    }

    /// The hand on a control; nil for none.
    subscript(control: ControlIndex) -> HandReport? { reports[control] }

    /// Whether something holds a parameter.
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

    /// The controls under a hand that drive some parameters, as `desk fader.1`.
    func controls(on parameters: [ParameterIndex], in catalog: Catalog) -> [String] {
        let held = reports.values.filter { $0.parameter.map(parameters.contains) ?? false }
        return held.map(\.control).sorted().compactMap { catalog.controlName($0) }
    }

    /// Takes in a report; returns the parameters that are touched now and were not, or the other way round; nil if nothing is new.
    mutating func take(_ report: HandReport) -> [ParameterIndex]? {
        let old = reports[report.control]
        guard report.isOn ? old != report : old != nil else { return nil }
        let concerned = Set([old?.parameter, report.isOn ? report.parameter : nil].compactMap { $0 })
        let before = concerned.filter { isTouched($0) }
        reports[report.control] = report.isOn ? report : nil
        return concerned.filter { isTouched($0) != before.contains($0) }
    }

    /// Takes in what a gesture does with a parameter; false if that is no news: another of that name holds it too.
    mutating func take(_ grip: Grip, of parameter: ParameterIndex) -> Bool {
        let before = grips[parameter]?.values.contains(grip.name) ?? false
        grips[parameter, default: [:]][grip.gesture] = grip.isOn ? grip.name : nil
        if grips[parameter]?.isEmpty ?? false { grips[parameter] = nil }
        return before != grips[parameter]?.values.contains(grip.name) ?? false
    }

    /// Takes in that a parameter moves by itself, or no longer.
    mutating func take(_ glide: GlideReport, of parameter: ParameterIndex) {
        if glide.isOn { glides.insert(parameter) } else { glides.remove(parameter) }
    }

    /// The same holds, with the indices that their parameters have in another catalog. Where the controls may be others, too, all hands are
    /// reported again.
    func moved(from old: Catalog, to next: Catalog) -> Hands {
        func index(_ parameter: ParameterIndex?) -> ParameterIndex? {
            guard let parameter, case .parameter(let index)? = next.items[old.configuration.parameters[parameter].id] else { return nil }
            return index
        }
        var moved = Hands()
        // Under a new configuration they are reported again, as they begin there.
        if next.hasSameControls { moved.glides = Set(glides.compactMap { index($0) }) }
        for (parameter, names) in grips { if let index = index(parameter) { moved.grips[index] = names } }
        guard next.hasSameControls else { return moved }
        for var report in reports.values {
            report.parameter = index(report.parameter)
            moved.reports[report.control] = report
        }
        return moved
    }
}
