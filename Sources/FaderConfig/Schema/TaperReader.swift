internal import FaderValues
internal import Glibc

struct TaperReader {
    let report: Report

    private enum Word: String, CaseIterable { case linear, log, audio }

    /// The taper. If the range is nil because it is wrong, only the form is checked.
    func read(_ node: Node, range: ClosedRange<Double>?, isTurned: Bool = false) -> Taper? {
        if case .block = node.content { return readPoints(node, range: range, isTurned: isTurned) }
        if case .list = node.content {
            return report.error(node.location, "expected linear, log, audio or {points: [[0, MIN], …, [1, MAX]]}, found a list")
        }
        switch report.choice(node, "taper", of: Word.self) {
        case nil: return nil
        case .linear: return .linear
        case .log: return range.map { fitsLog($0, node.location) } ?? true ? .log : nil
        case .audio: return range.map { fitsAudio($0, node.location) } ?? true ? .audio : nil
        }
    }

    private func fitsLog(_ range: ClosedRange<Double>, _ location: Location) -> Bool {
        let (low, high) = (range.lowerBound, range.upperBound)
        guard low > 0 || high < 0 else {
            let bounds = "\(NumberSyntax.shown(low))…\(NumberSyntax.shown(high))"
            return report.error(location, "a log taper needs min and max on one side of 0, neither of them 0; the range is \(bounds)")
        }
        let (a, b) = (Glibc.log(low.magnitude), Glibc.log(high.magnitude))
        guard abs(b - a) >= max(1, abs(a), abs(b)) * Limits.narrowest else {
            return report.error(location, "the range is too narrow for a log taper: the steps of a fader could not be told apart")
        }
        return true
    }

    private func fitsAudio(_ range: ClosedRange<Double>, _ location: Location) -> Bool {
        if range.lowerBound == -.infinity { return fitsSilence(range.upperBound, location) }
        guard Limits.decibels.contains(range.lowerBound), Limits.decibels.contains(range.upperBound) else {
            let bounds = "\(NumberSyntax.shown(Limits.decibels.lowerBound))…\(NumberSyntax.shown(Limits.decibels.upperBound))"
            return report.error(location, "an audio taper is in decibels: min and max must lie within \(bounds)")
        }
        guard range.upperBound - range.lowerBound >= Limits.narrowestAudio else {
            return report.error(location, "the range is too narrow for an audio taper: it must span \(Limits.narrowestAudio) dB at least")
        }
        return true
    }

    /// Some travel is left above the bottom of the fader law.
    private func fitsSilence(_ high: Double, _ location: Location) -> Bool {
        let highest = Limits.decibels.upperBound
        guard high >= Limits.bottom + Limits.narrowestAudio, high <= highest else {
            let bounds = "above \(NumberSyntax.shown(Limits.bottom)) and at most \(NumberSyntax.shown(highest))"
            return report.error(location, "with min -inf an audio taper needs a max \(bounds) dB, found \(NumberSyntax.shown(high))")
        }
        return true
    }

    private func readPoints(_ node: Node, range: ClosedRange<Double>?, isTurned: Bool) -> Taper? {
        guard let fields = Fields(node, of: "a taper", keys: ["points"], report: report) else { return nil }
        guard let list = fields["points"] else {
            return report.error(node.location, "a taper of this form needs points: {points: [[0, MIN], …, [1, MAX]]}")
        }
        let expected = "points must be a list of 2…\(Limits.points) pairs [POSITION, VALUE],"
        guard let items = report.list(list, expected) else { return nil }
        guard (2...Limits.points).contains(items.count) else { return report.error(list.location, "\(expected) found \(items.count)") }
        let corners = items.compactMap(point)
        guard corners.count == items.count, let range else { return nil }
        return fits(corners, items.map(\.location), range, isTurned: isTurned) ? .points(corners) : nil
    }

    private func point(_ node: Node) -> TaperPoint? {
        guard let pair = node.pair else { return report.refuse(node, "expected a pair [POSITION, VALUE], found \(node.described)") }
        let position = report.number(pair.first, "the position")
        let value = report.number(pair.second, "the value")
        guard let position, let value else { return nil }
        guard (0...1).contains(position) else {
            return report.error(pair.first.location, "a position is 0…1, found \(NumberSyntax.shown(position))")
        }
        return TaperPoint(position, value)
    }

    /// Positions run from 0 to 1 and values from min to max, both are monotonic, and the slope keeps a fader's steps distinct.
    private func fits(_ points: [TaperPoint], _ locations: [Location], _ range: ClosedRange<Double>, isTurned: Bool) -> Bool {
        let errors = isTurned ? ends(points, range.upperBound, range.lowerBound) : ends(points, range.lowerBound, range.upperBound)
        for (isLast, message) in errors { report.error(locations[isLast ? locations.count - 1 : 0], message) }
        var isGood = errors.isEmpty
        let flattest = max(range.lowerBound.magnitude, range.upperBound.magnitude) * Limits.narrowest
        for index in 1..<points.count {
            let travel = points[index].position - points[index - 1].position
            let rise = (points[index].value - points[index - 1].value) * (isTurned ? -1 : 1)
            var wrong: String?
            if travel <= 0 {
                wrong = "positions must rise from point to point"
            } else if rise <= 0 {
                wrong = isTurned ? "values must fall from point to point, as min is above max" : "values must rise from point to point"
            } else if travel < Limits.narrowest {
                wrong = "the position is too near to the one before"
            } else if rise < flattest * travel {
                wrong = "the taper is too flat up to here: the steps of a fader could not be told apart"
            }
            guard let wrong else { continue }
            report.error(locations[index], wrong)
            isGood = false
        }
        return isGood
    }

    private func ends(_ points: [TaperPoint], _ minimum: Double, _ maximum: Double) -> [(isLast: Bool, message: String)] {
        var errors: [(isLast: Bool, message: String)] = []
        let (first, last) = (points[0], points[points.count - 1])
        let (low, high) = (NumberSyntax.shown(minimum), NumberSyntax.shown(maximum))
        if first != TaperPoint(0, minimum) { errors.append((false, "the first point must be [0, \(low)], position 0 and min")) }
        if last != TaperPoint(1, maximum) { errors.append((true, "the last point must be [1, \(high)], position 1 and max")) }
        return errors
    }
}
