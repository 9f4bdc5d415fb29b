internal import FaderConsole

struct LocatedMessage {
    let address: MessageAddress
    let location: Location
}

/// A control of a profile, with the additions and overrides of the config. Nil: not given.
struct ControlEntry {
    enum Motor {
        case absent
        case input(Location)
        case message(LocatedMessage)
    }

    let id: String
    let location: Location
    var input: LocatedMessage?
    /// The raw values that it sends at the ends of its travel.
    var inputRange: RawRange?
    /// How many raw steps it jitters at rest.
    var noise: Int?
    /// Where the current file gives `noise`.
    var noiseLocation: Location?
    /// Outer nil: not given. Inner nil: `false`, not an encoder.
    var relative: RelativeEncoding??
    var acceleration: Acceleration?
    var detents: Int?
    var fine: Located<String>?
    /// The value that stands for no movement of an encoder.
    var center: Located<Int>?
    var lsbFirst: Located<Bool>?
    var motor: Motor?
    /// The raw values that its motor is sent at the ends of its travel.
    var motorRange: RawRange?
    /// Where the values of its lamp are given, if the higher one comes first and means off.
    var reversedLampLocation: Location?
    /// The looks of its lamp. `lampLocation` is where the current file gives them.
    var lamp: LampSpec?
    var lampLocation: Location?
    var ring: RingSpec?
    var ringLook: Located<RingLook>?
    /// Outer nil: not given. Inner nil: `false`, no touch sensor.
    var touch: LocatedMessage??
    var echo: EchoPolicy?
    var holdOff: Duration?
    var isInverted: Bool?
    var isMaster: Bool?
    var bank: Located<Bool>?
    var takeover: TakeoverMode?
    /// The mode that the surface or profile gives all its controls except buttons.
    var commonTakeover: TakeoverMode?
    /// The lamp that is lit while the control waits to take hold.
    var takeoverLamp: LocatedMessage?
    var takeoverLampRange: RawRange?
    var isTakeoverLampReversed = false
    var gridPlace: GridPlace?
    /// The keys that the current file gives, with the locations of their values; see `KeyUse`.
    var given: [String: Location] = [:]
    /// Something about it is wrong, and has been reported.
    var isDamaged = false

    /// The message that drives its motor, once both files are merged. A lamp with messages of its own needs none: the number in them is
    /// that of the input.
    var motorMessage: LocatedMessage? {
        switch motor {
        case nil where lamp?.messages.isEmpty == false:
            input.map { LocatedMessage(address: $0.address.anyValue, location: lampLocation ?? $0.location) }
        case nil, .absent: nil
        case .input(let location): input.map { LocatedMessage(address: $0.address, location: location) }
        case .message(let message): message
        }
    }

    var encoder: EncoderSpec? {
        (relative ?? nil).map { EncoderSpec($0, acceleration: acceleration ?? .off, detents: detents ?? 0, center: center?.value) }
    }

    /// The motor's own range, or the input's if the motor uses the input's message.
    var indicatorRange: RawRange? {
        if let lamp { return RawRange(UInt32(min(lamp.off, lamp.on)), UInt32(max(lamp.off, lamp.on))) }
        if let motorRange { return motorRange }
        if case .input = motor, encoder == nil { return inputRange }
        return nil
    }

    /// Nil without an input, which has been reported.
    var spec: ControlSpec? {
        guard let input else { return nil }
        var spec = ControlSpec(
            id: id, input: input.address, motor: motorMessage?.address, touch: (touch ?? nil)?.address,
            echo: echo ?? .release, holdOff: holdOff ?? ControlSpec.defaultHoldOff,
            isInverted: isInverted ?? false, place: gridPlace)
        (spec.inputRange, spec.motorRange) = (inputRange, indicatorRange)
        spec.noise = noise ?? 0
        spec.isMaster = isMaster ?? false
        spec.isBank = bank?.value ?? false
        spec.isLSBFirst = lsbFirst?.value ?? false
        (spec.encoder, spec.fineKey) = (encoder, fine?.value)
        spec.ring = motorMessage == nil ? nil : ring
        if let look = ringLook?.value { spec.ring?.fixed = look }
        spec.takeover = takeover ?? (ButtonRule.isButton(spec) ? nil : commonTakeover)
        (spec.takeoverLamp, spec.takeoverLampRange) = (takeoverLamp?.address, takeoverLampRange)
        (spec.isLampReversed, spec.isTakeoverLampReversed) = (reversedLampLocation != nil, isTakeoverLampReversed)
        if let lamp = ownLamp { (spec.lamp, spec.isLampReversed) = (lamp, lamp.off > lamp.on) }
        return spec
    }

    /// Its lamp with the number of its message put into the lamp's messages; nil without a lamp, or if the number is out of range.
    var ownLamp: LampSpec? { motorMessage.flatMap { lamp?.of(number: $0.address.anyValue.number) } }

    /// The other entry, for the same control, takes precedence.
    func overridden(by other: ControlEntry) -> ControlEntry {
        var merged = other
        merged.input = other.input ?? input
        // The range and noise of another message don't apply.
        merged.inputRange = other.inputRange ?? (other.input == nil ? inputRange : nil)
        merged.noise = other.noise ?? (other.input == nil ? noise : nil)
        merged.noiseLocation = other.noiseLocation ?? (other.inputRange == nil ? nil : other.location)
        merged.relative = other.relative ?? relative
        merged.acceleration = other.acceleration ?? acceleration
        merged.detents = other.detents ?? detents
        merged.fine = other.fine ?? fine
        merged.center = other.center ?? (other.input == nil && other.relative == nil ? center : nil)
        merged.lsbFirst = other.lsbFirst ?? (other.input == nil ? lsbFirst : nil)
        merged.motor = other.motor ?? motor
        // The same holds for the motor's range if the motor uses that message.
        let isSameMotor = if case .input = motor { other.motor == nil && other.input == nil } else { other.motor == nil }
        merged.motorRange = other.motorRange ?? (isSameMotor ? motorRange : nil)
        merged.reversedLampLocation = other.motorRange == nil && isSameMotor ? reversedLampLocation : other.reversedLampLocation
        // Of `lamp` and `motorRange`, the one given last counts.
        merged.lamp = other.lamp ?? (isSameMotor && other.motorRange == nil ? lamp : nil)
        merged.ring = other.ring ?? (isSameMotor ? ring : nil)
        merged.ringLook = other.ringLook ?? ringLook
        merged.touch = other.touch ?? touch
        merged.echo = other.echo ?? echo
        merged.holdOff = other.holdOff ?? holdOff
        merged.isInverted = other.isInverted ?? isInverted
        merged.isMaster = other.isMaster ?? isMaster
        merged.bank = other.bank ?? bank
        merged.takeover = other.takeover ?? takeover
        merged.commonTakeover = commonTakeover
        if other.takeoverLamp == nil {
            (merged.takeoverLamp, merged.takeoverLampRange) = (takeoverLamp, takeoverLampRange)
            merged.isTakeoverLampReversed = isTakeoverLampReversed
        }
        merged.gridPlace = other.gridPlace ?? gridPlace
        merged.isDamaged = isDamaged || other.isDamaged
        return merged
    }
}

extension [ControlEntry] {
    /// These controls and the others. Of two controls with the same id, that of `others` takes precedence.
    func overridden(by others: [ControlEntry]) -> [ControlEntry] {
        var merged = self
        var locations = [String: Int](enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        for control in others {
            if let index = locations[control.id] {
                merged[index] = merged[index].overridden(by: control)
            } else {
                locations[control.id] = merged.count
                merged.append(control)
            }
        }
        return merged
    }
}
