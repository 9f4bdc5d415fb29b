internal import FaderConsole

/// A port of the sequencer: its client's number and its own. Valid only as long as the client is there.
struct PortAddress: Hashable, Sendable {
    /// The client's number, 0…191.
    var client: Int
    /// The port's number within the client, 0…253.
    var port: Int
}

/// A client of the sequencer that may be a surface's device, as one scan saw it.
struct DeviceClient: Equatable, Sendable {
    /// Its number, which changes from one plugging to the next.
    var number: Int
    /// Its name, which is what it is recognised by.
    var name: String
    /// A program's client, which may take another name at any time; a driver's never does.
    var isProgram = false
    /// What its sound card is on the USB; nil for a program, and for a card that is not on the USB.
    var usb: USBIdentity?
    /// Its ports that may be connected, in the order of their numbers: what `aconnect -l` lists.
    var ports: [DevicePort]

    /// The port a match names: the one at its index; without an index the first duplex port, else the first usable one.
    func port(at index: Int?) -> DevicePort? {
        guard let index else { return ports.first(where: \.isDuplex) ?? ports.first(where: \.isUsable) }
        guard ports.indices.contains(index), ports[index].isUsable else { return nil }
        return ports[index]
    }
}

/// A port of such a client.
struct DevicePort: Equatable, Sendable {
    /// Its number within the client.
    var number: Int
    /// Its name.
    var name: String
    /// It can send to us.
    var canSend: Bool
    /// It can receive from us.
    var canReceive: Bool
    /// A device is behind it: the port is a driver's, or a program's that declares it so, as the Bluetooth program does.
    var isHardware = false

    /// It goes both ways.
    var isDuplex: Bool { canSend && canReceive }
    /// It goes at least one way.
    var isUsable: Bool { canSend || canReceive }
}
