internal import FaderConsole
internal import FaderModel

/// Which controls are under a hand, and which parameters count as touched: those that a control under a hand drives.
///
/// A hand is on a control while a finger is felt on it, and while the hold-off after its last movement lasts.
struct Hands: Sendable {
    /// The hands on controls; none for controls without one.
    private var reports: [ControlIndex: HandReport] = [:]
    /// How many hold each parameter; no zeroes.
    private var holders: [ParameterIndex: Int] = [:]

    /// The hand on a control; nil for none.
    subscript(control: ControlIndex) -> HandReport? { reports[control] }

    /// Whether something holds a parameter.
    func isTouched(_ parameter: ParameterIndex) -> Bool { holders[parameter] != nil }

    /// Takes in a report; returns the parameters that are touched now and were not, or the other way round; nil if nothing is new.
    mutating func take(_ report: HandReport) -> [ParameterIndex]? {
        let old = reports[report.control]
        guard report.isOn ? old != report : old != nil else { return nil }
        reports[report.control] = report.isOn ? report : nil
        let (before, now) = (old?.parameter, report.isOn ? report.parameter : nil)
        guard before != now else { return [] }
        return [count(before, by: -1), count(now, by: 1)].compactMap { $0 }
    }

    /// The same hands on the same controls, with the indices that their parameters have in another catalog.
    func moved(from old: Catalog, to next: Catalog) -> Hands {
        var moved = Hands()
        for report in reports.values {
            var report = report
            let id = report.parameter.map { old.configuration.parameters[$0].id }
            if let id, case .parameter(let index)? = next.places[id] { report.parameter = index } else { report.parameter = nil }
            _ = moved.take(report)
        }
        return moved
    }

    /// Counts a holder; returns the parameter if it is the first or was the last.
    private mutating func count(_ parameter: ParameterIndex?, by change: Int) -> ParameterIndex? {
        guard let parameter else { return nil }
        let count = holders[parameter, default: 0] + change
        holders[parameter] = count == 0 ? nil : count
        return count == max(change, 0) ? parameter : nil
    }
}
