/// Which messages are in use. The config allows a message, and each part of it, to one control only.
struct MessageUse {
    private struct Wire: Hashable {
        let kind: ForeignMessage.Kind
        let number: Int
        let channel: Int
    }

    private var whole: [Wire: Int] = [:]
    private var values: [Wire: [Int: Int]] = [:]
    /// The channels on which controllers 6, 38 and 96…101 are parts of NRPNs and RPNs, or controllers of their own.
    private var parameterChannels: [Int: Int] = [:]
    private var plainChannels: [Int: Int] = [:]
    let channel: Int

    init(channel: Int) { self.channel = channel }

    /// Gives a message to a user. If a part of it is in use, returns that part's user instead.
    mutating func claim(_ message: ForeignMessage, by user: Int) -> Int? {
        let wires = wires(of: message)
        let number = message.channel ?? channel
        let isParameter = message.kind == .nrpn || message.kind == .rpn
        let isData = wires.contains { $0.kind == .cc && ([6, 38].contains($0.number) || (96...101).contains($0.number)) }
        if let other = wires.compactMap({ other(on: $0, message.value) }).first { return other }
        if isParameter, let other = plainChannels[number] { return other }
        if isData, let other = parameterChannels[number] { return other }
        for wire in wires {
            if let value = message.value { values[wire, default: [:]][value] = user } else { whole[wire] = user }
        }
        if isParameter { parameterChannels[number] = user }
        if isData { plainChannels[number] = user }
        return nil
    }

    private func other(on wire: Wire, _ value: Int?) -> Int? {
        if let user = whole[wire] { return user }
        guard let users = values[wire] else { return nil }
        return value.map { users[$0] } ?? users.values.min()
    }

    private func wires(of message: ForeignMessage) -> [Wire] {
        let channel = message.channel ?? channel
        guard let lower = message.lower else { return [Wire(kind: message.kind, number: message.number, channel: channel)] }
        return [message.number, lower].map { Wire(kind: .cc, number: $0, channel: channel) }
    }
}
