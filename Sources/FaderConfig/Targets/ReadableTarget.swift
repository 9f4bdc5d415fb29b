package import FaderValues

/// A kind of target that can be read from the config. The kinds are in FaderTargets (`TargetKinds`), and
/// whoever reads a config gives them to its reader.
package protocol ReadableTarget: TargetKind {
    /// A target of a parameter; nil if it is wrong, which is reported.
    static func read(_ node: Node, for subject: TargetReader.Subject, by reader: TargetReader) -> Self?
    /// The keys that a parameter has because it is bound to this target, in YAML without braces; nil if it brings none. Nothing is reported.
    static func keys(broughtBy node: Node) -> String?
    /// What is doubtful about this target of a parameter, which nobody has said is read-only, for a person; nil: nothing.
    func doubt(about id: String) -> String?
}

extension ReadableTarget {
    /// None: most targets take any parameter as it is.
    package static func keys(broughtBy node: Node) -> String? { nil }

    /// Nothing.
    package func doubt(about id: String) -> String? { nil }
}

/// A kind whose targets name an entry of `targets:`. The kind's word is a key of the entry.
package protocol NamingTarget: ReadableTarget {
    /// An example of the value of the kind's word in an entry, for people.
    static var peerExample: String { get }

    /// An entry, which has the kind's word; nil if it is wrong, which is reported.
    static func peer(_ fields: Fields, report: Report) -> (any TargetPeer)?
}

/// An entry of `targets:`.
package protocol TargetPeer: Sendable, Equatable {
    /// The action that only one entry can do, for example `listens on port 9000`; nil: none.
    var claim: String? { get }
    /// The case in which several entries can do it, for example `, unless …`; empty: none.
    static var exception: String { get }
    /// What it sends by itself, such as `publish sends …`, which rules out `read-only`; nil: nothing.
    var sends: String? { get }
    /// The broker at which it publishes parameters; nil: it publishes none.
    var publisher: MQTTPeerSpec? { get }
    /// The UDP port at which it listens; nil: none.
    var listens: Int? { get }
    /// Whether it and another entry with the same claim can both be there.
    func isCompatible(with other: any TargetPeer) -> Bool
}

extension TargetPeer {
    /// Never.
    package static var exception: String { "" }

    /// Nothing.
    package var sends: String? { nil }

    /// None.
    package var publisher: MQTTPeerSpec? { nil }

    /// At none.
    package var listens: Int? { nil }

    /// Whether they are the same.
    package func isCompatible(with other: any TargetPeer) -> Bool { self == other as? Self }
}

extension Report {
    /// The entry of `targets:` that a target names; nil if it has errors.
    ///
    /// - Parameter example: one such entry, with its name.
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

    /// A word for each value of a toggle or choice.
    ///
    /// - Parameters:
    ///   - what: the words, with an example.
    ///   - values: what messages call the values.
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
    /// Those that name entries of `targets:`.
    var naming: [any NamingTarget.Type] { compactMap { $0 as? any NamingTarget.Type } }

    /// Their words.
    var words: [String] { map { $0.word } }
}
