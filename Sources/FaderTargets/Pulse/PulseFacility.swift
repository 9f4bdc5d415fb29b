enum PulseFacility: UInt32, CaseIterable {
    case sink, source, sinkInput, sourceOutput, client

    /// Whether it is a device. Streams and clients have no unique names.
    var isDevice: Bool { self == .sink || self == .source }

    init?(event number: UInt32) {
        switch number {
        case 0...3: self.init(rawValue: number)
        case 5: self = .client
        default: return nil
        }
    }

    static let server: UInt32 = 7
}

struct PulseKey: Hashable {
    let facility: PulseFacility
    let index: UInt32
}
