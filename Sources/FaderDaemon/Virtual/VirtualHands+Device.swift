public import FaderAPI
internal import FaderConsole
internal import FaderEngine
internal import FaderModel
public import FaderServer

/// The virtual surface as a device with a profile.
extension VirtualHands {
    /// Everything that it shows. What it has beside its controls is not drawn.
    func resource(of device: VirtualDevice, on surface: VirtualSurface) async throws(ServiceError) -> VirtualSurfaceResource {
        var controls: [VirtualControlResource] = []
        for control in device.controls.indices { controls.append(try await resource(control, of: device, on: surface)) }
        return VirtualSurfaceResource(
            surface: surface.attachedSurface, controls: controls, display: [], colors: [], meters: [], timecode: "", assignment: "")
    }

    private func resource(
        _ control: Int, of device: VirtualDevice, on surface: VirtualSurface
    ) async throws(ServiceError) -> VirtualControlResource {
        let spec = device.controls[control]
        var resource = VirtualControlResource(control: spec.id, kind: .fader)
        switch device.kind(of: control) {
        case .fader: (resource.position, resource.touched) = (device.position(of: control).fraction, device.isTouched(control))
        case .encoder: resource.kind = .encoder
        case .button:
            (resource.kind, resource.pressed) = (.button, device.isPressed(control))
            resource.lamp = device.isLit(control).map { $0 ? .on : .off }
        }
        try await addParameter(drivenBy: spec.input, of: surface, to: &resource)
        return resource
    }

    /// Uses a control of it as a hand would.
    func use(
        _ name: String, _ gesture: VirtualGesture, in session: SessionID, of device: VirtualDevice, on surface: VirtualSurface
    ) async throws(ServiceError) -> VirtualControlResource {
        guard let control = device.controls.firstIndex(where: { $0.id == name }) else {
            throw .unknownControl(name, suggestion: Suggester.nearest(to: name, among: device.controls.map(\.id)))
        }
        try await perform({ try act(gesture, with: control, of: device, in: session, on: surface) }, on: surface)
        return try await resource(control, of: device, on: surface)
    }

    private func act(
        _ gesture: VirtualGesture, with control: Int, of device: VirtualDevice, in session: SessionID, on surface: VirtualSurface
    ) throws {
        switch (gesture, device.kind(of: control)) {
        case (.move(let position), .fader), (.sweep(let position), .fader):
            guard (0...1).contains(position) else { throw Self.noPosition }
            try surface.move(control: control, of: device, to: Position(position), isSweep: gesture == .sweep(position))
        case (.touch(let isTouched), .fader):
            try fingers.hold(.control(control), isTouched, in: session, on: surface)
        case (.turn(let detents), .encoder):
            guard (-VirtualSurface.mostDetents...VirtualSurface.mostDetents).contains(detents) else { throw Self.tooFar }
            try surface.turn(control: control, of: device, by: detents)
        case (.press(let isPressed), .button):
            try fingers.hold(.control(control), isPressed, in: session, on: surface)
        case (.click(let times), .button):
            guard (1...VirtualSurface.mostClicks).contains(times) else { throw Self.tooOften }
            try fingers.click(control: control, of: device, times: times, on: surface)
        case (_, .fader): throw ServiceError.refused("\(device.controls[control].id) is a fader or knob; move it")
        case (_, .encoder): throw ServiceError.refused("\(device.controls[control].id) is an encoder; turn it")
        case (_, .button): throw ServiceError.refused("\(device.controls[control].id) is a button; press it")
        }
    }

    /// Sends what the device of the virtual surface would send.
    public func send(_ request: VirtualBytes, asDeviceOf name: String) async throws(ServiceError) -> VirtualSent {
        guard let surface else { throw .noVirtualSurface }
        guard mirror.catalog.configuration.surface(named: name) != nil else { throw mirror.unknownSurface(name) }
        guard surface.attachedSurface == name else {
            let other = surface.attachedSurface.map { "; the virtual surface is \($0)" } ?? ", and no surface of the config is"
            throw .refused("\(name) is not the virtual surface\(other)")
        }
        let messages: [DeviceMessage]
        do throws(WireBytesError) {
            messages = try DeviceMessage.parse(wire: request.bytes)
        } catch {
            throw .refused(error.description)
        }
        for message in messages { try await perform({ try surface.send(message) }, on: surface) }
        return VirtualSent(surface: name, messages: messages.map(\.words))
    }
}

extension VirtualSurface {
    /// Sends a message to the MIDI thread, as its device would.
    func send(_ message: DeviceMessage) throws(EngineError) {
        switch message {
        case .message(let message): try send([message])
        case .exclusive(let bytes): try send(exclusive: bytes)
        }
    }
}

extension DeviceMessage {
    /// The message as the monitor prints it.
    fileprivate var words: String {
        switch self {
        case .message(let message): "\(message)"
        case .exclusive(let bytes): "sysex, \(bytes.count) bytes"
        }
    }
}
