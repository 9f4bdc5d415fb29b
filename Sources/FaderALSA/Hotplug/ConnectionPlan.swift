internal import FaderConsole

/// What follows from the claims: the links to make, and the state of each surface to report.
struct ConnectionPlan {
    private struct Entry {
        var surface: String
        var device: SurfaceDevice.Device?
        var links: [Link] = []
    }

    private let entries: [Entry]

    /// `ports` are the ports of our own client, whose number is `client`; a surface's port is the one with its name.
    init(
        surfaces: [SurfaceSpec], claims: [String: PortAddress], assignment: SurfaceAssignment, client: Int, ports: [DevicePort]
    ) {
        entries = surfaces.map { surface in
            var entry = Entry(surface: surface.name)
            guard let address = claims[surface.name], let (owner, port) = assignment.device(at: address) else { return entry }
            entry.device = SurfaceDevice.Device(
                client: owner.name, clientNumber: owner.number, port: port.name, portNumber: port.number)
            guard let own = ports.first(where: { $0.name == Self.portName(of: surface.name) }) else { return entry }
            let here = PortAddress(client: client, port: own.number)
            // The direction from the device first, so that its answer to our first message is not missed.
            if port.canSend { entry.links.append(Link(source: address, destination: here)) }
            if port.canReceive { entry.links.append(Link(source: here, destination: address)) }
            return entry
        }
    }

    /// In the order in which they have to be made.
    var links: [Link] { entries.flatMap(\.links) }

    /// The surface a link belongs to.
    func surface(of link: Link) -> String? { entries.first { $0.links.contains(link) }?.surface }

    /// By surface, in the order of the config.
    func devices(_ keeper: LinkKeeper) -> [SurfaceDevice] {
        entries.map { entry in
            SurfaceDevice(surface: entry.surface, device: entry.device, state: state(of: entry, keeper))
        }
    }

    private func state(of entry: Entry, _ keeper: LinkKeeper) -> SurfaceDevice.State {
        guard entry.device != nil else { return .waiting }
        if let error = entry.links.lazy.compactMap({ keeper.refusal(of: $0) }).first { return .refused(error) }
        if entry.links.contains(where: { keeper.isCut($0) }) { return .disconnected }
        return !entry.links.isEmpty && entry.links.allSatisfy { keeper.isSettled($0) } ? .connected : .connecting
    }

    /// A surface's name as the kernel keeps it: its first 63 bytes.
    private static func portName(of surface: String) -> String { String(decoding: surface.utf8.prefix(63), as: UTF8.self) }
}
