public import FaderAPI
internal import FaderConfig
internal import FaderConsole
internal import FaderMIDI
public import FaderServer
public import FaderSystem
internal import FaderValues
internal import Logging

/// Lets requests use the virtual surface as hands would.
@Owner
public final class VirtualHands: Subject {
    /// The virtual surface; nil if the daemon runs on the real sequencer.
    let surface: VirtualSurface?
    let fingers = Fingers()

    init(_ commands: Commands, _ surface: VirtualSurface?) {
        self.surface = surface
        super.init(commands)
    }

    /// The faders of the virtual surface.
    public func faders() async throws(ServiceError) -> [VirtualFader] {
        guard let surface else { throw .noVirtualSurface }
        return try await shown().controls.filter { $0.kind == .fader }.prefix(surface.stripFaderCount).map { shown in
            VirtualFader(
                control: shown.control, parameter: shown.parameter, label: shown.label, text: shown.text, position: shown.position ?? 0,
                touched: shown.touched ?? false)
        }
    }

    /// Everything that the virtual surface shows.
    public func shown() async throws(ServiceError) -> VirtualSurfaceResource {
        guard let surface else { throw .noVirtualSurface }
        let device = surface.device
        var controls: [VirtualControlResource] = []
        for control in device.controls.indices { controls.append(try await resource(control, of: device, on: surface)) }
        let digits = surface.digits
        return VirtualSurfaceResource(
            surface: surface.attachedSurface, controls: controls, display: surface.rows,
            colors: surface.colors.map { StripColor.name(ofBits: $0) },
            meters: surface.meters.map { .init(level: $0.level, overload: $0.isOver) }, timecode: digits.timecode,
            assignment: digits.assignment)
    }

    /// Uses a control as a hand would.
    public func use(
        _ name: String, _ gesture: VirtualGesture, in session: SessionID
    ) async throws(ServiceError) -> VirtualControlResource {
        guard let surface else { throw .noVirtualSurface }
        let device = surface.device
        guard let control = device.control(named: name) else {
            throw .unknownControl(name, suggestion: Suggester.nearest(to: name, among: device.controls.map(\.id)))
        }
        try await perform({ try act(gesture, with: control, of: device, in: session, on: surface) }, on: surface)
        return try await resource(control, of: device, on: surface)
    }

    /// Waits until the MIDI thread has handled it, because the answer has to show the result.
    func perform(_ act: () throws -> Void, on surface: VirtualSurface) async throws(ServiceError) {
        do {
            try act()
        } catch let refusal as ServiceError {
            throw refusal
        } catch {
            // The MIDI thread has too many requests, or has stopped.
            throw .unavailable("\(error)")
        }
        try await settle(surface)
    }

    func settle(_ surface: VirtualSurface) async throws(ServiceError) {
        var isRead = false
        while !isRead {
            isRead = surface.isRead
            try await engine.asked { try await $0.settle() }
        }
    }

    private func act(
        _ gesture: VirtualGesture, with control: Int, of device: VirtualDevice, in session: SessionID, on surface: VirtualSurface
    ) throws {
        switch (gesture, device.kind(of: control)) {
        case (.move(let position), .fader), (.sweep(let position), .fader):
            guard (0...1).contains(position) else { throw Self.noPosition }
            try surface.move(control, to: Position(position), isSweep: gesture == .sweep(position))
        case (.touch(let isTouched), .fader):
            try fingers.hold(control, isTouched, in: session, on: surface)
        case (.turn(let detents), .encoder):
            guard (-VirtualSurface.mostDetents...VirtualSurface.mostDetents).contains(detents) else { throw Self.tooFar }
            try surface.turn(control, by: detents)
        case (.press(let isPressed), _):
            guard let key = device.key(of: control) else { throw Self.cannot("be pressed", control, of: device) }
            try fingers.hold(key, isPressed, in: session, on: surface)
        case (.click(let times), _):
            guard let key = device.key(of: control) else { throw Self.cannot("be pressed", control, of: device) }
            guard (1...VirtualSurface.mostClicks).contains(times) else { throw Self.tooOften }
            try fingers.click(key, times: times, on: surface)
        case (.move, _), (.sweep, _): throw Self.cannot("be moved", control, of: device)
        case (.touch, _): throw Self.cannot("be touched", control, of: device)
        case (.turn, _): throw Self.cannot("be turned", control, of: device)
        }
    }

    private static let noPosition = ServiceError.refused("a position is a number from 0 to 1, for example 0.7")
    private static let tooFar = ServiceError.refused("a turn has at most \(VirtualSurface.mostDetents) detents to either side")
    private static let tooOften = ServiceError.refused("a button is pressed 1 to \(VirtualSurface.mostClicks) times")

    private static func cannot(_ what: String, _ control: Int, of device: VirtualDevice) -> ServiceError {
        let spec = device.controls[control]
        let (isOne, act) =
            switch device.kind(of: control) {
            case .fader: (spec.touch == nil ? "a fader or knob" : "a fader", spec.touch == nil ? "move it" : "move or touch it")
            case .encoder where device.key(of: control) != nil: ("an encoder", "turn or press it")
            case .encoder: (spec.motor == nil ? "a wheel" : "an encoder", "turn it")
            case .button: ("a button", "press it")
            case .lamp: ("a lamp", "it only lights up")
            }
        return .refused("\(spec.id) is \(isOne) and cannot \(what); \(act)")
    }

    private func resource(
        _ control: Int, of device: VirtualDevice, on surface: VirtualSurface
    ) async throws(ServiceError) -> VirtualControlResource {
        let spec = device.controls[control]
        var resource = VirtualControlResource(control: spec.id, kind: VirtualControlResource.Kind(device.kind(of: control)))
        try await addParameter(drivenBy: spec.input, of: surface, to: &resource)
        if resource.kind == .fader {
            (resource.position, resource.touched) = (device.position(of: control).fraction, device.isTouched(control))
        }
        if let ring = device.ring(of: control) { (resource.ring, resource.middle) = (ring.lamps, ring.isMiddleLit) }
        resource.pressed = device.key(of: control).map { device.isPressed($0) }
        resource.lamp = device.lamp(of: control).map { VirtualControlResource.Lamp($0) }
        return resource
    }

    /// Adds the parameter that a control drives. The control is found by the message that it sends.
    private func addParameter(
        drivenBy input: MessageAddress, of surface: VirtualSurface, to resource: inout VirtualControlResource
    ) async throws(ServiceError) {
        guard let parameter = try await parameter(drivenBy: input, of: surface) else { return }
        let picture = mirror.picture
        let viewer = picture.catalog.settings.viewer
        guard let index = picture.catalog.index(of: parameter) else { return }
        let spec = picture.catalog.configuration.parameters[index]
        (resource.parameter, resource.label) = (spec.id, spec.label)
        resource.text = picture.catalog.shown(picture.reports[index], for: viewer)
    }

    /// The parameter that a control drives. If that is the nearer end of a range, it is the one driven last.
    private func parameter(drivenBy input: MessageAddress, of surface: VirtualSurface) async throws(ServiceError) -> String? {
        while true {
            let picture = mirror.picture
            let catalog = picture.catalog
            let surfaces = catalog.configuration.surfaces
            // The control may have another id in the config, so it is looked up by the message that it sends.
            guard let name = surface.surface(in: catalog.configuration)?.name,
                let place = surfaces.firstIndex(where: { $0.name == name }),
                let offset = catalog.messages[place].sender(of: input), surfaces[place].controls[offset].input == input
            else { return nil }
            let item = catalog.controls(ofSurface: SurfaceIndex(place)).lowerBound.advanced(by: offset)
            let parameters = catalog.configuration.parameters
            // A hand keeps its parameter when the deck shows something else.
            if let held = picture.hands[item]?.parameter { return parameters[held].id }
            guard let parameter = catalog.mappings[item].parameter else { return nil }
            guard catalog.mappings[item].otherEnd != nil else { return parameters[parameter].id }
            // Only the MIDI thread knows which end that is.
            let generation = catalog.generation
            let driven = try await engine.asked { try await $0.parameter(drivenBy: item, generation: generation) }
            if let driven { return driven.map { parameters[$0].id } }
        }
    }
}

extension VirtualControlResource.Kind {
    fileprivate init(_ kind: VirtualDevice.Kind) {
        switch kind {
        case .fader: self = .fader
        case .encoder: self = .encoder
        case .button: self = .button
        case .lamp: self = .lamp
        }
    }
}

extension VirtualControlResource.Lamp {
    fileprivate init(_ lamp: VirtualDevice.Lamp) {
        switch lamp {
        case .off: self = .off
        case .on: self = .on
        case .flashing: self = .flashing
        }
    }
}

extension VirtualHands {
    func liftFingers(of session: SessionID) async {
        guard let surface else { return }
        // The ring buffer to the MIDI thread may be full for a moment.
        for _ in 0..<1000 {
            if fingers.lift(of: session, on: surface).isEmpty { return }
            await Owner.sleep(for: .milliseconds(1))
        }
        log.error("a virtual finger could not be lifted; lift it with \"faderctl virtual touch CONTROL off\"")
    }

    var endpoints: [Endpoint] {
        [
            .on(Routes.listVirtualFaders) { [self] _, _ throws(ServiceError) in try await faders() },
            .on(Routes.getVirtualSurface) { [self] _, _ throws(ServiceError) in try await shown() },
            .on(Routes.useVirtualControl) { [self] call, ask, caller throws(ServiceError) in
                try await use(call.id, ask, in: caller.session)
            },
            .on(Routes.sendAsDevice) { [self] call, ask, _ throws(ServiceError) in try await send(ask, asDeviceOf: call.id) },
        ]
    }
}
