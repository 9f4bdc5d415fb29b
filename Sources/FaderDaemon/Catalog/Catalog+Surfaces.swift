internal import FaderAPI
internal import FaderConsole
internal import FaderMIDI
internal import FaderValues

extension Catalog {
    func resource(ofSurface index: SurfaceIndex, _ connections: Connections, _ devices: [FoundDevice]) -> SurfaceResource {
        let spec = configuration.surfaces[index]
        let isConnected = connections != Connections()
        let device = devices.first { $0.surface == spec.name }
        let mappings = zip(spec.controls, controls(ofSurface: index)).compactMap { control, index in
            parameter(ofControl: index).map { SurfaceResource.Mapping(control: control.id, parameter: $0) }
        }
        var resource = SurfaceResource(
            name: spec.name, match: spec.match.description, profile: spec.profile,
            state: isConnected ? .connected : .waiting, mappings: mappings)
        resource.channel = spec.channel
        if isConnected || device?.trouble != nil {
            (resource.client, resource.port, resource.trouble) = (device?.client, device?.port, device?.trouble)
            (resource.serial, resource.usbPath, resource.card) = (device?.usb?.serial, device?.usb?.path, device?.card)
            resource.out = device?.output
        }
        // A connection that was made by hand may be the missing one.
        if isConnected, resource.trouble == nil, connections.inputs == 0 || connections.outputs == 0 {
            resource.trouble = device.map(\.oneWay) ?? oneWay(spec, connections)
        }
        if isConnected, !connections.isAnswering, resource.trouble == nil {
            resource.trouble = "does not answer; check that it is on, and in the mode that its profile is for"
        }
        // Each port of a device may have a surface of its own.
        if !isConnected, device == nil, spec.match.port == nil, spec.match.portName == nil,
            let holder = devices.first(where: { $0.surface != spec.name && spec.match.accepts($0.client, nil) })
        {
            resource.trouble = "\(holder.client) belongs to the surface \(holder.surface)"
        }
        resource.refused = spec.isRefused ? true : nil
        guard let deck = table.deck(of: index) else { return resource }
        let view = self.resource(of: deck)
        resource.wide = configuration.decks[deck].surfaces.count > 1 ? view.surface : nil
        (resource.page, resource.pages, resource.bank) = (view.page, view.pages, view.bank)
        (resource.width, resource.strips, resource.modifiers) = (configuration.decks[deck].width, view.strips, view.modifiers)
        (resource.selected, resource.selectable) = (view.selected, configuration.decks[deck].selection?.words)
        return resource
    }

    /// What is missing from connections that were made by hand; nil if nothing is.
    private func oneWay(_ spec: SurfaceSpec, _ connections: Connections) -> String? {
        if connections.outputs == 0, !spec.outputs.isEmpty {
            return "\(spec.outputs.joined(separator: ", ")): nothing is sent, because nothing is connected to listen"
        }
        return connections.inputs == 0 && !spec.controls.isEmpty ? "nothing that sends is connected, so its controls are not heard" : nil
    }

    /// The only place off the MIDI thread that looks up what a control drives now; nil if nothing. A control for the nearer end of a range
    /// drives the end that a hand chose last, or else the low one.
    func binding(of control: ControlIndex, under hands: Hands) -> (parameter: ParameterIndex?, action: ControlAction)? {
        let mapping = mappings[control]
        let parameter = hands.parameter(on: control, mapped: mapping)
        return parameter == nil && !mapping.action.switchesDeck ? nil : (parameter, mapping.action)
    }

    /// `bytes` are given for system exclusive messages.
    func resource(_ monitored: MonitoredMessage, _ bytes: [UInt8]) -> MonitorResource {
        let spec = configuration.surfaces[monitored.surface]
        let (text, raw) = Self.words(for: monitored.content)
        var control: Int?
        if case .message(let message) = monitored.content {
            control = self.control(of: message, isInput: monitored.isInput, on: monitored.surface)
        }
        return MonitorResource(
            time: WallTime.text(WallClock.seconds(at: monitored.time)), surface: spec.name,
            direction: monitored.isInput ? .received : .sent, message: text, raw: raw,
            bytes: Self.hexadecimal(bytes.isEmpty ? Self.bytes(of: monitored.content) : bytes),
            control: control.map { spec.controls[$0].id },
            parameter: control.flatMap { parameter(ofControl: controls(ofSurface: monitored.surface).lowerBound.advanced(by: $0)) },
            missed: monitored.missed)
    }

    private func control(of message: MIDIMessage, isInput: Bool, on surface: SurfaceIndex) -> Int? {
        if isInput { return messages[surface.offset].sender(of: message) }
        let first = controls(ofSurface: surface).lowerBound
        return messages[surface.offset].receiver(of: message.address) {
            let mapping = mappings[first.advanced(by: $0)]
            return mapping.parameter != nil || mapping.action.switchesDeck
        }
    }

    /// The id of the parameter that a control drives; for a range, that of the low end.
    private func parameter(ofControl control: ControlIndex) -> String? {
        mappings[control].parameter.map { id(of: $0) }
    }

    static func words(for content: MessageContent) -> (text: String, raw: Int?) {
        switch content {
        case .message(let message): (message.description, Int(message.raw))
        case .systemExclusive(let length): ("sysex, \(length) bytes", nil)
        case .other(let status, _): (name(ofStatus: status), nil)
        }
    }

    /// Empty if `content` does not have them, as for a system exclusive message or a song position.
    static func bytes(of content: MessageContent) -> [UInt8] {
        switch content {
        case .message(let message): message.wireBytes
        case .other(let status, 1): [status]
        case .systemExclusive, .other: []
        }
    }

    static func hexadecimal(_ bytes: [UInt8]) -> String? {
        guard !bytes.isEmpty else { return nil }
        return bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined(separator: " ")
    }

    private static func name(ofStatus status: UInt8) -> String {
        switch status {
        case 0xF1: "mtc quarter frame"
        case 0xF2: "song position"
        case 0xF3: "song select"
        case 0xF6: "tune request"
        case 0xF8: "clock"
        case 0xFA: "start"
        case 0xFB: "continue"
        case 0xFC: "stop"
        case 0xFE: "active sensing"
        case 0xFF: "reset"
        default: "status \(String(status, radix: 16))"
        }
    }
}
