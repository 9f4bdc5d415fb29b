internal import FaderCore

/// A message and where it is written.
struct PlacedMessage {
    let address: MessageAddress
    let place: Place
}

/// What one or two files say of a control: a profile, and a config that adds to it and overrides it.
struct ControlEntry {
    enum Motor {
        case absent
        case input(Place)
        case message(PlacedMessage)
    }

    let id: String
    let place: Place
    var input: PlacedMessage?
    var motor: Motor?
    /// The outer nil: not said; the inner: `false`, none.
    var touch: PlacedMessage??
    var echo: EchoPolicy?
    var holdOff: Duration?
    /// Whether its travel is turned round; nil: not said.
    var isInverted: Bool?
    /// Keys that mean something only with a motor, as they are given.
    var needsMotor: [(key: String, place: Place)] = []
    /// Something about it was wrong and has been reported.
    var isDamaged = false

    /// The message that drives the motor, once all is said.
    var motorMessage: PlacedMessage? {
        switch motor {
        case nil, .absent: nil
        case .input(let place): input.map { PlacedMessage(address: $0.address, place: place) }
        case .message(let message): message
        }
    }

    /// This entry with what another says of the same control.
    func overridden(by other: ControlEntry) -> ControlEntry {
        var merged = ControlEntry(id: id, place: other.place)
        merged.input = other.input ?? input
        merged.motor = other.motor ?? motor
        merged.touch = other.touch ?? touch
        merged.echo = other.echo ?? echo
        merged.holdOff = other.holdOff ?? holdOff
        merged.isInverted = other.isInverted ?? isInverted
        merged.needsMotor = other.needsMotor
        merged.isDamaged = isDamaged || other.isDamaged
        return merged
    }
}
