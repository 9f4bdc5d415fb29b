internal import FaderValues

/// Which numbers a parameter can have and how they are written: a number, an integer, or both ends of a range.
struct ScaleReader {
    let keys: KeyReader
    let kind: ParameterKind
    /// The travel may be reversed; that of a range may not.
    var canTurn = true
    private var isWhole: Bool { kind.isWhole }
    /// The kind in a message: `an integer`.
    private var named: String { kind.kindWord.described }
    private var report: Report { keys.report }

    /// The parameter without its default, which can be checked only if the range is valid (`isRanged`).
    func read(_ fields: Fields, _ start: ParameterSpec, at location: Location) -> (spec: ParameterSpec, isRanged: Bool) {
        let (range, isTurned) = range(fields, at: location)
        var spec = start
        if let range { (spec.minimum, spec.maximum, spec.isTurned) = (range.lowerBound, range.upperBound, isTurned) }
        spec.defaultValue = spec.minimum <= 0 && spec.maximum >= 0 ? 0 : spec.first
        spec.kind = kind
        readWriting(fields, into: &spec)
        readSteps(fields, range, into: &spec)
        if let node = fields["wrap"], let wraps = report.truth(node, "wrap") {
            spec.isCircle = wraps
            if wraps, spec.minimum == -.infinity {
                report.error(node.location, "a range from -inf cannot wrap: nothing lies beyond its end")
            }
        }
        if let node = fields["out-of-range"], let choice = keys.outOfRange(node) { spec.outOfRange = choice }
        if let node = fields["taper"], let taper = TaperReader(report: report).read(node, range: range, isTurned: isTurned) {
            spec.taper = taper
        }
        if let node = fields["format"], let entry = FormatReader(report: report).read(node), range != nil {
            spec.format = keys.formats.format(entry, of: spec)
        }
        return (spec, range != nil)
    }

    /// The value of `default`, or of one of its two ends for a range; nil if it is not on the scale.
    func value(_ node: Node, of spec: ParameterSpec, _ what: String) -> Double? {
        if spec.minimum == -.infinity, keys.bottom(node) { return -.infinity }
        guard let value = isWhole ? whole(node, what) : report.number(node, what) else { return nil }
        guard spec.holds(value) else {
            return report.error(node.location, "\(what) \(NumberSyntax.shown(value)) is outside the range \(spec.shownRange)")
        }
        return value
    }

    /// Checks `default` alone. Used if the range is wrong.
    func checkDefault(_ node: Node) {
        if !keys.bottom(node) { _ = isWhole ? whole(node, "default") : report.number(node, "default") }
    }

    private func readWriting(_ fields: Fields, into spec: inout ParameterSpec) {
        if let node = fields["currency"], let currency = CurrencyReader(report: report, symbols: keys.symbols).read(node) {
            (spec.unit, spec.decimals, spec.currency) = (currency.unit, currency.decimals, currency.names)
            if let unit = fields["unit"] {
                report.error(unit.location, "give unit or currency, not both: both set the text after the number")
            }
        }
        if let unit = fields["unit"].flatMap(keys.unit) { (spec.unit, spec.currency) = (unit, nil) }
        if let decimals = fields["decimals"].flatMap(keys.decimals) { spec.decimals = decimals }
        guard isWhole else { return }
        if let node = fields["decimals"], spec.decimals > 0, !node.isUnusable {
            report.error(node.location, "an integer has no decimals, found \(node.described)")
        }
        spec.decimals = 0
    }

    /// `isTurned`: `min` is the higher one. Nil if the range is not valid.
    private func range(_ fields: Fields, at location: Location) -> (range: ClosedRange<Double>?, isTurned: Bool) {
        let standard = ParameterSpec(id: "")
        let minimum = fields["min"].map { lowest($0, taper: fields["taper"]) } ?? standard.minimum
        let maximum = fields["max"].map { isWhole ? whole($0, "max") : report.number($0, "max") } ?? standard.maximum
        guard let minimum, let maximum else { return (nil, false) }
        let location = (fields["min"] ?? fields["max"])?.location ?? location
        guard minimum < maximum || mayBeTurned(minimum, maximum, fields) else {
            let to = fields["max"] == nil ? " (\(NumberSyntax.shown(maximum)), as no max is given)" : " \(NumberSyntax.shown(maximum))"
            let from = fields["min"] == nil ? " (\(NumberSyntax.shown(minimum)), as none is given)" : " \(NumberSyntax.shown(minimum))"
            let hint = !canTurn && minimum > maximum ? "; to reverse a fader of a range, give its control invert: true" : ""
            let isSame = minimum == maximum && fields["min"] != nil && fields["max"] != nil
            report.error(
                location, isSame ? "min and max are both \(NumberSyntax.shown(minimum))" : "min\(from) is not below max\(to)\(hint)")
            return (nil, false)
        }
        let range = min(minimum, maximum)...max(minimum, maximum)
        return (isSpread(range, at: location) ? range : nil, minimum > maximum)
    }

    /// `min` above `max` reverses the travel, but only if both were written in the same place. If one of them comes from a type, a template
    /// or a default, it is a mistake.
    private func mayBeTurned(_ minimum: Double, _ maximum: Double, _ fields: Fields) -> Bool {
        guard canTurn, minimum > maximum, let first = fields["min"], let last = fields["max"] else { return false }
        let (one, other) = (first.location, last.location)
        return one.type == other.type && one.words == other.words && one.source === other.source
    }

    /// Whether a range is wide enough to keep all values of a fader distinct, and narrow enough for a double.
    private func isSpread(_ range: ClosedRange<Double>, at location: Location) -> Bool {
        // If the range begins at -inf, the taper checks the other end.
        guard range.lowerBound > -.infinity else { return true }
        let span = range.upperBound - range.lowerBound
        guard span.isFinite else { return report.error(location, "the range from min to max is too wide for a number") }
        guard !isWhole || span <= Limits.whole else {
            return report.error(
                location, "the range from min to max of \(named) may be at most 2^53 wide, so that its steps can be counted")
        }
        let largest = max(range.lowerBound.magnitude, range.upperBound.magnitude)
        guard span >= largest * Limits.narrowest, span >= Limits.smallest else {
            return report.error(location, "the range from min to max is too narrow: the steps of a fader could not be told apart")
        }
        return true
    }

    /// Reads `min`, which can be -inf with `taper: audio`, because that fader law ends in silence.
    private func lowest(_ node: Node, taper: Node?) -> Double? {
        if isWhole, !keys.bottom(node) { return whole(node, "min") }
        let minimum = keys.minimum(node)
        guard minimum == -.infinity else { return minimum }
        if let taper, !isWhole {
            switch taper.content {
            case .scalar(let scalar) where scalar.text == "audio": return minimum
            case .scalar(let scalar) where scalar.text == "linear" || scalar.text == "log": break
            case .block: break
            // Anything else is not a taper; that is reported elsewhere.
            default: return nil
            }
        }
        let message = isWhole ? "min -inf is not a whole number" : "min -inf is only for taper: audio, whose fader ends in silence"
        return report.error(node.location, message)
    }

    /// A whole number that a double can hold exactly.
    private func whole(_ node: Node, _ what: String) -> Double? {
        guard let number = report.number(node, what) else { return nil }
        guard number == number.rounded() else {
            return report.error(node.location, "\(what) of \(named) must be a whole number, found \(node.described)")
        }
        guard number.magnitude <= Limits.whole else {
            return report.error(node.location, "\(what) of \(named) must lie within ±2^53, found \(node.described)")
        }
        return number
    }

    private func readSteps(_ fields: Fields, _ range: ClosedRange<Double>?, into spec: inout ParameterSpec) {
        if isWhole { spec.step = 1 }
        let span = range.map { $0.upperBound - ($0.lowerBound.isFinite ? $0.lowerBound : Limits.bottom) }
        if let node = fields["step"], let step = keys.step(node), fits(step, span, "step", node) { spec.step = step }
        if let node = fields["big-step"], let step = keys.otherStep(node, "big-step"), fits(step, span, "big-step", node) {
            spec.bigStep = step
        }
        if let node = fields["fine-step"], let step = keys.otherStep(node, "fine-step"), fits(step, span, "fine-step", node) {
            spec.fineStep = step
        }
    }

    /// Whether a step fits into the range; false without a range.
    private func fits(_ step: Double, _ span: Double?, _ key: String, _ node: Node) -> Bool {
        if isWhole, step < 1 || step != step.rounded() {
            return report.error(node.location, "\(key) of \(named) must be a whole number from 1, found \(node.described)")
        }
        guard let span else { return false }
        // 0.3 − 0.1 is a little less than 0.2.
        if step > span * (1 + 1e-9) {
            return report.error(node.location, "\(key) \(NumberSyntax.shown(step)) is larger than the range from min to max")
        }
        if step > 0, span / step > Limits.steps {
            let hint = key == "step" && !isWhole ? "; leave it out for a continuous parameter" : ""
            return report.error(node.location, "\(key) \(NumberSyntax.shown(step)) is too small for the range\(hint)")
        }
        return true
    }
}
