internal import FaderJSON

struct LearnedControl: Equatable {
    var sender: Sender
    /// The message that it sends, in the form of the config.
    var input: String
    /// The encoding of an encoder; nil for every other control.
    var relative: String?
    var isInverted = false
    /// The lower half of its 14 bits comes first.
    var isLSBFirst = false
    var touch: String?
    /// It has a motor, or a lamp, that is driven by the message that the control sends.
    var hasMotor = false
    var isButton = false
    /// The value of each press, if the control never sent another value nor a release.
    var pressValue: Int?
    /// How far it went, if it is a fader or knob.
    var reach: Reach?
    var doubt: String?
    /// The id of the control on its surface; nil if the control is new.
    var known: String?

    var kind: String { relative != nil ? "encoder" : isButton ? "button" : "fader" }

    private var keys: [(key: String, value: JSONValue)] {
        var keys: [(key: String, value: JSONValue)] = [("input", .text(input))]
        if let relative { keys.append(("relative", .text(relative))) }
        if isInverted { keys.append(("invert", .flag(true))) }
        if isLSBFirst { keys.append(("lsb-first", .flag(true))) }
        if hasMotor { keys.append(("motor", .flag(true))) }
        if let touch { keys.append(("touch", .text(touch))) }
        return keys
    }

    func values(at path: [String]) -> [ConfigValue] { keys.map { ConfigValue(path: path + [$0.key], value: $0.value) } }

    var entry: String {
        let parts = keys.map { key, value in
            guard case .text(let text) = value else { return "\(key): true" }
            return "\(key): \(key == "relative" ? text : text.yamlQuoted)"
        }
        return "{\(parts.joined(separator: ", "))}"
    }

    /// A description for people: `14 bits, motor, touch note 104 ch 1`.
    var features: String {
        var parts: [String] = []
        if isButton {
            parts.append("pressed")
        } else if let relative {
            parts.append("encoder, \(relative)")
        } else if input.hasPrefix("cc14") || input.hasPrefix("pitchbend") {
            parts.append(isLSBFirst ? "14 bits, LSB first" : "14 bits")
        } else if !input.hasPrefix("nrpn"), !input.hasPrefix("rpn") {
            parts.append("7 bits")
        }
        if isInverted { parts.append("inverted") }
        if hasMotor { parts.append(isButton ? "lamp" : relative == nil ? "motor" : "ring") }
        if let touch { parts.append("touch \(touch)") }
        return parts.joined(separator: ", ")
    }

    /// Whether it sends pitch bend on its own channel, and a touch note from 104 on.
    var isMackieFader: Bool {
        guard input.hasPrefix("pitchbend"), let channel = input.split(separator: " ").last.flatMap({ Int($0) }) else { return false }
        return touch == "note \(103 + channel) ch 1"
    }

    static func isMackieTouch(_ message: String) -> Bool { (104...112).contains { message == "note \($0) ch 1" } }

    /// What to tell somebody who has learned a Mackie fader of a controller that belongs to no surface; nil for any other control.
    var mackieAdvice: String? {
        guard isMackieFader, sender.surface == nil, let client = sender.client else { return nil }
        return "\(client) sends what a Mackie Control sends, and such faders run back if their moves are not answered; if it is in a mode "
            + "called Mackie Control or MCU, use \"\(SurfaceListCommand.addition("mackie-control", to: client, sender.port))\" instead"
    }

    /// What is doubtful about it; nil for a control that its surface knows.
    var doubtAdvice: String? {
        guard known == nil, let doubt else { return nil }
        return "this is doubtful: \(doubt); if the control is something else, learn it again"
    }

    /// What to tell somebody whose fader cannot reach an end of its parameter; nil for any other control.
    func reachAdvice(_ surface: String, _ id: String) -> String? {
        guard known == nil, doubt == nil, let shortcoming = reach?.shortcoming else { return nil }
        return
            "\(shortcoming): if those are its ends, \"faderctl calibrate \(surface.shellWord) \(id)\" measures them, so that it reaches all of "
            + "its parameter"
    }

    func id(besides taken: Set<String>) -> String { Self.id(kind, besides: taken) }

    static func id(_ kind: String, besides taken: Set<String>) -> String {
        var index = 1
        while taken.contains("\(kind).\(index)") { index += 1 }
        return "\(kind).\(index)"
    }
}

extension LearnedControl {
    /// The value that most buttons send. Any other says which of several buttons it is.
    static let usualPress = 127

    var anyValue: String { input.address ?? input }

    /// Makes the value of the press part of the message.
    mutating func nameValue() { if let pressValue { input = "\(anyValue) = \(pressValue)" } }

    /// Makes the value of the press part of the message, unless it is the one that most buttons send.
    mutating func nameUnusualValue() { if pressValue != Self.usualPress { nameValue() } }

    /// Whether `other` is a button with the same message, which only the value tells apart.
    func isBeside(_ other: LearnedControl) -> Bool {
        guard isButton, other.isButton, anyValue == other.anyValue, let pressValue, let value = other.pressValue else { return false }
        return pressValue != value
    }
}

extension LearnedControl {
    /// The same control with more messages: its other seven bits, or its touch sensor.
    func isMore(than other: LearnedControl) -> Bool {
        guard !isButton, relative == nil, other.relative == nil, wires.isSuperset(of: other.wires) else { return false }
        return wires.count > other.wires.count
    }

    /// Whether the two controls have a message in common, which a profile does not allow.
    func overlaps(_ other: LearnedControl) -> Bool {
        let (own, others) = (wires, other.wires)
        if anyValue == other.anyValue, input != anyValue, other.input != anyValue { return input == other.input }
        return !own.isDisjoint(with: others)
            || own.contains { wire in others.contains { Self.isDataEntry(wire, of: $0) || Self.isDataEntry($0, of: wire) } }
    }

    /// All messages that the control sends over the cable.
    private var wires: Set<HeardMessage.Address> {
        var wires: Set<HeardMessage.Address> = []
        for text in [anyValue, touch].compactMap({ $0 }) {
            let words = text.split(separator: " ")
            guard let kind = words.first, let channel = words.last.flatMap({ Int($0) }) else { continue }
            let numbers = words.count > 3 ? words[1].split(separator: "/").compactMap { Int($0) } : []
            let wire = HeardMessage.Address(kind: String(kind), number: numbers.first ?? -1, channel: channel)
            var second = wire
            if kind == "cc14" {
                wires.insert(HeardMessage.Address(kind: "cc", number: wire.number, channel: channel))
                second = HeardMessage.Address(kind: "cc", number: numbers.count > 1 ? numbers[1] : wire.number + 32, channel: channel)
            } else if relative == "next-cc" {
                wires.insert(wire)
                second.number += 1
            }
            wires.insert(second)
        }
        return wires
    }

    /// Whether a controller is part of an NRPN or RPN on its channel.
    private static func isDataEntry(_ wire: HeardMessage.Address, of other: HeardMessage.Address) -> Bool {
        wire.kind == "cc" && (other.kind == "nrpn" || other.kind == "rpn") && wire.channel == other.channel
            && ([6, 38].contains(wire.number) || (96...101).contains(wire.number))
    }
}
