public import FaderConsole
public import FaderValues

/// A port that records what was sent, for tests of the rules. The real sequencer is tested in the virtual machine.
public final class FakePort: MIDIPort {
    /// The messages sent, in order, as `surface: message`: `0: cc 7 ch 1 = 64`.
    public private(set) var sent: [String] = []
    /// The next results of `send`; the last one stays.
    public var results: [SendResult] = [.sent]
    /// A surface whose reader never accepts anything; nil for none.
    public var stuck: SurfaceIndex?
    /// How often something was sent, accepted or not.
    public private(set) var tries = 0
    /// Whether its devices report the positions of their moving motors.
    public var mayReportMotors = false
    /// The results of `connections(of:)`.
    public var connected: [Connections]

    /// A port whose surfaces are all connected both ways, or not at all.
    public init(surfaces: Int, isConnected: Bool = true) {
        connected = [Connections](repeating: isConnected ? Connections(inputs: 1, outputs: 1) : Connections(), count: surfaces)
    }

    /// Returns the messages sent so far and clears the list.
    public func take() -> [String] {
        defer { sent = [] }
        return sent
    }

    /// There is nothing to poll.
    public let pollDescriptor: Int32 = -1

    /// There is never any input.
    public func read() -> PortInput { .none }

    /// Records the message if the result is `.sent`.
    public func send(_ message: MIDIMessage, to surface: SurfaceIndex) -> SendResult {
        let result = result(of: surface)
        if result == .sent { sent.append("\(surface): \(message)") }
        return result
    }

    /// Records a system exclusive message as `0: sysex F0 01 F7`.
    public func send(_ message: Span<UInt8>, to surface: SurfaceIndex) -> SendResult {
        let result = result(of: surface)
        if result == .sent { sent.append("\(surface): sysex \(message.indices.map { Hex.text(message[$0]) }.joined(separator: " "))") }
        return result
    }

    private func result(of surface: SurfaceIndex) -> SendResult {
        tries += 1
        if surface == stuck { return .busy }
        return results.count > 1 ? results.removeFirst() : results[0]
    }

    /// The value from `connected`.
    public func connections(of surface: SurfaceIndex) -> Connections { connected[surface] }

    /// Nothing to arrange.
    public func arrange(_ names: [String], previous: [SurfaceIndex?]) {}

    /// Nothing to close.
    public func close() {}
}
