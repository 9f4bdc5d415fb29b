internal import FaderJSON
public import FaderValues

/// How a member or a group stands, with the group, because the config may put the member into another one.
public struct KeptRelation: Sendable, Equatable {
    public var relation: Relation
    /// The id of the group, or of its mute; nil if it is in none.
    public var of: String?

    public init(_ relation: Relation, of group: String?) { (self.relation, of) = (relation, group) }
}

/// In the state file: `{ "group": 0.0, "of": "drums", "value": -6.2 }`.
extension KeptRelation {
    init?(_ fields: [String: JSONValue]) {
        func number(_ key: String) -> Double? {
            switch fields[key]?.value {
            case .number(let number): number
            case .word("-inf"): -.infinity
            default: nil
            }
        }
        relation = Relation(value: number("value"), group: number("group") ?? 0, rounded: number("rounded"), last: number("last"))
        if case .text(let group)? = fields["of"] { of = group }
        guard relation.value != nil || relation.last != nil, relation.group.isFinite, relation.last?.isFinite ?? true else { return nil }
    }

    var fields: [String: JSONValue] {
        func number(_ value: Double?) -> JSONValue? { value.map { JSONValue(.number($0)) } }
        var fields: [String: JSONValue] = [:]
        fields["value"] = number(relation.value)
        fields["group"] = relation.value == nil ? nil : number(relation.group)
        fields["rounded"] = number(relation.rounded)
        fields["last"] = number(relation.last)
        fields["of"] = of.map { .text($0) }
        return fields
    }
}
