internal import FaderConsole

/// Which ports are heard while somebody asks for every controller: those of hardware that no surface has.
struct ListeningPlan: Equatable {
    /// A port that is heard, and what its messages are named by.
    struct Source: Equatable {
        /// Where it is.
        var address: PortAddress
        /// Its client's name.
        var client: String
        /// What its client's card is on the USB.
        var usb: USBIdentity?
        /// Which of the client's ports it is, as a `match` counts them, from 0; nil where there is only one.
        var port: Int?
        /// It can be sent something, too.
        var canReceive = false
    }

    /// In the order of the clients and their ports.
    let sources: [Source]

    /// From all clients. A port that is connected to one of the `surfaces` ports belongs to a surface, whoever made the connection.
    /// `Midi Through` is left out: it only repeats what others send.
    init(clients: [DeviceClient], surfaces: [PortAddress], _ wiring: some Wiring) {
        let devices = clients.filter { !$0.name.hasPrefix(SurfaceAssignment.through) }
        sources = devices.flatMap { client in
            client.ports.enumerated().compactMap { index, port in
                let address = PortAddress(client: client.number, port: port.number)
                guard port.canSend, port.isHardware,
                    !surfaces.contains(where: { wiring.isConnected(Link(source: address, destination: $0)) })
                else { return nil }
                return Source(
                    address: address, client: client.name, usb: client.usb, port: client.ports.count > 1 ? index : nil,
                    canReceive: port.canReceive)
            }
        }
    }
}
