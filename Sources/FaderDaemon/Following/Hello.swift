internal import FaderJSON
internal import FaderStore
internal import FaderValues

/// What two machines say to each other, in a request and in its answer.
struct Hello: Sendable {
    var name: String
    var version: String
    var term: UInt64
    var leads: Bool
    var run: UInt64
    /// Of a follower: its leader, if that one leads.
    var leader: String?
    /// Of a follower: what it has; nil if nothing.
    var mark: String?
    /// Of a leader: what has changed since the follower's mark.
    var changes: StateChanges?

    var json: [UInt8] {
        let fields: [String: JSONValue?] = [
            "name": .text(name), "version": .text(version), "term": .number(spelling: "\(term)"), "leads": .flag(leads),
            "run": .text(String(run, radix: 16)), "leader": leader.map { .text($0) }, "mark": mark.map { .text($0) },
        ]
        var bytes = Array(JSONValue.object(fields.compactMapValues { $0 }).rendered.utf8)
        guard let changes else { return bytes }
        bytes.removeLast()
        bytes += ",\"changes\":".utf8
        bytes += changes.json.utf8
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    /// Nil if another machine would not say that. Unknown fields are skipped.
    init?(_ bytes: [UInt8]) {
        guard case .object(let fields)? = try? JSONValue.read(bytes), case .text(let name)? = fields["name"], Names.isProgram(name),
            case .text(let version)? = fields["version"], Names.isProgram(version), case .number(let digits)? = fields["term"],
            let term = UInt64(digits), term < Lead.termLimit, case .flag(let leads)? = fields["leads"],
            case .text(let drawn)? = fields["run"],
            let run = UInt64(drawn, radix: 16)
        else { return nil }
        (self.name, self.version, self.term, self.leads, self.run) = (name, version, term, leads, run)
        if case .text(let leader)? = fields["leader"], Names.isProgram(leader) { self.leader = leader }
        if case .text(let mark)? = fields["mark"] { self.mark = mark }
        if case .object(let changes)? = fields["changes"] {
            guard let read = StateChanges(changes) else { return nil }
            self.changes = read
        }
    }

    init(_ lead: Lead, name: String, version: String, mark: String? = nil, leader: String? = nil) {
        (term, leads, run) = (lead.term, lead.leads, lead.run)
        (self.name, self.version, self.mark, self.leader) = (name, version, mark, leader)
    }
}

struct StateChanges: Sendable {
    /// The follower sends it back to get the next changes.
    var mark: String
    /// Tells the leader's state from one that was begun anew.
    var lineage: String
    /// All values, not only those that have changed.
    var isWhole: Bool
    var values: [String: KeptValue]
    var pieces: StatePieces

    init(mark: String, lineage: String, isWhole: Bool, values: [String: KeptValue], pieces: StatePieces) {
        (self.mark, self.lineage, self.isWhole, self.values, self.pieces) = (mark, lineage, isWhole, values, pieces)
    }

    var isEmpty: Bool { !isWhole && values.isEmpty && pieces.isEmpty }

    var json: String {
        let fields: [String: JSONValue] = [
            "mark": .text(mark), "lineage": .text(lineage), "whole": .flag(isWhole),
            "parameters": .object(values.mapValues { .object($0.fields) }),
        ]
        return JSONValue.object(fields).rendered.dropLast() + pieces.json + "}"
    }

    fileprivate init?(_ fields: [String: JSONValue]) {
        guard case .text(let mark)? = fields["mark"], case .text(let lineage)? = fields["lineage"],
            case .flag(let isWhole)? = fields["whole"],
            case .object(let values)? = fields["parameters"]
        else { return nil }
        self.values = values.compactMapValues { if case .object(let fields) = $0 { KeptValue(fields) } else { nil } }
        var rest = fields
        (self.mark, self.lineage, self.isWhole, pieces) = (mark, lineage, isWhole, StatePieces(takenFrom: &rest))
    }
}

/// Up to which change of which run of its leader a follower has everything.
struct FollowerMark: Equatable {
    let run: UInt64
    let generation: UInt64
    let stamp: UInt64
    let state: StateMark

    init(run: UInt64, generation: UInt64, stamp: UInt64, state: StateMark) {
        (self.run, self.generation, self.stamp, self.state) = (run, generation, stamp, state)
    }

    init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 4, let run = UInt64(parts[0], radix: 16), let generation = UInt64(parts[1]), let stamp = UInt64(parts[2]),
            let state = StateMark(parts[3])
        else { return nil }
        self.init(run: run, generation: generation, stamp: stamp, state: state)
    }

    var text: String { "\(String(run, radix: 16))-\(generation)-\(stamp)-\(state.text)" }
}
