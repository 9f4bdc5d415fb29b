internal import FaderConsole

/// Which ports to hear while somebody asks for every controller: those of hardware that belong to no surface.
struct ListeningPlan: Equatable {
    struct Source: Equatable {
        var address: PortAddress
        var client: String
        var usb: USBIdentity?
        /// Which of the client's ports it is, counted as in a `match`, from 0; nil if there is only one.
        var port: Int?
        /// The names of all the client's ports.
        var ports: [String] = []
        var canReceive = false
    }

    let sources: [Source]

    /// A port that is connected to one of `surfaces` belongs to a surface, whoever connected it. So does a surface's `out` port, if the
    /// surface is heard from the same client. `Midi Through` only repeats what others send.
    init(clients: [DeviceClient], surfaces: [PortAddress], _ wiring: some Wiring) {
        let devices = clients.filter { !$0.name.hasPrefix(SurfaceAssignment.through) }
        sources = devices.flatMap { client in
            client.ports.enumerated().compactMap { index, port in
                let address = PortAddress(client: client.number, port: port.number)
                guard port.canSend, port.isHardware,
                    !surfaces.contains(where: { surface in
                        func isHeard(_ port: DevicePort) -> Bool {
                            wiring.isConnected(
                                SequencerLink(source: PortAddress(client: client.number, port: port.number), destination: surface))
                        }
                        return isHeard(port)
                            || wiring.isConnected(SequencerLink(source: surface, destination: address))
                                && client.ports.contains(where: isHeard)
                    })
                else { return nil }
                return Source(
                    address: address, client: client.name, usb: client.usb, port: client.ports.count > 1 ? index : nil,
                    ports: client.ports.map(\.name), canReceive: port.canReceive)
            }
        }
    }
}
