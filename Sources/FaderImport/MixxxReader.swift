internal import FaderValues

/// Reads Mixxx's mapping of a controller, by src/controllers/midi/legacymidicontrollermappingfilehandler.cpp and midicontroller.cpp. Old
/// files write their elements in other letter case.
enum MixxxReader {
    static func read(_ root: XMLElement) -> ForeignDevice {
        let info = root.first("info")
        let controller = root.first("controller")
        let id = controller?.attribute("id")
        var device = ForeignDevice(.mixxx, title: info?.words("name") ?? id ?? "")
        // No client on the sequencer has a longer name.
        device.client = id.flatMap { $0.utf8.count <= Names.longest && !$0.unicodeScalars.contains(where: \.isUnprintable) ? $0 : nil }
        var bindings = (controller?.everywhere("control") ?? []).compactMap { Binding($0, &device.omitted) }
        joinMarkedHalves(of: &bindings, &device.omitted)
        joinLikelyHalves(of: &bindings, &device)
        let hasSeveralChannels = Set(bindings.map(\.message.channel)).count > 1
        for binding in bindings { device.controls.append(binding.control(hasSeveralChannels)) }
        let outputs = (controller?.everywhere("output") ?? []).compactMap { MixxxLamps.Output($0, &device.omitted) }
        MixxxLamps.give(outputs, to: &device.controls, of: bindings, &device.omitted)
        describe(bindings, &device)
        return device
    }

    private static func describe(_ bindings: [Binding], _ device: inout ForeignDevice) {
        let scripted = bindings.count { $0.isScripted && $0.named == nil }
        if scripted > 0 {
            device.unknown.append(
                "what \(scripted) of the messages are for, which a script of Mixxx handles: their controls are named by their messages, and lamps "
                    + "that the script lights are missing; \"faderctl monitor\" shows which control is which")
        }
        let named = bindings.count { $0.named != nil }
        if named > 0 { device.assumed.append("that \(named) controllers that a script handles are faders and knobs: their names say so") }
        let wheels = bindings.filter { $0.isLikelyWheel }
        if !wheels.isEmpty {
            device.assumed.append(
                "that \(wheels.prefix(4).map(\.message.text).joined(separator: ", "))\(wheels.count > 4 ? " …" : "") have two ends, although a script "
                    + "calls them jog, wheel or scratch: if one is endless, add relative: twos, or offset")
        }
        if bindings.contains(where: { $0.message.kind == .pitchbend }) { device.assumed.append("that pitch bends have 14 bits") }
    }

    // MARK: 14 bits

    private static func joinMarkedHalves(of bindings: inout [Binding], _ omitted: inout Omissions) {
        var lower: [Binding.Target: [Int?: ArraySlice<Int>]] = [:]
        let lost = Set(bindings.indices.filter { bindings[$0].options.contains("fourteen-bit-lsb") })
        for place in lost.sorted() {
            lower[bindings[place].target, default: [:]][bindings[place].message.channel, default: []].append(place)
        }
        var joined = 0
        for place in bindings.indices where bindings[place].options.contains("fourteen-bit-msb") {
            let channel = bindings[place].message.channel
            guard let other = lower[bindings[place].target]?[channel]?.popFirst(),
                let both = ForeignMessage(
                    .cc14, bindings[place].message.number, lower: bindings[other].message.number, channel: channel)
            else { continue }
            bindings[place].message = both
            joined += 1
        }
        omitted.add("the lower half of a 14-bit value whose upper half is missing", lost.count - joined)
        bindings = bindings.enumerated().filter { !lost.contains($0.offset) }.map(\.element)
    }

    /// The same key on controllers n and n+32 of a channel is very likely one control of 14 bits, also where a script reads the halves.
    private static func joinLikelyHalves(of bindings: inout [Binding], _ device: inout ForeignDevice) {
        var places: [ForeignMessage: Int] = [:]
        for (place, binding) in bindings.enumerated() where places[binding.message] == nil { places[binding.message] = place }
        var read: [Binding.Part: Set<ForeignMessage>] = [:]
        for binding in bindings { if let part = binding.part { read[part, default: []].insert(binding.message) } }
        var lost: Set<Int> = []
        for place in bindings.indices {
            let message = bindings[place].message
            guard message.kind == .cc, message.number < 32,
                let other = ForeignMessage(.cc, message.number + 32, channel: message.channel).flatMap({ places[$0] }),
                bindings[place].isScripted == bindings[other].isScripted,
                let both = ForeignMessage(.cc14, message.number, lower: message.number + 32, channel: message.channel)
            else { continue }
            if bindings[place].isScripted {
                // A function that reads more than these two serves several controls.
                guard let part = bindings[place].part, part == bindings[other].part, read[part]?.count == 2 else { continue }
            } else if bindings[place].target != bindings[other].target {
                continue
            }
            bindings[place].message = both
            lost.insert(other)
        }
        guard !lost.isEmpty else { return }
        bindings = bindings.enumerated().filter { !lost.contains($0.offset) }.map(\.element)
        device.assumed.append("that controllers n and n+32 with one key are a control of 14 bits (\(lost.count) of them)")
    }
}

extension MixxxReader {
    struct Binding {
        struct Target: Hashable {
            var group: String
            var key: String
        }

        var message: ForeignMessage
        let target: Target
        let options: Set<String>
        let description: String

        /// Nil, and counted, if no control can send its message.
        init?(_ element: XMLElement, _ omitted: inout Omissions) {
            guard let status = element.words("status").flatMap(MixxxReader.number) else {
                omitted.add("a control without a status")
                return nil
            }
            // A pitch bend needs no number, and some have none.
            let number = element.words("midino").flatMap(MixxxReader.number)
            guard number != nil || status & ~0x0F == 0xE0, let message = ForeignMessage(status: status, number: number ?? 0) else {
                omitted.add("a control whose status and number are no message that a control can send")
                return nil
            }
            self.message = message
            target = Target(group: element.words("group") ?? "", key: element.words("key") ?? "")
            options = Set(element.first("options")?.children.map { $0.name.lowercased() } ?? [])
            description = element.words("description") ?? ""
        }

        var isScripted: Bool { options.contains("script-binding") }

        /// A value that a script reads in two messages.
        struct Part: Hashable {
            var group: String
            var words: [String]
            var channel: Int?
        }

        /// The value of which it is a half, if a script reads both: their words are the same, apart from those for the halves.
        var part: Part? {
            guard isScripted, message.kind == .cc, relative == nil, !isLikelyWheel else { return nil }
            let words = ControlRole.words(of: "\(target.key) \(description)").filter { !["msb", "lsb", "coarse", "fine"].contains($0) }
            return Part(group: target.group, words: words, channel: message.channel)
        }

        var isLikelyWheel: Bool {
            let key = target.key.lowercased()
            return isScripted && message.kind == .cc && relative == nil && ["jog", "wheel", "scratch"].contains { key.contains($0) }
        }

        var named: (kind: ForeignControl.Kind, role: ForeignControl.Role)? {
            guard isScripted, message.isContinuous, relative == nil, !isLikelyWheel else { return nil }
            return MixxxKeys.likely("\(description) \(target.key)", in: target.group)
        }

        private var relative: String? {
            guard [.cc, .note].contains(message.kind) else { return nil }
            if !options.isDisjoint(with: ["diff", "selectknob", "hercjog", "hercjogfast"]) { return "twos" }
            return options.isDisjoint(with: ["spread64", "rot64", "rot64fast", "rot64inv"]) ? nil : "offset"
        }

        func control(_ hasSeveralChannels: Bool) -> ForeignControl {
            var control = ForeignControl(message: message)
            control.label = description.isEmpty || description.hasPrefix("MIDI Learned from ") ? target.key : description
            control.isInverted = options.contains("invert") != options.contains("rot64inv")
            let (kind, role) = isScripted ? (.unknown, nil) : MixxxKeys.meaning(of: target.key, in: target.group, message)
            (control.kind, control.role) = (kind, role)
            if control.kind == .unknown, message.kind == .cc, !options.isDisjoint(with: ["button", "switch"]) { control.kind = .button }
            if let relative { control.kind = .encoder(relative) }
            if let named {
                (control.kind, control.role) = named
            } else if isScripted || role == nil {
                if !message.isContinuous { control.kind = .button }
                let word =
                    [.cc, .cc14, .note].contains(message.kind) ? "\(message.kind.rawValue)-\(message.number)" : message.kind.rawValue
                control.role = .init(word: word, index: hasSeveralChannels ? message.channel : nil, isNumbered: hasSeveralChannels)
            }
            return control
        }
    }

    /// As Mixxx reads it: `0x1F`, `0X1f`, `31`.
    static func number(_ text: String) -> Int? {
        let word = text.lowercased()
        return (word.hasPrefix("0x") ? Int(word.dropFirst(2), radix: 16) : Int(word)).flatMap { (0...0xFF).contains($0) ? $0 : nil }
    }
}
