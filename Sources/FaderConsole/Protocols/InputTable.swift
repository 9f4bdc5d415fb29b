internal import FaderValues

/// What a message from one surface means. It is looked up by channel, kind and number, in constant time except for (N)RPN selection.
///
/// Also tracks which (N)RPN is selected on each channel. Controllers 6, 38 and 96…101 are treated as (N)RPN only on channels that have such
/// a mapping; elsewhere they are ordinary controllers. A selection stays until another, or the null (127, 127), replaces it.
struct InputTable {
    /// What an incoming message does to a control.
    private enum Role: UInt8 {
        /// The raw value is the whole raw value of the control.
        case whole
        case most, least
        /// The same on a device that sends the lower bits first.
        case leastFirst, mostLast
        case increment, decrement
        /// The finger: for a note and for polypressure everything but 0 means touched, otherwise the upper half of the raw range.
        case touch
        /// The control takes as many steps up or down as the value says.
        case stepsUp, stepsDown

        @inline(__always)
        func event(_ control: ControlIndex, _ message: MIDIMessage) -> SurfaceEvent {
            let bits = UInt8(message.raw & 127)
            return switch self {
            case .whole: .input(control, .position(message.raw))
            case .most: .input(control, .upper(bits))
            case .least: .input(control, .lower(bits))
            case .leastFirst: .input(control, .lowerFirst(bits))
            case .mostLast: .input(control, .upperLast(bits))
            case .increment: .input(control, .delta(1))
            case .decrement: .input(control, .delta(-1))
            case .touch: .input(control, .touch(message.raw >= Self.touchedFrom(message.address.kind)))
            case .stepsUp: .input(control, .delta(Int(message.raw)))
            case .stepsDown: .input(control, .delta(-Int(message.raw)))
            }
        }

        /// The lowest value that means that a finger is there. A note is on with any velocity, and the classic FaderPort sends a pressure
        /// of 1.
        private static func touchedFrom(_ kind: MessageKind) -> UInt32 {
            switch kind {
            case .note, .polypressure: 1
            case .cc, .cc14, .pitchbend, .pressure, .program, .nrpn, .rpn: kind.maximumRaw / 2 + 1
            }
        }
    }

    private struct Parameter {
        var number: UInt16
        var isRegistered: Bool
        var isLSBFirst: Bool
        var control: ControlIndex
    }

    private struct Channel {
        var parameters: [Parameter] = []
        var selection = Selection()
    }

    /// The (N)RPN selection of a channel, as far as it has been sent.
    private struct Selection {
        var isRegistered = false
        var msb: UInt16 = 127
        var lsb: UInt16 = 127
        /// The parameter mapped to it, as an index into the channel's parameters; −1 if there is none.
        var mapped = -1
    }

    private static let slotsPerChannel = 3 * 128 + 3
    private var channels: [Channel] = []
    /// What each message means: the slots of the first of `channels`, then those of the next.
    private var slots: [Slot] = []
    /// The meanings of messages whose value matters, 128 for each of them, by value.
    private var meanings: [Meaning] = []
    /// From channel 0…15 to an index of `channels`; −1 where nothing is mapped.
    private var indexOfChannel = InlineArray<16, Int>(repeating: -1)

    /// What one message means.
    private struct Slot {
        /// The control that it belongs to; −1 for none. If that depends on the value: −2 for the first 128 of `meanings`, and so on down.
        var control: Int32 = -1
        var role = Role.whole
        /// It is a controller that selects an (N)RPN or carries its value, on a channel that has some.
        var isOfParameters = false
    }

    /// What a message with one value means.
    private struct Meaning {
        /// The control that it belongs to; −1 for none.
        var control: Int32 = -1
        /// It is a press, which has no release. If not, the control reads the value.
        var isPress = false
    }

    /// Enters what a control sends. If two controls have the same message, the later one wins here; the config refuses that.
    mutating func add(_ control: ControlSpec, at index: ControlIndex) {
        // In every other encoding the value alone says how far it was turned, and the console reads it.
        let isTwo = control.encoder?.encoding == .nextController
        if let value = control.input.value {
            setMeanings(of: control.input.anyValue, Int(value)...Int(value), Meaning(control: Int32(index.offset), isPress: true))
        } else if control.input.kind == .note, control.encoder != nil {
            // The release of a note says nothing about how far it was turned.
            setMeanings(of: control.input, 1...127, Meaning(control: Int32(index.offset)))
        } else {
            add(control.input, control: index, role: isTwo ? .stepsUp : .whole, isLSBFirst: control.isLSBFirst)
        }
        if isTwo {
            var down = control.input
            down.number += 1
            add(down, control: index, role: .stepsDown)
        }
        if let touch = control.touch { add(touch, control: index, role: .touch) }
    }

    private mutating func add(_ address: MessageAddress, control: ControlIndex, role: Role, isLSBFirst: Bool = false) {
        let channel = openChannel(address.channel)
        switch address.kind {
        case .cc14:
            let (msb, lsb) = address.halves
            set(Self.slot(.cc, msb.number), of: channel, to: control, isLSBFirst ? .mostLast : .most)
            set(Self.slot(.cc, lsb.number), of: channel, to: control, isLSBFirst ? .leastFirst : .least)
        case .nrpn, .rpn:
            channels[channel].parameters.append(
                Parameter(number: address.number, isRegistered: address.kind == .rpn, isLSBFirst: isLSBFirst, control: control))
            for number in [6, 38] + Array(96...101) { slots[channel * Self.slotsPerChannel + number].isOfParameters = true }
        case .cc, .pitchbend, .note, .pressure, .polypressure, .program:
            set(Self.slot(address.kind, address.number), of: channel, to: control, role)
        }
    }

    /// The index of a channel in `channels`, where it is added if it is new.
    private mutating func openChannel(_ number: UInt8) -> Int {
        let place = Int(number)
        if indexOfChannel[place] < 0 {
            indexOfChannel[place] = channels.count
            channels.append(Channel())
            slots += [Slot](repeating: Slot(), count: Self.slotsPerChannel)
        }
        return indexOfChannel[place]
    }

    /// Enters what a message with these values means.
    private mutating func setMeanings(of address: MessageAddress, _ values: ClosedRange<Int>, _ meaning: Meaning) {
        let slot = openChannel(address.channel) * Self.slotsPerChannel + Self.slot(address.kind, address.number)
        if slots[slot].control > -2 {
            slots[slot].control = Int32(-2 - meanings.count / 128)
            slots[slot].role = .whole
            meanings += [Meaning](repeating: Meaning(), count: 128)
        }
        let first = Int(-2 - slots[slot].control) * 128
        for value in values { meanings[first + value] = meaning }
    }

    private mutating func set(_ slot: Int, of channel: Int, to control: ControlIndex, _ role: Role) {
        slots[channel * Self.slotsPerChannel + slot].control = Int32(control.offset)
        slots[channel * Self.slotsPerChannel + slot].role = role
    }

    private static func slot(_ kind: MessageKind, _ number: UInt16) -> Int {
        switch kind {
        case .cc, .cc14: Int(number)
        case .note: 128 + Int(number)
        case .polypressure: 256 + Int(number)
        case .pitchbend: 384
        case .pressure: 385
        case .program, .nrpn, .rpn: 386
        }
    }

    /// What a message means; `.nothing` if nothing is mapped to it.
    mutating func event(of message: MIDIMessage) -> SurfaceEvent {
        // The most frequent kind of message, and of control, first.
        let index = indexOfChannel[Int(message.address.channel & 15)]
        guard index >= 0 else { return .nothing }
        if message.address.kind == .cc, message.address.number < 128 {
            let slot = slots[index &* Self.slotsPerChannel &+ Int(message.address.number)]
            if slot.role == .whole, !slot.isOfParameters {
                return slot.control < 0
                    ? rareEvent(of: message, slot.control) : .input(ControlIndex(Int(slot.control)), .position(message.raw))
            }
        }
        return otherEvent(of: message, in: index)
    }

    @inline(never)
    private mutating func otherEvent(of message: MIDIMessage, in index: Int) -> SurfaceEvent {
        let address = message.address
        if address.kind == .cc, address.number < 128, slots[index * Self.slotsPerChannel + Int(address.number)].isOfParameters {
            return parameterController(message, in: index)
        }
        guard address.number <= address.kind.maximumNumber ?? .max else { return .nothing }
        switch address.kind {
        case .nrpn, .rpn:
            let mapped = Self.index(address.number, isRegistered: address.kind == .rpn, in: channels[index].parameters)
            guard mapped >= 0 else { return .nothing }
            return .input(channels[index].parameters[mapped].control, .position(message.raw))
        case .cc14:
            // The system has joined the pair itself: one event.
            switch read(Self.slot(.cc, address.number), of: index, message) {
            case .input(let control, .upper), .input(let control, .upperLast): return .input(control, .position(message.raw))
            default: return .nothing
            }
        case .cc, .pitchbend, .note, .pressure, .polypressure, .program:
            return read(Self.slot(address.kind, address.number), of: index, message)
        }
    }

    @inline(__always)
    private func read(_ slot: Int, of channel: Int, _ message: MIDIMessage) -> SurfaceEvent {
        let slot = slots[channel * Self.slotsPerChannel + slot]
        return slot.control < 0 ? rareEvent(of: message, slot.control) : slot.role.event(ControlIndex(Int(slot.control)), message)
    }

    /// The meaning of a message that belongs to no control, or to a control only with certain values.
    @inline(never)
    private func rareEvent(of message: MIDIMessage, _ control: Int32) -> SurfaceEvent {
        guard control < -1 else { return .nothing }
        let meaning = meanings[Int(-2 - control) * 128 + Int(message.raw & 127)]
        guard meaning.control >= 0 else { return .nothing }
        return .input(ControlIndex(Int(meaning.control)), meaning.isPress ? .press : .position(message.raw))
    }

    private mutating func parameterController(_ message: MIDIMessage, in channel: Int) -> SurfaceEvent {
        let value = UInt16(truncatingIfNeeded: message.raw & 127)
        switch message.address.number {
        case 98: select(isRegistered: false, lsb: value, in: channel)
        case 99: select(isRegistered: false, msb: value, in: channel)
        case 100: select(isRegistered: true, lsb: value, in: channel)
        case 101: select(isRegistered: true, msb: value, in: channel)
        default:
            let mapped = channels[channel].selection.mapped
            guard mapped >= 0 else { return read(Int(message.address.number), of: channel, message) }
            let parameter = channels[channel].parameters[mapped]
            return Self.role(ofDataController: message.address.number, isLSBFirst: parameter.isLSBFirst).event(parameter.control, message)
        }
        return .nothing
    }

    private static func role(ofDataController number: UInt16, isLSBFirst: Bool) -> Role {
        switch number {
        case 6: isLSBFirst ? .mostLast : .most
        case 38: isLSBFirst ? .leastFirst : .least
        case 96: .increment
        default: .decrement
        }
    }

    private mutating func select(isRegistered: Bool, msb: UInt16? = nil, lsb: UInt16? = nil, in channel: Int) {
        var selection = channels[channel].selection
        if selection.isRegistered != isRegistered { selection = Selection(isRegistered: isRegistered) }
        if let msb { selection.msb = msb }
        if let lsb { selection.lsb = lsb }
        let isNull = selection.msb == 127 && selection.lsb == 127
        let number = selection.msb << 7 | selection.lsb
        selection.mapped = isNull ? -1 : Self.index(number, isRegistered: isRegistered, in: channels[channel].parameters)
        channels[channel].selection = selection
    }

    mutating func forgetSelections() {
        for channel in channels.indices { channels[channel].selection = Selection() }
    }

    /// Adopts the selections, so that a device that keeps its number selected goes on as before under a new configuration.
    mutating func adoptSelections(of old: InputTable) {
        for place in indexOfChannel.indices where indexOfChannel[place] >= 0 && old.indexOfChannel[place] >= 0 {
            let selected = old.channels[old.indexOfChannel[place]].selection
            let channel = indexOfChannel[place]
            channels[channel].selection = Selection(isRegistered: selected.isRegistered)
            select(isRegistered: selected.isRegistered, msb: selected.msb, lsb: selected.lsb, in: channel)
        }
    }

    private static func index(_ number: UInt16, isRegistered: Bool, in parameters: [Parameter]) -> Int {
        for (index, parameter) in parameters.enumerated() where parameter.number == number && parameter.isRegistered == isRegistered {
            return index
        }
        return -1
    }
}
