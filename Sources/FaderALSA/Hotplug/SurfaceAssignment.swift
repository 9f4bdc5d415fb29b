internal import FaderConsole

/// Decides which device belongs to which surface.
///
/// - A claim lasts as long as its port exists, its client's name or USB identity matches, and the port is the one that the match names.
/// - Then each surface without a claim, in the order of the config, takes a port of the first client, by client number, whose name or USB
///   identity matches: the port that its match names, if no other surface has it. So two identical controllers go to two surfaces in order.
/// - A surface takes one port of one client. Another port of the same device goes only to a surface that names it (`port: 2`). Otherwise
///   the surface of an identical controller that is not plugged in would get the second port of the one that is.
/// - A client that is losing its ports gets no new claim: unplugging removes port after port, and the remaining ports are about to go.
/// - `Midi Through` loops everything back; only a match that begins with its name gets it.
struct SurfaceAssignment {
    /// All clients except our own and the system's, in the order of their numbers.
    let clients: [DeviceClient]
    /// The numbers of the clients that have just lost a port.
    var departing: Set<Int> = []

    /// The claims of a new look, from those of the previous look; both by the surface's name. A refused surface has no claim, but no other
    /// surface gets its device.
    func claims(of surfaces: [SurfaceSpec], before: [String: PortAddress]) -> [String: PortAddress] {
        var claims: [String: PortAddress] = [:]
        var taken: Set<PortAddress> = []
        for surface in surfaces {
            guard let claim = before[surface.name], keeps(claim, surface.match), taken.insert(claim).inserted else { continue }
            claims[surface.name] = claim
        }
        for surface in surfaces where claims[surface.name] == nil {
            let candidates = clients.lazy.filter { !departing.contains($0.number) && accepts($0, surface.match) }.compactMap { client in
                client.port(at: surface.match.port).map { PortAddress(client: client.number, port: $0.number) }
            }
            guard let free = candidates.first(where: { !taken.contains($0) }) else { continue }
            taken.insert(free)
            claims[surface.name] = free
        }
        for surface in surfaces where surface.isRefused { claims[surface.name] = nil }
        return claims
    }

    /// The client and the port at an address.
    func device(at address: PortAddress) -> (client: DeviceClient, port: DevicePort)? {
        guard let client = clients.first(where: { $0.number == address.client }),
            let port = client.ports.first(where: { $0.number == address.port })
        else { return nil }
        return (client, port)
    }

    /// The clients that still exist but have lost a claimed port.
    func shrunk(since claims: [String: PortAddress]) -> [Int] {
        claims.values.filter { claim in device(at: claim) == nil && clients.contains { $0.number == claim.client } }.map(\.client)
    }

    private func keeps(_ claim: PortAddress, _ match: SurfaceMatch) -> Bool {
        guard let (client, port) = device(at: claim), port.isUsable, accepts(client, match) else { return false }
        // Ports may appear one by one: the first to appear may not be the one that the match names.
        let named = client.port(at: match.port)
        return named?.number == port.number || (match.port == nil && port.isDuplex)
    }

    private func accepts(_ client: DeviceClient, _ match: SurfaceMatch) -> Bool {
        guard match.accepts(client.name, client.usb) else { return false }
        return !client.name.hasPrefix(Self.through) || ClientGlob(match.client).literalPrefix.hasPrefix(Self.through)
    }

    /// The prefix of the loop-back clients' names.
    static let through = "Midi Through"
}
