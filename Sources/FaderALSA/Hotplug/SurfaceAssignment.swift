internal import FaderCore

/// Decides which device belongs to which surface.
///
/// - A claim lasts as long as its port is there, its client's name matches, and the port is the one the match names.
/// - Then each surface without one, in the order of the config, takes the port its match names of the first client, in the order of
///   their numbers, whose name matches and whose port no other surface has. So two identical controllers go to two surfaces in order.
/// - A surface takes one port of one client. A second port of the same device is taken by a surface that names it (`port: 2`) alone:
///   else the twin of a two-port controller that is not plugged in would get its brother's second port.
/// - A client that is losing its ports gets no new claim: a cable is pulled port by port, and the next port in the row is no device.
/// - `Midi Through` loops everything back; only a match that begins with its name gets it.
struct SurfaceAssignment {
    /// Every client that is there except our own and the system's, in the order of their numbers.
    let clients: [DeviceClient]
    /// The numbers of the clients that lost a port just now.
    var departing: Set<Int> = []

    /// The claims of a new look, from those of the look before; both by the surface's name.
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
        return claims
    }

    /// The client and the port at an address.
    func device(at address: PortAddress) -> (client: DeviceClient, port: DevicePort)? {
        guard let client = clients.first(where: { $0.number == address.client }),
            let port = client.ports.first(where: { $0.number == address.port })
        else { return nil }
        return (client, port)
    }

    /// The clients that are still there without a port that was claimed.
    func shrunk(since claims: [String: PortAddress]) -> [Int] {
        claims.values.filter { claim in device(at: claim) == nil && clients.contains { $0.number == claim.client } }.map(\.client)
    }

    private func keeps(_ claim: PortAddress, _ match: SurfaceMatch) -> Bool {
        guard let (client, port) = device(at: claim), port.isUsable, accepts(client, match) else { return false }
        // Ports may appear one by one: the first that came may not be the one the match names.
        let named = client.port(at: match.port)
        return named?.number == port.number || (match.port == nil && port.isDuplex)
    }

    private func accepts(_ client: DeviceClient, _ match: SurfaceMatch) -> Bool {
        let glob = ClientGlob(match.client)
        guard glob.matches(client.name) else { return false }
        return !client.name.hasPrefix(Self.through) || glob.literalPrefix.hasPrefix(Self.through)
    }

    /// What the names of the loop-backs begin with.
    static let through = "Midi Through"
}
