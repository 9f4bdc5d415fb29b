/// Reads Ardour's map of plain MIDI messages, by libs/surfaces/generic_midi/generic_midi_control_protocol.cc and midicontrollable.cc.
enum ArdourMapReader {
    static func read(_ root: XMLElement) -> ForeignDevice {
        var device = ForeignDevice(
            .ardourMap, title: ForeignDevice.title(root.attribute("manufacturer") ?? "", root.attribute("name") ?? ""))
        let info = root.first("deviceinfo")
        let hasMotors = ArdourFlag.read(info?.attribute("motorised") ?? info?.attribute("motorized")) ?? false
        let bindings = root.all("binding")
        let presses = presses(of: bindings)
        for binding in bindings {
            guard let message = message(of: binding, presses, &device.omitted) else { continue }
            var control = ForeignControl(message: message)
            control.kind = kind(of: binding, message)
            if let (role, label) = meaning(of: binding) { (control.role, control.label) = (role, label) }
            if case .unknown = control.kind { control.kind = kind(of: control.role, message) }
            control.hasMotor = hasMotors && control.kind == .fader
            device.controls.append(control)
        }
        if device.controls.contains(where: { $0.message.kind == .pitchbend }) {
            device.assumed.append("that pitch bends have 14 bits")
        }
        device.unknown.append("which buttons have lamps: Ardour sends every value back; add motor: true to those")
        return device
    }

    // MARK: Messages

    private static let kinds: [(attribute: String, kind: ForeignMessage.Kind, relative: String?)] = [
        ("ctl", .cc, nil), ("ctl-toggle", .cc, nil), ("ctl-dial", .cc, nil), ("note", .note, nil), ("pgm", .program, nil),
        ("pb", .pitchbend, nil), ("enc-l", .cc, "sign-magnitude"), ("enc-r", .cc, "inverted-sign-magnitude"), ("enc-2", .cc, "twos"),
        ("enc-b", .cc, "offset"), ("rpn", .rpn, nil), ("nrpn", .nrpn, nil),
    ]

    private static func message(
        of binding: XMLElement, _ presses: [ForeignMessage: Set<Int>], _ omitted: inout Omissions
    ) -> ForeignMessage? {
        if let bytes = binding.attribute("sysex") ?? binding.attribute("msg") { return message(bytes, presses, &omitted) }
        guard let (attribute, kind, _) = kinds.first(where: { binding.attributes[$0.attribute] != nil }) else {
            let isDelta = binding.attributes.keys.contains { $0.hasSuffix("rpn-delta") }
            return omitted.none(isDelta ? "an RPN or NRPN that only says up or down" : "a binding without a message")
        }
        guard let number = binding.attribute(attribute).flatMap({ Int($0) }) else {
            return omitted.none("a binding whose \(attribute) is no number")
        }
        guard let written = binding.attribute("channel").flatMap({ Int($0) }) else { return omitted.none("a binding without a channel") }
        // Ardour takes 0 for 1.
        let channel = max(written, 1)
        guard (0...16).contains(written) else { return omitted.none("a binding on channel \(written), which MIDI does not have") }
        let message =
            switch kind {
            case .program: ForeignMessage(.program, channel: channel, value: number)
            case .pitchbend: ForeignMessage(.pitchbend, channel: channel)
            default: ForeignMessage(kind, number, channel: channel)
            }
        if message == nil { omitted.add("a binding with the number \(number), which its message cannot have") }
        return message
    }

    private static func bytes(_ text: String) -> [Int] {
        text.split(separator: " ").map { Int($0, radix: 16).flatMap { (0...255).contains($0) ? $0 : nil } ?? -1 }
    }

    /// A message written as its bytes: `B0 3c 7f`. If several values of a controller are presses, each is a button.
    private static func message(_ text: String, _ presses: [ForeignMessage: Set<Int>], _ omitted: inout Omissions) -> ForeignMessage? {
        let bytes = bytes(text)
        if bytes.first == 0xF0 { return omitted.none("a system exclusive message, which no control can send here") }
        guard bytes.count > 1, !bytes.contains(-1), let message = ForeignMessage(status: bytes[0], number: bytes[1]) else {
            return omitted.none("a message of bytes that is no control")
        }
        guard let values = presses[message], values.count > 1, bytes.count == 3, message.kind == .cc else { return message }
        guard bytes[2] > 0 else { return omitted.none("a release of a button that is known by its value") }
        return ForeignMessage(message.kind, message.number, channel: message.channel, value: bytes[2])
    }

    /// The values other than 0 of each message that is written as its bytes.
    private static func presses(of bindings: [XMLElement]) -> [ForeignMessage: Set<Int>] {
        var presses: [ForeignMessage: Set<Int>] = [:]
        for binding in bindings {
            let bytes = bytes(binding.attribute("msg") ?? "")
            guard bytes.count == 3, bytes[2] > 0, let message = ForeignMessage(status: bytes[0], number: bytes[1]) else { continue }
            presses[message, default: []].insert(bytes[2])
        }
        return presses
    }

    // MARK: Meanings

    private static func kind(of binding: XMLElement, _ message: ForeignMessage) -> ForeignControl.Kind {
        if let relative = kinds.first(where: { binding.attributes[$0.attribute] != nil })?.relative { return .encoder(relative) }
        if binding.attributes["ctl-dial"] != nil { return .knob }
        if binding.attributes["ctl-toggle"] != nil || binding.attributes["msg"] != nil || !message.isContinuous { return .button }
        let isPressed = ["function", "action"].contains { binding.attributes[$0] != nil }
        return isPressed && message.kind == .cc ? .button : .unknown
    }

    private static func kind(of role: ForeignControl.Role?, _ message: ForeignMessage) -> ForeignControl.Kind {
        switch role?.word {
        case "fader", "master-fader": .fader
        case "knob": .knob
        case "mute", "solo", "rec": .button
        default: message.kind == .pitchbend ? .fader : .unknown
        }
    }

    private static func meaning(of binding: XMLElement) -> (ForeignControl.Role?, String)? {
        if let uri = binding.attribute("uri") { return (role(of: uri), uri) }
        if let function = binding.attribute("function") { return (functions[function] ?? ControlRole.button(function), function) }
        guard let action = binding.attribute("action") else { return nil }
        let last = action.split(separator: "/").last.map { String($0) } ?? ""
        return (functions[action] ?? ControlRole.button(last), action)
    }

    private static let functions: [String: ForeignControl.Role] = [
        "transport-stop": .init(word: "stop"), "transport-roll": .init(word: "play"), "toggle-rec-enable": .init(word: "record"),
        "rec-enable": .init(word: "record"), "loop-toggle": .init(word: "loop"), "Transport/Loop": .init(word: "loop"),
        "Transport/Rewind": .init(word: "rewind"), "Transport/Forward": .init(word: "forward"), "Transport/Record": .init(word: "record"),
        "Transport/ToggleClick": .init(word: "click"),
    ]

    private static let verbs = [
        "gain": "fader", "mute": "mute", "solo": "solo", "recenable": "rec", "pandirection": "knob", "balance": "knob", "trim": "knob",
        "panwidth": "knob",
    ]

    /// `/route/gain B3` is `fader.3`, `/bus/gain master` is `master-fader`. A control for the selected route has no index.
    private static func role(of uri: String) -> ForeignControl.Role? {
        let words = uri.split(separator: " ")
        let path = words.first?.split(separator: "/").map { String($0) } ?? []
        guard words.count == 2, path.count == 2, let word = verbs[path[1]] else { return nil }
        let target = words[1]
        if ["master", "Master"].contains(target) { return .init(word: word == "fader" ? "master-fader" : "master-\(word)") }
        let digits = target.first == "B" || target.first == "S" ? target.dropFirst() : target
        let index = Int(digits).flatMap { (1...99_999).contains($0) ? $0 : nil }
        if target.first == "S" { return .init(word: "selected-\(word)") }
        return .init(word: word, index: index, isNumbered: true)
    }
}

enum ArdourFlag {
    static func read(_ text: String?) -> Bool? {
        switch text?.lowercased() {
        case "yes", "y", "1", "true": true
        case "no", "n", "0", "false": false
        default: nil
        }
    }
}
