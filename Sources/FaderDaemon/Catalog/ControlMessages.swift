internal import FaderConsole

/// Which control of a surface sends a message, and which controls receive it: often different ones. For `monitor`.
struct ControlMessages: Sendable {
    private var senders: [MessageAddress: Int] = [:]
    private var receivers: [MessageAddress: [Int]] = [:]

    init(_ surface: SurfaceSpec) {
        for (index, control) in surface.controls.enumerated() {
            for address in Self.withHalves([control.input] + [control.touch].compactMap { $0 }) { senders[address] = index }
            for address in Set(Self.withHalves(control.indicated)) { receivers[address, default: []].append(index) }
        }
    }

    /// The control that sends messages of this address, which may include a value; nil if none does.
    func sender(of address: MessageAddress) -> Int? { senders[address] }

    func sender(of message: MIDIMessage) -> Int? {
        guard message.address.kind.canNameValue else { return senders[message.address] }
        return senders[message.address.naming(UInt8(message.raw & 127))] ?? senders[message.address]
    }

    /// The control that receives a message. If several share the message, it is the one in use; nil unless exactly one is.
    func receiver(of address: MessageAddress, isUsed: (Int) -> Bool) -> Int? {
        let all = receivers[address] ?? []
        let used = all.count > 1 ? all.filter(isUsed) : all
        return used.count == 1 ? used[0] : nil
    }

    /// The addresses, and for each `cc14` the two controllers that carry it.
    private static func withHalves(_ addresses: [MessageAddress]) -> [MessageAddress] {
        addresses + addresses.filter { $0.kind == .cc14 }.flatMap { [$0.halves.msb, $0.halves.lsb] }
    }
}

extension ControlSpec {
    fileprivate var indicated: [MessageAddress] {
        if let lamp = takeoverLamp, takeoverMode != .jump { return [lamp] }
        if let messages = lamp?.messages, !messages.isEmpty { return messages.compactMap(\.address) }
        guard let motor else { return [] }
        guard changesNumber, let numbers = lamp?.numbers else { return [motor] }
        return numbers.map { MessageAddress(motor.kind, number: motor.number + UInt16($0), channel: motor.channel) }
    }
}
