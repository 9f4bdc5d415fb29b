internal import FaderConsole

/// Which control of a surface uses which message. No two controls may send, or be driven by, the same message.
///
/// A message that names a value is separate from one that names another value, but not from the message with any value. A `cc14 N` consists
/// of `cc N` and `cc N+32`; an `nrpn` or `rpn` uses controllers 6, 38 and 96…101 of its channel.
struct MessageClaims {
    struct Owner {
        let control: String
        /// `input`, `touch`, `motor` or `lamp`.
        let role: String
        let message: LocatedMessage
        /// A motor driven by the message that its input sends.
        var isMotorOnInput = false
    }

    private struct Slot: Hashable {
        let kind: MessageKind
        let number: UInt16
        let channel: UInt8
        /// The value of the message; nil: it is used with any value.
        let value: UInt32?

        init(_ address: MessageAddress, value: UInt32?) {
            (kind, number, channel, self.value) = (address.kind, address.anyValue.number, address.channel, value)
        }

        var anyValue: Slot { Slot(MessageAddress(kind, number: number, channel: channel), value: nil) }
    }

    private var owners: [Slot: Owner] = [:]
    /// The first owner of one of its values, by the message with any value.
    private var ofValues: [Slot: Owner] = [:]
    private var parameterData: [UInt8: Owner] = [:]
    private var plainData: [UInt8: Owner] = [:]

    /// Returns the owner of a part that is taken, if any.
    mutating func claim(_ owner: Owner) -> Owner? {
        let slots = Self.slots(owner.message.address)
        var other: Owner?
        for slot in slots {
            if let known = owners[slot] ?? owners[slot.anyValue] ?? (slot.value == nil ? ofValues[slot] : nil) {
                other = other ?? known
            } else {
                owners[slot] = owner
                if slot.value != nil, ofValues[slot.anyValue] == nil { ofValues[slot.anyValue] = owner }
            }
        }
        let channel = owner.message.address.channel
        let kind = owner.message.address.kind
        if kind == .nrpn || kind == .rpn {
            other = other ?? plainData[channel]
            if parameterData[channel] == nil { parameterData[channel] = owner }
        } else if slots.contains(where: Self.carriesParameters) {
            other = other ?? parameterData[channel]
            if plainData[channel] == nil { plainData[channel] = owner }
        }
        return other
    }

    private static func slots(_ address: MessageAddress) -> [Slot] {
        guard address.kind == .cc14 else { return [Slot(address, value: address.value)] }
        return [address.halves.msb, address.halves.lsb].map { Slot($0, value: nil) }
    }

    private static func carriesParameters(_ slot: Slot) -> Bool {
        slot.kind == .cc && (slot.number == 6 || slot.number == 38 || (96...101).contains(slot.number))
    }
}

extension MessageClaims {
    /// `isNews`: a pair has not been reported yet.
    static func check(_ controls: [ControlEntry], report: Report, isNews: (Location, Location) -> Bool) {
        var incoming = MessageClaims()
        var outgoing = MessageClaims()
        for control in controls {
            var owners: [Owner] = []
            if let input = control.input { owners.append(Owner(control: control.id, role: "input", message: input)) }
            if control.encoder?.encoding == .nextController, let input = control.input {
                var down = input.address
                down.number += 1
                owners.append(Owner(control: control.id, role: "input", message: LocatedMessage(address: down, location: input.location)))
            }
            if let touch = control.touch ?? nil { owners.append(Owner(control: control.id, role: "touch", message: touch)) }
            for owner in owners {
                if let other = incoming.claim(owner), isNews(other.message.location, owner.message.location) { tell(other, owner, report) }
            }
            // A control with a motor has no lamp of this kind.
            if let lamp = control.ownLamp, !lamp.messages.isEmpty {
                claim(lamp, of: control, in: &outgoing, report, isNews)
                continue
            }
            guard let motor = control.motorMessage ?? control.takeoverLamp else { continue }
            var owner = Owner(control: control.id, role: control.motorMessage == nil ? "lamp" : "motor", message: motor)
            if case .input = control.motor { owner.isMotorOnInput = true }
            guard let other = outgoing.claim(owner), isNews(other.message.location, motor.location) else { continue }
            // Motors that use their inputs' messages clash only because the inputs do, which is already reported.
            if !(owner.isMotorOnInput && other.isMotorOnInput) { tell(other, owner, report) }
        }
    }

    private static func claim(
        _ lamp: LampSpec, of control: ControlEntry, in outgoing: inout MessageClaims, _ report: Report,
        _ isNews: (Location, Location) -> Bool
    ) {
        guard let location = control.lampLocation else { return }
        for address in lamp.messages.compactMap(\.address) {
            let owner = Owner(control: control.id, role: "lamp", message: LocatedMessage(address: address, location: location))
            guard let other = outgoing.claim(owner), isNews(other.message.location, location) else { continue }
            tell(other, owner, report)
        }
    }

    private static func tell(_ early: Owner, _ late: Owner, _ report: Report) {
        // Of a config and a profile, the config is where the user can fix it.
        let isMendedThere = early.message.location.source.order < late.message.location.source.order
        let (here, there) = isMendedThere ? (early, late) : (late, early)
        let overlap = here.message.address == there.message.address ? "is also" : "overlaps \"\(there.message.address)\","
        let location = there.message.location.described(from: here.message.location)
        report.error(
            here.message.location,
            "two controls on one message: \"\(here.message.address)\", the \(here.role) of \(here.control.forDisplay), \(overlap) "
                + "the \(there.role) of \(there.control.forDisplay) (\(location))")
    }
}
