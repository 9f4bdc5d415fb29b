internal import FaderConsole
internal import FaderValues

/// A client that may be a surface's device, as one scan saw it.
struct DeviceClient: Equatable, Sendable {
    /// Its number, which changes each time the device is plugged in.
    var number: Int
    var name: String
    /// It may change its name at any time; a driver's client never does.
    var isProgram = false
    /// Nil for a program, and for a card that is not on USB.
    var usb: USBIdentity?
    /// Which of several devices of that identity it is.
    var device: USBDevice?
    /// The name of its sound card, as in `hw:NAME`; nil for a program.
    var card: String?
    /// Its ports that may be connected, in the order of their numbers: what `aconnect -l` lists.
    var ports: [DevicePort]

    /// The port that a match names: the first duplex one, or else the first usable one.
    func port(_ choice: PortChoice) -> DevicePort? {
        let chosen = ports(choice)
        return chosen.first(where: \.isDuplex) ?? chosen.first(where: \.isUsable)
    }

    func output(_ choice: PortChoice) -> DevicePort? { ports(choice).first(where: \.canReceive) }

    private func ports(_ choice: PortChoice) -> [DevicePort] {
        let glob = choice.name.map { ClientGlob($0) }
        return ports.enumerated().filter { index, port in
            (choice.index ?? index) == index && glob?.matches(port.name) != false
        }.map(\.element)
    }

    /// Whether it is what a match describes, apart from its port.
    func fits(_ match: SurfaceMatch) -> Bool {
        func fits(_ glob: String?, _ name: String?) -> Bool {
            guard let glob else { return true }
            return name.map { ClientGlob(glob).matches($0) } ?? false
        }
        return match.accepts(name, usb) && fits(match.serial, device?.serial) && fits(match.usbPath, device?.path) && fits(match.card, card)
    }
}

struct DevicePort: Equatable, Sendable {
    var number: Int
    var name: String
    var canSend: Bool
    var canReceive: Bool
    /// The port belongs to a driver, or to a program that declares it as hardware, such as the Bluetooth daemon.
    var isHardware = false

    var isDuplex: Bool { canSend && canReceive }
    var isUsable: Bool { canSend || canReceive }
}
