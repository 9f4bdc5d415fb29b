/// Where a control's messages came from.
struct Sender: Hashable {
    /// The surface; nil for a controller that belongs to none, which has a client, and a port where that has several.
    var surface: String?
    var client: String?
    var port: Int?
}

/// What the messages of a control say of it.
struct LearnedControl: Equatable {
    /// Where they came from.
    var sender: Sender
    /// The message it sends, in the words of the config.
    var input: String
    /// How an encoder says how far it was turned; nil for every other control.
    var relative: String?
    /// It goes the other way.
    var isInverted = false
    /// What its touch sensor sends; nil where it has none.
    var touch: String?
    /// It has a motor on its own message.
    var hasMotor = false
    /// It is pressed.
    var isButton = false
    /// The control of the surface that these messages belong to already; nil where it is new.
    var known: String?

    /// What kind of control it is, as in `fader.1`.
    var kind: String { relative != nil ? "encoder" : isButton ? "button" : "fader" }

    /// What a config says of it.
    var entry: String {
        var parts = ["input: \"\(input)\""]
        if let relative { parts.append("relative: \(relative)") }
        if isInverted { parts.append("invert: true") }
        if hasMotor { parts.append("motor: true") }
        if let touch { parts.append("touch: \"\(touch)\"") }
        return "{\(parts.joined(separator: ", "))}"
    }

    /// What it is and has, for people: `14 bits, motor, touch note 104 ch 1`.
    var features: String {
        var parts: [String] = []
        if isButton {
            parts.append("pressed")
        } else if let relative {
            parts.append("encoder, \(relative)")
        } else if input.hasPrefix("cc14") || input.hasPrefix("pitchbend") {
            parts.append("14 bits")
        } else if !input.hasPrefix("nrpn"), !input.hasPrefix("rpn") {
            parts.append("7 bits")
        }
        if isInverted { parts.append("inverted") }
        if hasMotor { parts.append(isButton ? "lamp" : relative == nil ? "motor" : "ring") }
        if let touch { parts.append("touch \(touch)") }
        return parts.joined(separator: ", ")
    }

    /// A free id for it: of its kind, with the lowest index.
    func id(besides taken: Swift.Set<String>) -> String { Self.id(kind, besides: taken) }

    /// The id of a kind with the lowest index that is free.
    static func id(_ kind: String, besides taken: Swift.Set<String>) -> String {
        var index = 1
        while taken.contains("\(kind).\(index)") { index += 1 }
        return "\(kind).\(index)"
    }
}

extension LearnedControl {
    /// One message, without the value, as it goes over the cable.
    private struct Wire: Hashable {
        var kind: String
        /// −1 where messages of the kind have none.
        var number: Int
        var channel: Int
    }

    /// Whether it is the same control, of which more was heard: its other seven bits, or its touch sensor.
    func isMore(than other: LearnedControl) -> Bool {
        guard !isButton, relative == nil, other.relative == nil, wires.isSuperset(of: other.wires) else { return false }
        return wires.count > other.wires.count
    }

    /// Whether one message would belong to both of them, which no profile may have.
    func overlaps(_ other: LearnedControl) -> Bool {
        let (own, others) = (wires, other.wires)
        return !own.isDisjoint(with: others)
            || own.contains { wire in others.contains { Self.isDataEntry(wire, of: $0) || Self.isDataEntry($0, of: wire) } }
    }

    /// Everything that it sends.
    private var wires: Swift.Set<Wire> {
        var wires: Swift.Set<Wire> = []
        for text in [input, touch].compactMap({ $0 }) {
            let words = text.split(separator: " ")
            guard let kind = words.first, let channel = words.last.flatMap({ Int($0) }) else { continue }
            let wire = Wire(kind: String(kind), number: words.count > 3 ? Int(words[1]) ?? -1 : -1, channel: channel)
            var second = wire
            if kind == "cc14" {
                wires.insert(Wire(kind: "cc", number: wire.number, channel: channel))
                second = Wire(kind: "cc", number: wire.number + 32, channel: channel)
            } else if relative == "next-cc" {
                wires.insert(wire)
                second.number += 1
            }
            wires.insert(second)
        }
        return wires
    }

    /// Whether a controller carries a numbered parameter of its channel.
    private static func isDataEntry(_ wire: Wire, of other: Wire) -> Bool {
        wire.kind == "cc" && (other.kind == "nrpn" || other.kind == "rpn") && wire.channel == other.channel
            && ([6, 38].contains(wire.number) || (96...101).contains(wire.number))
    }
}
