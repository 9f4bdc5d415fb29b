internal import FaderConsole

/// A message and where it is written.
struct PlacedMessage {
    let address: MessageAddress
    let place: Place
}

/// What a profile says about a control, with what the config adds or overrides.
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
    /// Outer nil: not given; inner nil: `false`, no touch sensor.
    var touch: PlacedMessage??
    var echo: EchoPolicy?
    var holdOff: Duration?
    /// Whether its travel is reversed; nil: not given.
    var isInverted: Bool?
    /// Where it lies on the surface; nil: not given.
    var gridPlace: GridPlace?
    /// The given keys that have an effect only with a motor.
    var needsMotor: [(key: String, place: Place)] = []
    /// Something about it was wrong and has been reported.
    var isDamaged = false

    /// The message that drives the motor, once both files are merged.
    var motorMessage: PlacedMessage? {
        switch motor {
        case nil, .absent: nil
        case .input(let place): input.map { PlacedMessage(address: $0.address, place: place) }
        case .message(let message): message
        }
    }

    /// This entry, with another one for the same control taking precedence.
    func overridden(by other: ControlEntry) -> ControlEntry {
        var merged = ControlEntry(id: id, place: other.place)
        merged.input = other.input ?? input
        merged.motor = other.motor ?? motor
        merged.touch = other.touch ?? touch
        merged.echo = other.echo ?? echo
        merged.holdOff = other.holdOff ?? holdOff
        merged.isInverted = other.isInverted ?? isInverted
        merged.gridPlace = other.gridPlace ?? gridPlace
        merged.needsMotor = other.needsMotor
        merged.isDamaged = isDamaged || other.isDamaged
        return merged
    }
}

/// Checks a control once all its keys are known.
enum ControlCheck {
    /// Reports controls without an input, and keys that have no effect without a motor; checks only the controls in `own`, which are those
    /// that the current file mentions.
    static func check(_ controls: [ControlEntry], own: Set<String>, report: Report) {
        for control in controls where own.contains(control.id) && !control.isDamaged {
            if control.input == nil {
                report.error(control.place, "\(control.id.forDisplay) needs an input: the message that the control sends")
            } else if control.motorMessage == nil {
                for (key, place) in control.needsMotor {
                    report.warning(place, "\(key) has no effect: \(control.id.forDisplay) has no motor")
                }
            }
        }
    }
}
