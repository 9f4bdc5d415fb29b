internal import FaderAPI
internal import FaderConsole
internal import FaderEngine
internal import FaderModel

extension Catalog {
    /// A surface as the API shows it.
    func resource(ofSurface index: Int, _ connections: Connections, _ devices: [Daemon.Device]) -> SurfaceResource {
        let spec = configuration.surfaces[index]
        let isConnected = connections != Connections()
        let device = devices.first { $0.surface == spec.name }
        let mappings = zip(spec.controls, controls(ofSurface: index)).compactMap { control, index in
            parameter(ofControl: index).map { SurfaceResource.Mapping(control: control.id, parameter: $0) }
        }
        return SurfaceResource(
            name: spec.name, match: spec.match.client + (spec.match.port.map { " port \($0 + 1)" } ?? ""), profile: spec.profile,
            state: isConnected ? .connected : .waiting, client: isConnected ? device?.client : nil,
            port: isConnected ? device?.port : nil, mappings: mappings)
    }

    /// A message that went by, with the control it belongs to.
    func resource(_ monitored: MonitoredMessage) -> MonitorResource {
        let spec = configuration.surfaces[monitored.surface]
        let (text, raw) = Self.words(for: monitored.content)
        var control: Int?
        if case .message(let message) = monitored.content { control = controlByAddress[monitored.surface][message.address] }
        return MonitorResource(
            time: WallTime.text(WallClock.seconds(at: monitored.time)), surface: spec.name,
            direction: monitored.isInput ? .received : .sent, message: text, raw: raw, control: control.map { spec.controls[$0].id },
            parameter: control.flatMap { parameter(ofControl: controls(ofSurface: monitored.surface).lowerBound + $0) },
            missed: monitored.missed)
    }

    /// The id of the parameter that a control drives, of a range the low end; nil for none.
    private func parameter(ofControl control: Int) -> String? {
        mappings[control].parameter < 0 ? nil : configuration.parameters[mappings[control].parameter].id
    }

    /// A message in the words of the config, and its raw value where it has one.
    static func words(for content: MonitoredMessage.Content) -> (text: String, raw: Int?) {
        switch content {
        case .message(let message): (message.description, Int(message.raw))
        case .other(let status, let length): (name(ofStatus: status, length: length), nil)
        }
    }

    private static func name(ofStatus status: UInt8, length: Int) -> String {
        switch status {
        case 0xF0: "sysex, \(length) bytes"
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
