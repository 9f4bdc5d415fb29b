public import FaderConsole
public import FaderValues

/// A port with one motor fader without a touch sensor behind it, which reports what its motor does, and a hand on it.
public final class MotorPort: MIDIPort {
    /// What the device reports when its motor is sent somewhere.
    public enum Habit: Sendable, Equatable {
        /// Nothing.
        case silent
        /// Where it came to rest, once, after so many milliseconds.
        case once(after: UInt64)
        /// Every position on its way: so many raw steps at a time, every so many milliseconds.
        case onItsWay(steps: Int, every: UInt64)
    }

    /// What the device does from now on.
    public var habit: Habit
    private let address: MessageAddress
    private let highest: Int
    /// How far beside its goal it comes to rest: the next of these each time.
    public var shifts: [Int]
    /// It can only report multiples of this.
    private let grain: Int
    private var turn = 0
    private var now = MonotonicTime.zero
    private var position: Int
    private var reports: [(due: MonotonicTime, position: Int)] = []
    /// Everything that its motor was sent.
    public private(set) var sent: [UInt32] = []
    /// After how many orders since the hand's last position the value has followed the motor.
    public private(set) var corrections = 0
    private var isCorrected = false
    /// The notices to the user.
    public private(set) var notices: [Notice] = []

    /// A device whose fader is at a position.
    public init(_ habit: Habit, shifts: [Int], grain: Int = 1, kind: MessageKind = .cc, position: Int = 0) {
        (self.habit, self.shifts, self.grain, self.position) = (habit, shifts, grain, position)
        address = kind == .cc ? MessageAddress(.cc, number: 1) : MessageAddress(kind)
        highest = Int(kind.maximumRaw)
    }

    /// Runs until `end`, with the hand's positions and the sets in the order of their times. False if it never comes to rest.
    public func run(
        _ console: Console, hand: [(at: MonotonicTime, position: Int)] = [], sets: [(at: MonotonicTime, value: Double)] = [],
        until end: MonotonicTime
    ) -> Bool {
        var (hand, sets) = (hand[...], sets[...])
        for _ in 0..<100_000 {
            let next = min(
                min(hand.first?.at ?? .never, sets.first?.at ?? .never), min(reports.first?.due ?? .never, console.nextDeadline))
            guard next <= end else {
                now = end
                return true
            }
            now = max(now, next)
            if let act = sets.first, act.at <= now {
                sets.removeFirst()
                _ = console.handle(.set(parameter: 0, act.value, .text), at: now, port: self)
            } else if let act = hand.first, act.at <= now {
                hand.removeFirst()
                // The hand is stronger than the motor.
                (reports, corrections, isCorrected) = ([], 0, false)
                report(act.position, to: console)
            } else if let report = reports.first, report.due <= now {
                reports.removeFirst()
                let before = console.value(of: 0)
                self.report(report.position, to: console)
                if console.value(of: 0) != before, !isCorrected { (corrections, isCorrected) = (corrections + 1, true) }
            } else {
                console.advance(to: now, port: self)
            }
            while let notice = console.nextNotice() { notices.append(notice) }
        }
        return false
    }

    private func report(_ position: Int, to console: Console) {
        self.position = min(max(position, 0), highest) / grain * grain
        console.handle(MIDIMessage(address, raw: UInt32(self.position)), from: 0, at: now, port: self)
    }

    /// Moves the motor.
    public func send(_ message: MIDIMessage, to surface: SurfaceIndex) -> SendResult {
        guard message.address == address else { return .sent }
        sent.append(message.raw)
        isCorrected = false
        let goal = min(max(Int(message.raw) + shifts[turn % shifts.count], 0), highest)
        turn += 1
        switch habit {
        case .silent: position = goal
        case .once(let delay): reports.append((now + .milliseconds(delay), goal))
        case .onItsWay(let steps, let pause):
            // What is already on the cable still comes.
            reports = []
            var (due, place) = (now, position)
            while place != goal {
                due = due + .milliseconds(pause)
                place = place < goal ? min(place + steps, goal) : max(place - steps, goal)
                reports.append((due, place))
            }
        }
        return .sent
    }

    /// System exclusive messages move nothing.
    public func send(_ message: Span<UInt8>, to surface: SurfaceIndex) -> SendResult { .sent }

    /// Its motor reports.
    public let mayReportMotors = true
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
