public import FaderConsole
public import FaderValues

/// A port whose output comes back as input after a delay: a device that echoes, or cables in a loop.
public final class LoopedPort: MIDIPort {
    /// The surfaces on which a message sent to a surface comes back.
    private let route: (SurfaceIndex) -> [SurfaceIndex]
    private let delay: MonotonicTime.Interval
    private var underWay: [(due: MonotonicTime, surface: SurfaceIndex, message: MIDIMessage)] = []
    private var now = MonotonicTime.zero
    /// The last raw value sent to each surface.
    public private(set) var last: [SurfaceIndex: UInt32] = [:]
    /// How many messages were sent.
    public private(set) var sentCount = 0
    /// The notices to the user.
    public private(set) var notices: [Notice] = []

    /// A port with the given cables.
    public init(delay: MonotonicTime.Interval, route: @escaping (SurfaceIndex) -> [SurfaceIndex]) {
        self.delay = delay
        self.route = route
    }

    /// An outside event.
    public enum Act {
        /// A hand moves a control.
        case input(surface: SurfaceIndex, MIDIMessage)
        /// A typed value, or a program's command.
        case command(Command)
    }

    /// Runs until `end`, with the acts in the order of their times. False if it took more than `limit` steps: the loop does not settle.
    public func run(_ console: Console, _ acts: [(at: MonotonicTime, act: Act)], until end: MonotonicTime, limit: Int = 100_000) -> Bool {
        var acts = acts[...]
        for _ in 0..<limit {
            let next = min(acts.first?.at ?? .never, underWay.first?.due ?? .never, console.nextDeadline)
            guard next <= end else { return true }
            now = max(now, next)
            if let act = acts.first, act.at <= now {
                acts.removeFirst()
                perform(act.act, console)
            } else if let message = underWay.first, message.due <= now {
                underWay.removeFirst()
                console.handle(message.message, from: message.surface, at: now, port: self)
            } else {
                console.advance(to: now, port: self)
            }
            while let notice = console.nextNotice() { notices.append(notice) }
        }
        return false
    }

    private func perform(_ act: Act, _ console: Console) {
        switch act {
        case .input(let surface, let message): console.handle(message, from: surface, at: now, port: self)
        case .command(let command): _ = console.handle(command, at: now, port: self)
        }
    }

    /// Accepts every message, which comes back later.
    public func send(_ message: MIDIMessage, to surface: SurfaceIndex) -> SendResult {
        sentCount += 1
        last[surface] = message.raw
        for target in route(surface) { underWay.append((now + delay, target, message)) }
        return .sent
    }

    /// System exclusive messages do not come back.
    public func send(_ message: Span<UInt8>, to surface: SurfaceIndex) -> SendResult { .sent }

    /// There is nothing to poll.
    public let pollDescriptor: Int32 = -1
    /// `run` delivers the input instead.
    public func read() -> PortInput { .none }
    /// One connection in each direction.
    public func connections(of surface: SurfaceIndex) -> Connections { Connections(inputs: 1, outputs: 1) }
    /// Nothing to arrange.
    public func arrange(_ names: [String], previous: [SurfaceIndex?]) {}
    /// Nothing to close.
    public func close() {}
}
