internal import FaderConsole

/// What follows from the claims: links to make, states to report.
struct ConnectionPlan {
    private struct Entry {
        var surface: String
        var device: SurfaceDevice.Device?
        var links: [SequencerLink] = []
    }

    private let entries: [Entry]

    /// `ports` are those of our client, whose number is `client`; a surface's port has its name.
    init(
        surfaces: [SurfaceSpec], claims: [String: PortAddress], assignment: SurfaceAssignment, client: Int, ports: [DevicePort]
    ) {
        entries = surfaces.map { surface in
            var entry = Entry(surface: surface.name)
            guard let address = claims[surface.name], let (owner, port) = assignment.device(at: address) else { return entry }
            let output = surface.out.map { owner.output($0) } ?? (port.canReceive ? port : nil)
            entry.device = SurfaceDevice.Device(
                client: owner.name, clientNumber: owner.number, port: port.name, portNumber: port.number, usb: owner.device,
                card: owner.card,
                output: output.flatMap { $0.number == port.number ? nil : $0.name },
                oneWay: Self.oneWay(surface, owner, port, output))
            guard let own = ports.first(where: { $0.name == Self.portName(of: surface.name) }) else { return entry }
            let here = PortAddress(client: client, port: own.number)
            // From the device first, so that its answer to our first message is not missed.
            if port.canSend { entry.links.append(SequencerLink(source: address, destination: here)) }
            if let output {
                entry.links.append(SequencerLink(source: here, destination: PortAddress(client: owner.number, port: output.number)))
            }
            return entry
        }
    }

    var links: [SequencerLink] { entries.flatMap(\.links) }

    func surface(of link: SequencerLink) -> String? { entries.first { $0.links.contains(link) }?.surface }

    func devices(_ keeper: LinkKeeper) -> [SurfaceDevice] {
        entries.map { entry in
            SurfaceDevice(surface: entry.surface, device: entry.device, state: state(of: entry, keeper))
        }
    }

    private func state(of entry: Entry, _ keeper: LinkKeeper) -> SurfaceDevice.State {
        guard entry.device != nil else { return .waiting }
        if let error = entry.links.lazy.compactMap({ keeper.refusal(of: $0) }).first { return .refused(error) }
        let cut = entry.links.filter { keeper.isCut($0) }
        if !cut.isEmpty { return cut.contains { keeper.isMended($0) } ? .dropped : .disconnected }
        return !entry.links.isEmpty && entry.links.allSatisfy { keeper.isSettled($0) } ? .connected : .connecting
    }

    /// Why a device is connected in one direction only where its surface needs both, and what to do.
    private static func oneWay(_ surface: SurfaceSpec, _ client: DeviceClient, _ port: DevicePort, _ output: DevicePort?) -> String? {
        func listed(_ isFit: (DevicePort) -> Bool) -> String {
            let ports = client.ports.enumerated().filter { isFit($0.element) }.map { "\($0.offset + 1) (\"\($0.element.name)\")" }
            return ports.isEmpty ? "none of its ports" : "port \(ports.joined(separator: " and port "))"
        }
        if output == nil, !surface.outputs.isEmpty {
            let unsent = "\(surface.outputs.joined(separator: ", ")): nothing is sent"
            let isSome = client.ports.contains(where: \.canReceive)
            let others = isSome ? "; what takes messages is \(listed(\.canReceive))" : "; no port of it does"
            if let out = surface.out { return "\(unsent), because no port that fits \"out: \(out)\" takes messages\(others)" }
            return "\(unsent), because its port \"\(port.name)\" takes no messages\(others)"
                + (isSome ? ", which \"out: {port: N}\" in the surface names" : "")
        }
        guard !port.canSend, !surface.controls.isEmpty else { return nil }
        return "its port \"\(port.name)\" sends nothing, so its controls are not heard; what sends is \(listed(\.canSend)), for the match"
    }

    /// A surface's name as the kernel keeps it: its first 63 bytes.
    private static func portName(of surface: String) -> String { String(decoding: surface.utf8.prefix(63), as: UTF8.self) }
}
