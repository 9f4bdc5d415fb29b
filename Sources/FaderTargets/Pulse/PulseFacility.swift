/// The kinds of things that a server has several of.
enum PulseFacility: UInt32, CaseIterable {
    case sink, source, sinkInput, sourceOutput, client

    /// Whether it is a device. Streams and clients have no unique names.
    var isDevice: Bool { self == .sink || self == .source }

    /// The facility with this number in events.
    init?(event number: UInt32) {
        switch number {
        case 0...3: self.init(rawValue: number)
        case 5: self = .client
        default: return nil
        }
    }

    /// The number of the server itself in events.
    static let server: UInt32 = 7
}

/// By what a server tells one thing from another.
struct PulseKey: Hashable {
    let facility: PulseFacility
    let index: UInt32
}
