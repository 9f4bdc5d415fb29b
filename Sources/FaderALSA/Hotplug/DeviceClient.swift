internal import FaderConsole

/// A port of the sequencer: its client's number and its own number. Valid only as long as the client exists.
struct PortAddress: Hashable, Sendable {
    /// The client's number, 0…191.
    var client: Int
    /// The port's number within the client, 0…253.
    var port: Int
}

/// A client of the sequencer that may be a surface's device, as one scan saw it.
struct DeviceClient: Equatable, Sendable {
    /// Its number, which changes each time the device is plugged in.
    var number: Int
    /// Its name, by which it is recognized.
    var name: String
    /// It is a program's client, which may change its name at any time; a driver's client never does.
    var isProgram = false
    /// The USB identity of its sound card; nil for a program, and for a card that is not on USB.
    var usb: USBIdentity?
    /// Its ports that may be connected, in the order of their numbers: what `aconnect -l` lists.
    var ports: [DevicePort]

    /// The port that a match names: the one at its index; without an index the first duplex port, or else the first usable one.
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
    /// It can send to a port of faderd.
    var canSend: Bool
    /// It can receive from a port of faderd.
    var canReceive: Bool
    /// A device is behind it: the port belongs to a driver, or to a program that declares it as hardware, such as the Bluetooth daemon.
    var isHardware = false

    /// It can send and receive.
    var isDuplex: Bool { canSend && canReceive }
    /// It can send or receive.
    var isUsable: Bool { canSend || canReceive }
}
