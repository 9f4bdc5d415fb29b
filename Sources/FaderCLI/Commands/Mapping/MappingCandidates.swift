internal import FaderJSON

/// What a new parameter can be bound to, with the parameters that make sense for it.
struct MappingCandidate: Encodable, Equatable {
    /// A parameter that can be added, with its keys in the order in which they are written.
    struct Offer: Encodable, Equatable {
        /// `volume`, `mute`, `playing`, `next`, `previous`, `brightness`, `scene`, `recording`, `streaming`, `value` or `switch`, or as the daemon calls it.
        var what: String
        var keys: [Key]
        /// What is there now; nil if nobody has told it.
        var now: String?
        /// Keys of the target that a person types, such as the address at a console.
        var asks: [String] = []
    }

    struct Key: Encodable, Equatable {
        var key: String
        var value: JSONValue
    }

    /// As in `TargetCandidate`, or `default-sink`, `default-source`, `rest` or `obs`.
    var kind: String
    /// The name for people; empty if the kind says it all.
    var name: String
    /// The parameter that it is bound to already; nil if to none.
    var parameter: String?
    /// Which key of its target comes first in the config; nil if that follows from the target.
    var first: String?
    var offers: [Offer]
}

extension MappingCandidate {
    static func all(_ candidates: [TargetCandidate], connections: [MappingConnection]) -> [MappingCandidate] {
        var seen: [MappingCandidate] = [
            MappingCandidate(kind: "default-sink", name: "", offers: sound(.text("default-sink"), hasDevice: true)),
            MappingCandidate(kind: "default-source", name: "", offers: sound(.text("default-source"), hasDevice: true)),
            MappingCandidate(kind: "rest", name: "", offers: sound(.object(["rest": .flag(true)]))),
        ]
        // A program may have several streams.
        for one in candidates.compactMap({ MappingCandidate($0) })
        where !seen.contains(where: { $0.kind == one.kind && $0.name == one.name && $0.hasSameOffers(as: one) }) {
            seen.append(one)
        }
        for connection in connections {
            let offers = offers(connection)
            // What the daemon knows of a connection comes before what a person has to type.
            if let place = seen.firstIndex(where: { $0.kind == connection.kind.rawValue && $0.name == connection.name }) {
                seen[place].offers += offers.filter { !$0.asks.isEmpty }
            } else {
                seen.append(MappingCandidate(kind: connection.kind.rawValue, name: connection.name, offers: offers))
            }
        }
        return seen
    }

    private func hasSameOffers(as other: MappingCandidate) -> Bool { offers.map(\.keys) == other.offers.map(\.keys) }

    private init?(_ candidate: TargetCandidate) {
        (kind, name, parameter) = (candidate.kind, candidate.name, candidate.parameter)
        if let offers = candidate.offers {
            (first, self.offers) = (candidate.target, offers.map { Offer($0) })
            return
        }
        // "name: alsa_output.usb": the word that it is matched by.
        let word = candidate.words.first.flatMap { $0.firstRange(of: ": ").map { String(candidate.words[0][$0.upperBound...]) } } ?? name
        switch kind {
        case "sink", "source": offers = Self.sound(.object([kind: .text(word.globEscaped)]))
        case "app": offers = Self.sound(.object(["app": .text(Self.glob(name))]), hasDevice: true)
        case "capture": offers = Self.sound(.object(["app": .text(Self.glob(name)), "capture": .flag(true)]))
        case "player": offers = Self.player(name)
        case "backlight", "leds":
            offers = [Offer(what: "brightness", keys: [Key("type", "percent"), Key("target", ["brightness": .text(word)])])]
        default: return nil
        }
    }

    /// A pattern for the name of a program, without the version that may be in it.
    private static func glob(_ name: String) -> String {
        let label = SoundProgram(binary: nil, id: nil, name: name).label
        return label.globEscaped + (label == name ? "" : "*")
    }

    private static func sound(_ what: JSONValue, hasDevice: Bool = false) -> [Offer] {
        let device = Offer(what: "device", keys: [Key("kind", "choice"), Key("target", ["pulse": what, "property": .text("device")])])
        return [
            Offer(what: "volume", keys: [Key("type", "percent"), Key("target", ["pulse": what])]),
            Offer(what: "mute", keys: [Key("kind", "toggle"), Key("target", ["pulse": what, "property": .text("mute")])]),
        ] + (hasDevice ? [device] : [])
    }

    private static func player(_ name: String) -> [Offer] {
        // A second instance of a player has a number, which differs each time.
        let glob = name.firstRange(of: ".instance").map { "\(String(name[..<$0.lowerBound]).globEscaped)*" } ?? name.globEscaped
        func trigger(_ call: String) -> Offer {
            Offer(what: call, keys: [Key("kind", "trigger"), Key("target", ["mpris": .text(glob), "call": .text(call)])])
        }
        return [
            Offer(what: "volume", keys: [Key("type", "percent"), Key("target", ["mpris": .text(glob)])]),
            Offer(what: "playing", keys: [Key("kind", "toggle"), Key("target", ["mpris": .text(glob), "property": .text("playing")])]),
            trigger("next"), trigger("previous"),
        ]
    }

    private static func offers(_ connection: MappingConnection) -> [Offer] {
        let name = JSONValue.text(connection.name)
        switch connection.kind {
        case .obs:
            return [Offer(what: "scene", keys: [Key("kind", "choice"), Key("target", ["obs": name, "scene": .text("program")])])]
                + ["recording", "streaming"].map { property in
                    Offer(what: property, keys: [Key("kind", "toggle"), Key("target", ["obs": name, property: .flag(true)])])
                } + input(["obs": name], asks: ["input"])
        case .osc: return values(["osc": name], asks: ["address"])
        case .mqtt: return values(["mqtt": name], asks: ["topic", "set"])
        }
    }

    private static func input(_ target: [String: JSONValue], asks: [String] = []) -> [Offer] {
        let mute = target.merging(["property": .text("mute")]) { $1 }
        return [
            Offer(what: "volume", keys: [Key("type", "decibel"), Key("target", target)], asks: asks),
            Offer(what: "mute", keys: [Key("kind", "toggle"), Key("target", mute)], asks: asks),
        ]
    }

    private static func values(_ target: [String: JSONValue], asks: [String]) -> [Offer] {
        [
            Offer(what: "value", keys: [Key("type", "percent"), Key("target", target)], asks: asks),
            Offer(what: "switch", keys: [Key("kind", "toggle"), Key("target", target)], asks: asks),
        ]
    }
}

struct MappingConnection: Equatable {
    enum Kind: String, CaseIterable {
        case obs
        case osc
        case mqtt
    }

    var kind: Kind
    var name: String
}

extension MappingCandidate.Offer {
    /// The keys in the order in which people write them.
    private static let order = ["type", "kind", "min", "max", "unit", "decimals", "target"]

    fileprivate init(_ offer: TargetOffer) {
        let keys = Self.order.compactMap { key in offer.parameter[key].map { MappingCandidate.Key(key: key, value: $0) } }
        self.init(what: offer.what, keys: keys, now: offer.value)
    }
}

extension MappingCandidate.Key {
    init(_ key: String, _ text: String) { (self.key, value) = (key, .text(text)) }

    init(_ key: String, _ members: [String: JSONValue]) { (self.key, value) = (key, .object(members)) }
}
