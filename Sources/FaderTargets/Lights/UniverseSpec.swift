/// 512 channels of lights on the network: one entry of `targets:`.
public struct UniverseSpec: Sendable, Hashable {
    public enum Wire: String, Sendable {
        case sacn
        case artnet

        /// The UDP port that lights listen at.
        public var port: Int { self == .sacn ? 5568 : 6454 }
        /// The numbers that a universe can have. Those of Art-Net are net, sub-net and universe in one.
        public var numbers: ClosedRange<Int> { self == .sacn ? 1...63999 : 0...32767 }
    }

    public var wire: Wire
    public var number: Int
    /// The receiver, or a broadcast address; nil: the multicast group of the universe.
    public var host: String?
    /// The network interface of the multicast group; nil: the one that the system chooses.
    public var interface: String?
    /// Of several sources, lights obey the one with the highest priority. Only sACN has it.
    public var priority: Int
    /// Whether it is sent from the start on, and not only once somebody has changed one of its parameters.
    public var isSentAtStart: Bool

    public static let channels = 512
    public static let usualPriority = 100

    public init(
        _ wire: Wire, _ number: Int, host: String? = nil, interface: String? = nil, priority: Int = UniverseSpec.usualPriority,
        isSentAtStart: Bool = false
    ) {
        self.wire = wire
        self.number = number
        self.host = host
        self.interface = interface
        self.priority = priority
        self.isSentAtStart = isSentAtStart
    }

    /// The name for people, which also distinguishes it: its number, and where it is sent.
    public var name: String { name(with: "") }

    /// The place comes last, because tables cut long names.
    func name(with channels: String) -> String {
        "\(wire.rawValue) universe \(number)\(channels)" + (host.map { " at \($0)" } ?? interface.map { " on \($0)" } ?? "")
    }
}
