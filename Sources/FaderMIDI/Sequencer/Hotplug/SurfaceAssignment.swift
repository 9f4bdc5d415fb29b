internal import FaderConsole
internal import FaderValues

/// Decides which device belongs to which surface.
///
/// - A surface whose match names one device, by serial number, USB path or card, comes before all others.
/// - A claim lasts as long as its port and its device exist, its client matches, and the port is the one that the match names.
/// - Then each surface without a claim takes the device that it had before (`remembered`), if that is there.
/// - Then each surface that is still without one, in the order of the config, takes a port of the first client, by client number, that
///   matches: the port that its match names, if no other surface has it. So two identical controllers go to two surfaces in order, and an
///   unknown one goes to the first surface whose own device is absent.
/// - A surface takes one port of one client. Another port of the same device goes only to a surface that names it (`port: 2`). Otherwise
///   the surface of an identical controller that is not plugged in would get the second port of the one that is.
/// - A client that is losing its ports gets no new claim: unplugging removes port after port, and the remaining ports are about to go.
/// - `Midi Through` loops everything back; only a match that begins with its name gets it.
struct SurfaceAssignment {
    /// All clients except our own and the system's, in the order of their numbers.
    let clients: [DeviceClient]
    /// The numbers of the clients that have just lost a port.
    var departing: Set<Int> = []
    /// The USB device that each surface had last, by the surface's name.
    var remembered: [String: USBDevice] = [:]

    /// The claims after those of the last look, both by the surface's name. A refused surface has none, but no other gets its device.
    func claims(of surfaces: [SurfaceSpec], before: [String: PortAddress]) -> [String: PortAddress] {
        var claims = Claims()
        func keep(_ surfaces: [SurfaceSpec]) {
            for surface in surfaces { if let claim = before[surface.name], keeps(claim, surface) { claims.add(claim, to: surface) } }
        }
        func fill(_ surfaces: [SurfaceSpec]) {
            for surface in surfaces where claims.isFree(surface) {
                claims.addFirst(of: candidates(for: surface) { _ in true }, to: surface)
            }
        }
        let particular = surfaces.filter(\.match.isOfOneDevice)
        keep(particular)
        fill(particular)
        keep(surfaces)
        let shared = sharedSerials(of: surfaces)
        for isOwn in [isSame, { $0.serial != nil && !shared.contains($0.withoutPath) && $0.withoutPath == $1.withoutPath }] {
            for surface in surfaces where claims.isFree(surface) {
                guard let own = remembered[surface.name] else { continue }
                claims.addFirst(of: candidates(for: surface) { $0.device.map { isOwn(own, $0) } ?? false }, to: surface)
            }
        }
        fill(surfaces)
        for surface in surfaces where surface.isRefused { claims.ports[surface.name] = nil }
        return claims.ports
    }

    /// What surfaces remember after these claims. One without a USB device remembers the one that it had.
    func remembered(after claims: [String: PortAddress]) -> [String: USBDevice] {
        remembered.merging(claims.compactMapValues { device(at: $0)?.client.device }) { $1 }
    }

    func device(at address: PortAddress) -> (client: DeviceClient, port: DevicePort)? {
        guard let client = clients.first(where: { $0.number == address.client }),
            let port = client.ports.first(where: { $0.number == address.port })
        else { return nil }
        return (client, port)
    }

    /// Clients that exist but have lost a claimed port.
    func shrunk(since claims: [String: PortAddress]) -> [Int] {
        claims.values.filter { claim in device(at: claim) == nil && clients.contains { $0.number == claim.client } }.map(\.client)
    }

    private struct Claims {
        var ports: [String: PortAddress] = [:]
        private var taken: Set<PortAddress> = []

        func isFree(_ surface: SurfaceSpec) -> Bool { ports[surface.name] == nil }

        mutating func add(_ port: PortAddress, to surface: SurfaceSpec) {
            if isFree(surface), taken.insert(port).inserted { ports[surface.name] = port }
        }

        mutating func addFirst(of candidates: [PortAddress], to surface: SurfaceSpec) {
            if let free = candidates.first(where: { !taken.contains($0) }) { add(free, to: surface) }
        }
    }

    private func candidates(for surface: SurfaceSpec, _ isAdmitted: (DeviceClient) -> Bool) -> [PortAddress] {
        clients.filter { !departing.contains($0.number) && accepts($0, surface.match) && isAdmitted($0) }.compactMap { client in
            client.port(surface.match.choice).map { PortAddress(client: client.number, port: $0.number) }
        }
    }

    /// Serial numbers that identify no device, because two that are plugged in or remembered have the same.
    private func sharedSerials(of surfaces: [SurfaceSpec]) -> Set<USBDevice> {
        func shared(_ devices: [USBDevice]) -> [USBDevice] {
            let serials = Set(devices).map(\.withoutPath)
            return serials.filter { serial in serials.count { $0 == serial } > 1 }
        }
        return Set(shared(clients.compactMap(\.device)) + shared(surfaces.compactMap { remembered[$0.name] }))
    }

    private func isSame(_ own: USBDevice, _ found: USBDevice) -> Bool { own == found }

    private func keeps(_ claim: PortAddress, _ surface: SurfaceSpec) -> Bool {
        guard let (client, port) = device(at: claim), port.isUsable, accepts(client, surface.match) else { return false }
        // The number may belong to another device of the same model, which was plugged in a moment later.
        if let own = remembered[surface.name], let found = client.device, own != found { return false }
        // Ports appear one by one: the first need not be the one that the match names.
        let named = client.port(surface.match.choice)
        return named?.number == port.number || (surface.match.port == nil && surface.match.portName == nil && port.isDuplex)
    }

    private func accepts(_ client: DeviceClient, _ match: SurfaceMatch) -> Bool {
        guard client.fits(match) else { return false }
        return !client.name.hasPrefix(Self.through) || ClientGlob(match.client).literalPrefix.hasPrefix(Self.through)
    }

    static let through = "Midi Through"
}

extension SurfaceMatch {
    /// Whether it says which of several devices of a model it is.
    fileprivate var isOfOneDevice: Bool { serial != nil || usbPath != nil || card != nil }
}

extension USBDevice {
    /// The device in any socket.
    fileprivate var withoutPath: USBDevice { USBDevice(id: id, serial: serial, path: "") }
}
