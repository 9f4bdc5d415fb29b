internal import CRealtime
internal import FaderConsole
internal import FaderSystem
internal import FaderValues
internal import Glibc
internal import Synchronization

/// What the MIDI thread owns: port, console, loop. Created on another thread, then used only there.
///
/// Nothing allocates, locks, logs or makes a String between the arrival of a message and its feedback.
final class Engine {
    let port: any MIDIPort
    private let canPortWait: Bool
    private var hindrances: Hindrances = []
    var console: Console
    let link: EngineLink
    var generation = Generation.first
    var latency = LatencyHistogram()
    var isMonitoring = false
    var missed: UInt64 = 0
    /// The engine stops once the last changes have been reported.
    var stopTicket: UInt64?
    private var isPortLost: Bool { hindrances.contains(.portLost) }
    /// The async world has been told that changes are waiting for it.
    private var isHoldingChanges = false
    private var unreportedSurfaces = false
    /// It may hold input that its descriptor does not signal.
    private var isPortUnread: Bool { hindrances.contains(.portUnread) }
    /// Changes have been reported, and `.settled` has not followed yet.
    private var isUnsettled = false
    private var alarm = -1
    /// When the alarm strikes; `.never` if it is not set.
    private var alarmTime = MonotonicTime.never
    /// The engine is about to stop, but a device has no room for the last messages.
    private var isLeaving: Bool { hindrances.contains(.leaving) }
    var areRequestsLeft: Bool {
        get { hindrances.contains(.requestsLeft) }
        set { hindrances.set(.requestsLeft, newValue) }
    }

    /// Reasons to wait in a poll instead of a read.
    private struct Hindrances: OptionSet {
        let rawValue: UInt8
        static let cannotWait = Hindrances(rawValue: 1)
        static let portLost = Hindrances(rawValue: 2)
        static let portUnread = Hindrances(rawValue: 4)
        static let leaving = Hindrances(rawValue: 8)
        static let requestsLeft = Hindrances(rawValue: 16)

        mutating func set(_ hindrance: Hindrances, _ isThere: Bool) {
            if isThere { insert(hindrance) } else { remove(hindrance) }
        }
    }

    /// How many messages are read before the doorbell is looked at, so that a flood cannot keep a `set` waiting.
    private static let batch = 256

    init(port: any MIDIPort, console: Console, link: EngineLink) {
        self.port = port
        canPortWait = port.canWait
        hindrances.set(.cannotWait, !canPortWait)
        self.console = console
        self.link = link
    }

    /// Runs the loop. Returns after a request to stop.
    func run() {
        if canPortWait { waitInReads() }
        lookAtConnections()
        while run(console) {}
    }

    /// Runs until another console has to be used; false after a request to stop. The console is a parameter because reading the property
    /// counts references.
    private func run(_ console: Console) -> Bool {
        while true {
            publish(console)
            if let stopTicket, !console.hasReport, hasLeft(console) {
                link.readerWaits(on: -1)
                if alarm >= 0 { faderd_alarm_close(alarm) }
                port.close()
                push(.done(ticket: stopTicket))
                return false
            }
            if mayWaitInRead(console) { waitInRead(console) } else { waitInPoll(console) }
            if link.isRung.exchange(false, ordering: .sequentiallyConsistent) || areRequestsLeft {
                serve(at: Self.now())
                guard console === self.console else { return true }
            }
        }
    }

    private func hasLeft(_ console: Console) -> Bool {
        hindrances.set(.leaving, !console.leave(at: Self.now(), port: self))
        return !isLeaving
    }

    private func waitInReads() {
        faderd_interruptible()
        faderd_let_wait(port.pollDescriptor)
        link.readerWaits(on: port.pollDescriptor)
        alarm = faderd_alarm_open(port.pollDescriptor)
    }

    /// A blocking read takes one system call less than poll and read, and an alarm that stays set costs less than a timeout for every poll:
    /// together they save a quarter of a round trip. It cannot wait for room to write.
    private func mayWaitInRead(_ console: Console) -> Bool {
        hindrances.isEmpty && !console.isBlocked && (alarm >= 0 || console.nextDeadline == .never)
    }

    // Inlined, because a call would cost a tenth of the rest of the loop.
    @inline(__always)
    private func waitInRead(_ console: Console) {
        // A deadline that moves later, as of a moving fader, leaves the alarm: it strikes early and is set again.
        if console.nextDeadline < alarmTime {
            alarmTime = console.nextDeadline
            faderd_alarm_set(alarm, alarmTime.nanoseconds)
        }
        link.isReading.store(true, ordering: .sequentiallyConsistent)
        // A ring before this store is seen below; one after it interrupts the read.
        if !link.isRung.load(ordering: .sequentiallyConsistent) {
            let first = port.read()
            link.isReading.store(false, ordering: .relaxed)
            if case .none = first { faderd_let_wait(port.pollDescriptor) }
            let now = Self.now()
            // If the alarm strikes after this, the next read returns at once.
            if first.isNone, alarmTime <= now { alarmTime = .never }
            if !first.isNone { readPort(first: first, into: console, at: now) }
            if console.nextDeadline <= now { console.advance(to: now, port: self) }
        } else {
            link.isReading.store(false, ordering: .relaxed)
        }
    }

    @inline(never)
    private func waitInPoll(_ console: Console) {
        var (portReady, bellReady): (Int16, Int16) = (0, 0)
        let wanted = Int16(POLLIN) | (console.isBlocked ? Int16(POLLOUT) : 0)
        let result = unsafe faderd_poll2(
            isPortLost ? -1 : port.pollDescriptor, wanted, &portReady, link.toEngine.descriptor, Int16(POLLIN), &bellReady, timeout)
        if result < 0, result != -EINTR { fatalError("polling failed with errno \(-result): a descriptor of our own is broken") }
        let now = Self.now()
        if portReady & Int16(POLLOUT) != 0 { console.writable(at: now, port: self) }
        if portReady & ~Int16(POLLOUT) != 0 || isPortUnread {
            let isBroken = portReady & Int16(POLLIN) == 0 && !isPortUnread
            let first = port.read()
            if case .none = first {
                if isBroken { lose(EIO) } else { hindrances.remove(.portUnread) }
            } else {
                hindrances.remove(.portUnread)
                readPort(first: first, into: console, at: now)
            }
        }
        if console.nextDeadline <= now { console.advance(to: now, port: self) }
        if bellReady != 0 { link.toEngine.clear() }
    }

    private static func now() -> MonotonicTime { MonotonicTime(nanoseconds: faderd_monotonic_ns()) }

    private var timeout: Int64 {
        if isPortUnread || areRequestsLeft { return 0 }
        let deadline = isLeaving ? min(console.nextDeadline, Self.now() + .milliseconds(5)) : console.nextDeadline
        if deadline == .never { return -1 }
        return Int64(clamping: deadline.interval(since: Self.now()).nanoseconds)
    }

    // Inlined for the same reason.
    @inline(__always)
    private func readPort(first: PortInput, into console: Console, at now: MonotonicTime) {
        handle(first, in: console, at: now)
        let next = port.read()
        // What arrived with the first input is a burst.
        let count = next.isNone ? 1 : 1 + readBurst(next, into: console, at: now)
        latency.record(Self.now().interval(since: now).nanoseconds, events: count)
    }

    @inline(never)
    private func readBurst(_ second: PortInput, into console: Console, at now: MonotonicTime) -> Int {
        var (count, next) = (0, second)
        console.beginBatch()
        while !next.isNone, !isPortLost {
            handle(next, in: console, at: now)
            count += 1
            guard count < Self.batch - 1 else {
                hindrances.insert(.portUnread)
                break
            }
            next = port.read()
        }
        console.endBatch(at: now, port: self)
        return count
    }

    @inline(__always)
    private func handle(_ input: PortInput, in console: Console, at now: MonotonicTime) {
        // Only `monitor` has to see the output, and the detour through the engine costs something.
        if !isMonitoring, case .message(let surface, let message) = input {
            console.handle(message, from: surface, at: now, port: port)
        } else {
            handleOther(input, in: console, at: now)
        }
    }

    @inline(never)
    private func handleOther(_ input: PortInput, in console: Console, at now: MonotonicTime) {
        switch input {
        case .none: return
        case .message(let surface, let message):
            monitor(.message(message), surface, isInput: true, at: now)
            console.handle(message, from: surface, at: now, port: self)
        case .systemExclusive(let surface):
            // Other surfaces' feedback does not wait for the end of a long message.
            console.flushBatch(at: now, port: self)
            port.withPiece { piece in
                console.handle(piece, from: surface, at: now, port: self) { monitor($0, surface, isInput: true, at: now) }
            }
        case .other(let surface, let status, let length):
            monitor(.other(status: status, length: length), surface, isInput: true, at: now)
            if status == 0xFF { console.handleReset(from: surface, at: now, port: self) }
        case .connections(let surface):
            look(at: surface, at: now)
        case .disconnected(let surface):
            // With the same count as before, the device was unplugged and came back before this was read: it is a new one.
            let connections = port.connections(of: surface)
            if connections == console.connections(of: surface) { console.connected(surface, Connections(), at: now, port: self) }
            look(at: surface, at: now)
        case .overrun:
            console.overrun(at: now, port: self)
            unreportedSurfaces = true
        case .lost(let errno):
            lose(errno)
        }
    }

    private func look(at surface: SurfaceIndex, at now: MonotonicTime) {
        console.connected(surface, port.connections(of: surface), at: now, port: self)
        unreportedSurfaces = true
    }

    private func lose(_ errno: Int32) {
        guard !isPortLost else { return }
        hindrances.insert(.portLost)
        push(.lost(errno))
    }

    func lookAtConnections(of isMeant: (SurfaceIndex) -> Bool = { _ in true }) {
        let now = Self.now()
        for surface in console.surfaceIndices where isMeant(surface) {
            console.connected(surface, port.connections(of: surface), at: now, port: self)
        }
        unreportedSurfaces = true
    }

    /// Reports changes as far as there is room. The rest follows later, with only the newest values.
    private func publish(_ console: Console) {
        // A moving fader gets no further: its changes are reported when the async world asks for them.
        guard console.hasNotice || console.hasReadinessNews || unreportedSurfaces || (hasChanges && areChangesWanted) else { return }
        publishFitting()
        guard hasUnpublished else { return }
        // The flag first, as in `serve`.
        link.isStarved.store(true, ordering: .sequentiallyConsistent)
        publishFitting()
    }

    private var hasChanges: Bool { console.hasReport || isUnsettled }

    private var hasUnpublished: Bool {
        (console.hasReport && (stopTicket != nil || link.wantsChanges.load(ordering: .relaxed))) || console.hasNotice || unreportedSurfaces
    }

    private func publishFitting() {
        if console.popReadinessNews() { unreportedSurfaces = true }
        while link.reports.room > Self.reserve, let notice = console.nextNotice() { push(.notice(notice)) }
        if unreportedSurfaces, link.reports.room > Self.reserve + console.surfaceIndices.count {
            unreportedSurfaces = false
            for surface in console.surfaceIndices {
                push(.surface(surface, console.reportedConnections(of: surface), generation: generation))
            }
        }
        if hasChanges, areChangesWanted { publishChanges() }
    }

    private func publishChanges() {
        // Before the first report, because its receiver may ask for more before this thread goes on.
        isHoldingChanges = false
        link.wantsChanges.store(false, ordering: .sequentiallyConsistent)
        tellFitting()
        settle()
        // What did not fit follows when the ring has been drained, not with the next batch.
        if console.hasReport { link.wantsChanges.store(true, ordering: .sequentiallyConsistent) }
    }

    func tellFitting() {
        tellDecks()
        // The file must not have a value that a group set without what brings the member back.
        while link.reports.room > Self.reserve, let tie = console.nextTie() { push(.tie(tie, generation: generation)) }
        while link.reports.room > Self.reserve, let report = console.nextReport() { push(.changed(report, generation: generation)) }
        while link.reports.room > Self.reserve, let hand = console.nextHand() { push(.hand(hand, generation: generation)) }
        while link.reports.room > Self.reserve, let glide = console.nextGlide() { push(.glide(glide, generation: generation)) }
    }

    func tellDecks() {
        while link.reports.room > Self.reserve, let deck = console.nextDeck() { push(.deck(deck, generation: generation)) }
    }

    /// If the async world does not want changes now, sets `holdsChanges` once and checks again, because it may just have asked.
    private var areChangesWanted: Bool {
        if stopTicket != nil || link.wantsChanges.load(ordering: .relaxed) { return true }
        if isHoldingChanges { return false }
        isHoldingChanges = true
        link.holdsChanges.store(true, ordering: .sequentiallyConsistent)
        return link.wantsChanges.load(ordering: .sequentiallyConsistent)
    }

    /// Room for answers. Changes can wait, because they coalesce.
    static let reserve = 1024

    func settle() {
        guard isUnsettled else { return }
        isUnsettled = false
        push(.settled)
    }

    func push(_ report: EngineReport) {
        if report.isPartOfPicture { isUnsettled = true }
        guard link.reports.push(report) else { fatalError("the ring of reports is full: an answer would be lost") }
        if link.wakefulness.mustRing(urgent: report.isUrgent) { link.toAsync.ring() }
    }
}
