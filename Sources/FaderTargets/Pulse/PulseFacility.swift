/// The kinds of things that a server has several of.
enum PulseFacility: UInt32, CaseIterable {
    case sink, source, sinkInput, sourceOutput, client

    /// Whether it is no stream and no client, which have no names that distinguish them.
    var isDevice: Bool { self == .sink || self == .source }

    /// By the number that events have for it.
    init?(event number: UInt32) {
        switch number {
        case 0...3: self.init(rawValue: number)
        case 5: self = .client
        default: return nil
        }
    }

    /// The server's own number among those of events.
    static let server: UInt32 = 7
}
