/// The rules of one target, whatever its kind. Pure: moments are arguments, what to do is the result, `deadline` says when to ask again.
///
/// All values are the target's own numbers (volumes, travel), as `TargetScale` makes them. A target has members: the streams of a program,
/// or just one. A set goes to all of them; each is remembered with what it is known to show.
struct TargetRules {
    /// A moment: the time since some fixed start.
    typealias Moment = Duration

    /// How a kind of target behaves.
    struct Traits: Equatable {
        /// Whose value counts when the target appears.
        enum Owner { case target, parameter }
        var owner = Owner.target
        /// The least time between two sets.
        var interval = Duration.milliseconds(20)
        /// Values that are no further apart are the same value.
        var halfStep = 0.5
        /// Whether each set is acknowledged; if not, it counts as done at once, and what was sent within `echoTime` is known again as an echo.
        var acknowledges = true
        /// Whether its value can be asked for.
        var isReadable = true
    }

    enum Event: Equatable {
        /// The parameter has a new value. `isOwn`: because this target asked for it.
        case parameter(Double, isOwn: Bool = false)
        /// A finger came to a control of the parameter, or the last one left.
        case touched(Bool)
        /// The target is there, or another thing is the target now.
        case appeared
        case disappeared
        /// One more member is there, beside others.
        case joined(UInt32)
        /// A member is gone; others are still there.
        case left(UInt32)
        /// Something changed there.
        case noticed
        /// What a member shows.
        case reading(Double, UInt32 = 0)
        /// Everything that was asked for by `read` has been told.
        case readEnded
        case acknowledged
        case failed
        /// `deadline` has come.
        case tick
    }

    enum Effect: Equatable {
        /// Set all members.
        case write(Double)
        /// Ask all members for their values.
        case read
        /// Set the parameter, with the origin `target`.
        case adopt(Double)
    }

    enum Presence: Equatable {
        case absent
        case quiet(until: Moment)
        case present
    }

    /// How long after it appears a target is only listened to: PipeWire first tells 0 % of a new stream.
    static let quiet = Duration.milliseconds(100)
    /// The least time between two questions, however often something changes there.
    static let readDistance = Duration.milliseconds(5)
    /// How long after its quiet a member that shows a former value got that from the server, and is set again.
    static let restoring = Duration.seconds(1)
    private static let mostFormer = 64
    /// How long a value that was sent is known again, if sets are not acknowledged.
    static let echoTime = Duration.milliseconds(200)

    let traits: Traits
    private(set) var presence = Presence.absent
    /// The parameter's value; nil until it is known.
    private(set) var wanted: Double?
    /// Whether anybody ever chose it.
    private var isChosen: Bool
    private var isDue = false
    private(set) var inFlight: Double?
    private var wantsRead = false
    private var isReading = false
    /// What each member is known to show.
    private(set) var shown: [UInt32: Double] = [:]
    /// Members that have just joined, each with the end of its quiet: only listened to.
    private var young: [UInt32: Moment] = [:]
    /// Members whose quiet has been over for less than a second: a busy server may still be giving them what they had the last time.
    private var fresh: [UInt32: Moment] = [:]
    /// What it was set to or asked for of late, the newest last.
    private var former: [Double] = []
    private var isTouched = false
    /// A foreign change that waits for the finger to leave.
    private var held: Double?
    private var wroteSinceAsked = true
    private var isChangedInQuiet = false
    private var lastWrite: Moment?
    private var lastRead: Moment?
    private var sent: [(value: Double, at: Moment)] = []
    private var circle = CircleWatch()

    /// Rules for a parameter with a value; `isChosen`: somebody has set it once, so that it is more than a default.
    init(_ traits: Traits, wanted: Double?, isChosen: Bool) {
        self.traits = traits
        self.wanted = wanted
        self.isChosen = isChosen
    }

    /// The parameter's value is another number from now on: what appears counts differently.
    mutating func rescale(wanted: Double) { self.wanted = wanted }

    /// When to send `.tick`; nil: not before the next event.
    var deadline: Moment? {
        let read = wantsRead && !isReading && inFlight == nil && presence != .absent ? mayReadAt : nil
        switch presence {
        case .absent: return nil
        case .quiet(let end): return min(end, read ?? end)
        case .present:
            let next = isDue && inFlight == nil ? mayWriteAt : read
            guard let grown = young.values.min() else { return next }
            return min(grown, next ?? grown)
        }
    }

    /// Whether members show different values.
    var isDivided: Bool {
        guard let first = shown.values.first else { return false }
        return shown.values.contains { !isSame($0, first) }
    }

    /// Takes an event in and returns what is to be done, in order.
    mutating func handle(_ event: Event, at now: Moment) -> [Effect] {
        var effects: [Effect] = []
        switch event {
        case .parameter(let value, let isOwn): takeParameter(value, isOwn: isOwn)
        case .touched(let isTouched): takeTouch(isTouched, &effects, now)
        case .appeared: appear(now)
        case .disappeared: disappear()
        case .joined(let member): if presence == .absent { appear(now) } else { young[member] = now + Self.quiet }
        case .left(let member): (shown[member], young[member], fresh[member]) = (nil, nil, nil)
        // Also while it is read: the member that changed may have told its value already.
        case .noticed: wantsRead = true
        case .reading(let value, let member): takeReading(value, of: member, &effects, now)
        case .readEnded: isReading = false
        case .acknowledged, .failed:
            inFlight = nil
            wantsRead = traits.isReadable
        case .tick: break
        }
        if case .quiet(let end) = presence, end <= now { endQuiet(&effects, now) }
        if presence == .present, !young.isEmpty { growUp(now) }
        proceed(&effects, now)
        return effects
    }

    private mutating func takeParameter(_ value: Double, isOwn: Bool) {
        wanted = value
        isChosen = true
        held = nil
        // What the target itself asked for is not written back, unless something else was written to it meanwhile.
        if isOwn, !wroteSinceAsked {
            isDue = false
            return
        }
        if case .quiet = presence { isChangedInQuiet = true }
        isDue = inFlight != nil || shown.isEmpty || shown.values.contains { $0 != value }
    }

    private mutating func takeTouch(_ isTouched: Bool, _ effects: inout [Effect], _ now: Moment) {
        self.isTouched = isTouched
        guard !isTouched, let value = held else { return }
        adopt(value, &effects, now)
    }

    private mutating func appear(_ now: Moment) {
        if presence == .absent { isChangedInQuiet = false }
        presence = .quiet(until: now + Self.quiet)
        (shown, young, fresh) = ([:], [:], [:])
        sent = []
        (held, inFlight, lastRead) = (nil, nil, nil)
        isReading = false
        wantsRead = traits.isReadable
    }

    private mutating func disappear() {
        presence = .absent
        (shown, young, fresh) = ([:], [:], [:])
        (held, inFlight) = (nil, nil)
        (isDue, isReading, wantsRead) = (false, false, false)
    }

    private mutating func takeReading(_ value: Double, of member: UInt32, _ effects: inout [Effect], _ now: Moment) {
        guard !value.isNaN, young[member] == nil else { return }
        switch presence {
        case .absent: return
        case .quiet: shown[member] = value
        case .present:
            // Older than what was set, or about to be overwritten.
            guard inFlight == nil, !isDue else { return }
            let known = shown[member]
            shown[member] = value
            if let known, isSame(known, value) { return }
            if !traits.acknowledges, sent.contains(where: { isSame($0.value, value) && now - $0.at <= Self.echoTime }) { return }
            // The first that is heard of it after it appeared, and it is where the parameter is.
            if known == nil, let wanted, isSame(wanted, value) { return }
            if isRestored(value, member, now) { isDue = true } else { foreign(value, &effects, now) }
        }
    }

    /// Whether the server gave a member what it had the last time, later than it should.
    private func isRestored(_ value: Double, _ member: UInt32, _ now: Moment) -> Bool {
        guard traits.owner == .parameter, isChosen, let wanted, !isSame(wanted, value), let end = fresh[member], now < end else {
            return false
        }
        return former.contains { isSame($0, value) }
    }

    private mutating func remember(_ value: Double) {
        if former.last == value { return }
        former.append(value)
        if former.count > Self.mostFormer { former.removeFirst() }
    }

    private mutating func foreign(_ value: Double, _ effects: inout [Effect], _ now: Moment) {
        if isTouched { held = value } else { adopt(value, &effects, now) }
    }

    private mutating func adopt(_ value: Double, _ effects: inout [Effect], _ now: Moment) {
        held = nil
        wroteSinceAsked = false
        remember(value)
        circle.note(value, afterWrite: lastWrite, at: now) { abs($0 - $1) <= traits.halfStep }
        effects.append(.adopt(value))
    }

    private mutating func endQuiet(_ effects: inout [Effect], _ now: Moment) {
        presence = .present
        for member in shown.keys { fresh[member] = now + Self.restoring }
        defer { isChangedInQuiet = false }
        if isChangedInQuiet || traits.owner == .parameter && isChosen {
            isDue = wanted.map { wanted in shown.isEmpty || shown.values.contains { $0 != wanted } } ?? false
        } else {
            isDue = false
            // Of several the loudest, as with the channels of one.
            if let value = shown.values.max(), wanted.map({ !isSame($0, value) }) ?? true { foreign(value, &effects, now) }
        }
    }

    /// What joined is like the others once its quiet is over: it is set, or read if nobody ever chose a value.
    private mutating func growUp(_ now: Moment) {
        let grown = young.filter { $0.value <= now }.keys
        guard !grown.isEmpty else { return }
        fresh = fresh.filter { $0.value > now }
        for member in grown { (young[member], fresh[member]) = (nil, now + Self.restoring) }
        if traits.owner == .parameter, isChosen { isDue = wanted != nil } else { wantsRead = traits.isReadable }
    }

    /// Writes or reads if it is time to.
    private mutating func proceed(_ effects: inout [Effect], _ now: Moment) {
        guard presence != .absent, inFlight == nil else { return }
        if presence == .present, isDue, let wanted, mayWriteAt <= now {
            isDue = false
            wroteSinceAsked = true
            held = nil
            lastWrite = now
            remember(wanted)
            circle.written()
            for member in shown.keys { shown[member] = wanted }
            if traits.acknowledges {
                inFlight = wanted
            } else {
                if shown.isEmpty { shown[0] = wanted }
                sent.removeAll { now - $0.at > Self.echoTime }
                sent.append((wanted, now))
            }
            effects.append(.write(wanted))
        } else if wantsRead, !isReading, !isDue || presence != .present, mayReadAt <= now {
            (wantsRead, isReading, lastRead) = (false, true, now)
            effects.append(.read)
        }
    }

    private var mayReadAt: Moment { lastRead.map { $0 + Self.readDistance } ?? .zero }

    private var mayWriteAt: Moment { max(lastWrite.map { $0 + traits.interval } ?? .zero, circle.end ?? .zero) }

    private func isSame(_ one: Double, _ other: Double) -> Bool { abs(one - other) <= traits.halfStep }
}
