package import FaderValues

/// A kind of target that can be read from the config. The kinds are in FaderTargets (`TargetKinds`).
package protocol ReadableTarget: TargetKind {
    /// A target of a parameter; nil if it is wrong, which is reported.
    static func read(_ node: Node, for subject: TargetReader.Subject, by reader: TargetReader) -> Self?
    /// The keys that a parameter has because of this target, in YAML without braces; nil if it brings none. Nothing is reported.
    static func keys(broughtBy node: Node) -> String?
    /// What is doubtful about this target, for a person, unless somebody has said that it is read-only.
    func doubt(about id: String) -> String?
}

extension ReadableTarget {
    package static func keys(broughtBy node: Node) -> String? { nil }

    package func doubt(about id: String) -> String? { nil }
}

/// Its word is a key of the entry of `targets:`.
package protocol NamingTarget: ReadableTarget {
    /// An example, for people, of what the word has in an entry.
    static var peerExample: String { get }

    /// Reads an entry, which has the kind's word as a key.
    static func peer(_ fields: Fields, report: Report) -> (any TargetPeer)?
}

/// An entry of `targets:`.
package protocol TargetPeer: Sendable, Equatable {
    /// An action that only one entry can do, for example `listens on port 9000`.
    var claim: String? { get }
    /// When several entries can do it, for example `, unless …`; empty: never.
    static var exception: String { get }
    /// What it sends by itself, such as `publish sends …`, which rules out `read-only`.
    var sends: String? { get }
    /// The broker where it publishes parameters; nil if it publishes none.
    var publisher: MQTTPeerSpec? { get }
    /// The UDP port on which it listens; nil if it does not.
    var listens: Int? { get }
    /// Whether both can be there, this one and another with the same claim.
    func isCompatible(with other: any TargetPeer) -> Bool
}

extension TargetPeer {
    package static var exception: String { "" }

    package var sends: String? { nil }

    package var publisher: MQTTPeerSpec? { nil }

    package var listens: Int? { nil }

    package func isCompatible(with other: any TargetPeer) -> Bool { self == other as? Self }
}

extension Report {
    /// Nil if it has errors. `example` is one such entry, with its name.
    package func peer<Peer: TargetPeer>(
        named node: Node, in peers: [String: (any TargetPeer)?], _ example: String, where isMeant: (Peer) -> Bool = { _ in true }
    ) -> Peer? {
        guard let name = word(node, "the name of an entry of targets", limit: Limits.label) else { return nil }
        let known = peers.filter { _, peer in peer == nil || (peer as? Peer).map(isMeant) ?? false }
        if let peer = known[name] { return peer as? Peer }
        return error(
            node.location, "there is no \"\(name.forDisplay)\" in targets, such as targets: {\(example)}", instead: name,
            of: known.keys.sorted())
    }

    /// A word for each value of a toggle or choice. `what` is the words with an example, `values` what messages call the values.
    package func words(_ node: Node, _ what: String, forEach values: String, of spec: ParameterSpec) -> [String] {
        guard let words = words(node, what) else { return [] }
        let count = Int(spec.maximum) + 1
        if words.count != count {
            error(node.location, "\(spec.id.forDisplay) has \(count) \(values), words has \(words.count)")
        } else if Set(words).count < count {
            error(node.location, "two of the words are the same")
        }
        return words
    }
}

extension [any ReadableTarget.Type] {
    var naming: [any NamingTarget.Type] { compactMap { $0 as? any NamingTarget.Type } }

    var words: [String] { map { $0.word } }
}
