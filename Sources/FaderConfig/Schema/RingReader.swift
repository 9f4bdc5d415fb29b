internal import FaderConsole

/// The look of a ring of lamps, or the values for each look.
struct RingReader {
    let report: Report

    private static let looks: [(word: String, value: RingLook)] = RingLook.allCases.map { ("\($0.word)", $0) }

    func read(_ node: Node, into control: inout ControlEntry, range: (Node) -> RawRange?) {
        guard case .block = node.content else {
            control.ringLook = node.located { report.choice($0, "ring", of: Self.looks) }
            return
        }
        let keys = Self.looks.map(\.word) + ["middle", "look"]
        guard let fields = Fields(node, of: "a ring", keys: keys, report: report) else { return }
        var ring = RingSpec()
        for (word, look) in Self.looks {
            if let node = fields[word] { ring[look] = range(node) }
        }
        ring.middle = UInt32(report.integer(fields, "middle", in: 0...127) ?? 0)
        ring.fixed = report.choice(fields, "look", of: Self.looks)
        if ring.look(.dot) != nil {
            control.ring = ring
        } else if !Self.looks.contains(where: { fields[$0.word] != nil }) {
            report.error(node.location, "a ring needs the values of a look: {fill: [0, 11]}")
        }
    }
}
