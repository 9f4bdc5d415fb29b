internal import FaderConsole

/// Reads the keys that make a control an endless encoder: `relative`, `center`, `acceleration`, `detents`, `fine`.
struct EncoderReader {
    let report: Report

    /// Whether any key lacks `relative` is checked once both files are known.
    func read(_ fields: Fields, into control: inout ControlEntry) {
        control.relative = fields["relative"].flatMap(readEncoding)
        if fields["relative"] != nil, control.relative == nil { control.isDamaged = true }
        control.acceleration = fields["acceleration"].flatMap(readAcceleration)
        control.detents = report.integer(fields, "detents", in: 1...Limits.detents)
        control.fine = fields["fine"]?.located { report.word($0, "the id of a control", limit: Limits.name) }
        control.center = fields["center"]?.located { report.integer($0, "center", in: 1...16382) }
    }

    /// Outer nil: it is wrong. Inner nil: `false`, an ordinary control.
    private func readEncoding(_ node: Node) -> RelativeEncoding?? {
        if report.flag(node) == false { return .some(nil) }
        if let alias = RelativeEncoding.aliases.first(where: { $0.word == node.text }) { return .some(alias.encoding) }
        if let word = node.text, word.hasPrefix("signed-bit") {
            return report.error(
                node.location,
                "\"\(word.forDisplay)\" means opposite things in different programs; write sign-magnitude where 1 is up "
                    + "and 65 down, inverted-sign-magnitude where it is the other way round")
        }
        return report.choice(node, "relative", of: RelativeEncoding.self).map { .some($0) }
    }

    private func readAcceleration(_ node: Node) -> Acceleration? {
        guard case .block = node.content else {
            let words: [(word: String, value: Acceleration)] = [("off", .off), ("gentle", .gentle), ("strong", .strong)]
            return report.choice(node, "acceleration", of: words)
        }
        guard let fields = Fields(node, of: "an acceleration", keys: ["slow", "fast", "factor"], report: report) else { return nil }
        func number(_ key: String) -> Double? {
            if let node = fields[key] { return report.number(node, key) }
            return report.error(
                node.location, "an acceleration needs slow and fast, in detents a second, and a factor: {slow: 12, fast: 60, factor: 4}")
        }
        guard let slow = number("slow"), let fast = number("fast"), let factor = number("factor") else { return nil }
        guard slow >= 0, fast > slow, fast <= Limits.speed, (1...Limits.acceleration).contains(factor) else {
            return report.error(
                node.location,
                "an acceleration goes from slow 0 or more to a higher fast of at most \(Int(Limits.speed)) detents a second, "
                    + "with a factor 1…\(Int(Limits.acceleration))")
        }
        return Acceleration(slow: slow, fast: fast, factor: factor)
    }
}

/// Checks the keys of encoders once all controls are known.
enum EncoderCheck {
    static func check(_ control: ControlEntry, among controls: [ControlEntry], _ report: Report) {
        guard let encoding = control.relative ?? nil else { return }
        if let input = control.input { check(input, encoding, report) }
        if let center = control.center { check(center, of: control, encoding, report) }
        if let fine = control.fine, !controls.contains(where: { $0.id == fine.value }) {
            report.error(fine.location, "there is no control \"\(fine.value.forDisplay)\"", instead: fine.value, of: controls.map(\.id))
        }
        if let fine = control.fine, let key = controls.first(where: { $0.id == fine.value })?.input?.address, key.value != nil {
            report.error(
                fine.location,
                "\(fine.value.forDisplay) is known by the value of its press, \"\(key)\", and has no release: steps would stay fine")
        }
    }

    private static func check(_ center: Located<Int>, of control: ControlEntry, _ encoding: RelativeEncoding, _ report: Report) {
        guard encoding == .offset else {
            report.error(
                center.location, "center is for relative: offset, which counts from a middle; \(encoding.rawValue) does not")
            return
        }
        guard let highest = control.input?.address.kind.maximumRaw, center.value >= highest else { return }
        report.error(
            center.location, "center must be below \(highest), the highest value of \"\(control.input.map { "\($0.address)" } ?? "")\"")
    }

    private static func check(_ input: LocatedMessage, _ encoding: RelativeEncoding, _ report: Report) {
        let kind = input.address.kind
        switch kind {
        case .cc, .pitchbend, .note, .nrpn: break
        case .cc14, .pressure, .polypressure, .program, .rpn:
            report.error(input.location, "an encoder sends cc, pitchbend, note or nrpn, not \(kind.rawValue)")
            return
        }
        guard input.address.value == nil else {
            report.error(input.location, "an encoder sends many values: write \"\(input.address.anyValue)\"")
            return
        }
        if encoding == .wrapping, kind == .note {
            report.error(input.location, "a counter that goes round sends cc, pitchbend or nrpn, not note")
        }
        if encoding == .nextController, kind != .cc || input.address.number >= 127 {
            report.error(input.location, "next-cc also uses the next cc, so its input must be a cc below 127, not \"\(input.address)\"")
        }
    }
}
