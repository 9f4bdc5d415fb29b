public import FaderConsole
public import FaderModel

/// A port that remembers what was sent, for tests of the rules. The real sequencer is tested in the virtual machine.
public final class FakePort: MIDIPort {
    /// What was sent, in order, as `surface: message`: `0: cc 7 ch 1 = 64`.
    public private(set) var sent: [String] = []
    /// What `send` answers next; the last answer stays.
    public var results: [SendResult] = [.sent]
    /// Whether its devices report where their motors are on their way.
    public var mayReportMotors = false
    /// What `connections(of:)` answers.
    public var connected: [Connections]

    /// A port whose surfaces are all connected both ways, or not at all.
    public init(surfaces: Int, isConnected: Bool = true) {
        connected = [Connections](repeating: isConnected ? Connections(inputs: 1, outputs: 1) : Connections(), count: surfaces)
    }

    /// Takes what was sent so far.
    public func take() -> [String] {
        defer { sent = [] }
        return sent
    }

    /// There is nothing to poll.
    public let pollDescriptor: Int32 = -1

    /// Nothing comes in by itself.
    public func read() -> PortInput { .none }

    /// Remembers the message when the answer is `.sent`.
    public func send(_ message: MIDIMessage, to surface: SurfaceIndex) -> SendResult {
        let result = results.count > 1 ? results.removeFirst() : results[0]
        if result == .sent { sent.append("\(surface): \(message)") }
        return result
    }

    /// Remembers a system exclusive message as `0: sysex F0 01 F7`.
    public func send(_ message: Span<UInt8>, to surface: SurfaceIndex) -> SendResult {
        let result = results.count > 1 ? results.removeFirst() : results[0]
        if result == .sent { sent.append("\(surface): sysex \(message.indices.map { Hex.text(message[$0]) }.joined(separator: " "))") }
        return result
    }

    /// What was set.
    public func connections(of surface: SurfaceIndex) -> Connections { connected[surface] }

    /// Nothing to arrange.
    public func arrange(_ names: [String], previous: [SurfaceIndex?]) {}

    /// Nothing to close.
    public func close() {}
}
