/// The rules of one target, whatever its kind. Pure: times are arguments, `deadline` says when to call again.
///
/// All values are numbers of the target (volumes, travel), as `TargetScale` makes them. A target has members: the streams of a program, or
/// just one. A set goes to all. The rules remember what each member shows.
struct TargetRules {
    private static let mostFormer = 64

    let traits: Traits
    var presence = Presence.absent
    /// Nil until it is known. `BoundTarget` sets it if a target appears with other units, or if a reload has altered the value.
    var wanted: Double?
    var isChosen: Bool
    var isDue = false
    /// Members that are to be set although the others are not.
    var dueMembers: Set<UInt32> = []
    private(set) var inFlight: Double?
    var wantsRead = false
    private var isReading = false
    /// The value that each member shows, if it is known.
    var shown: [UInt32: Double] = [:]
    /// Members that have just joined, each with the end of its quiet time, during which they are only listened to.
    var young: [UInt32: Moment] = [:]
    /// Members whose quiet time ended less than a second ago: a busy server may still be restoring their previous values.
    var fresh: [UInt32: Moment] = [:]
    /// What the target was recently set to or asked for, the newest last.
    private var former: [Double] = []
    private var isTouched = false
    /// A foreign change that waits until no finger touches the parameter.
    var held: (value: Double, member: UInt32, isFound: Bool)?
    /// Whether the last adopted value was found, not changed: the target has shown it since it appeared.
    private(set) var isFound = false
    /// Whether the parameter does not have the adopted value yet.
    private var isAsking = false
    /// What the parameter was last asked to have; nil if there was a write since.
    var adopted: Double?
    /// What a button held when the daemon was killed, until the target's value is known. If the target still shows it, the target is set.
    var leftHeld: Double?
    private var isChangedInQuiet = false
    private var isAskedInQuiet = false
    /// The knowledge of the former rules, until the target has appeared.
    private var inherited: Legacy
    private var lastWrite: Moment?
    private var lastRead: Moment?
    /// The sent values, for targets that do not acknowledge sets.
    private var sent: SentValues
    private var fade: FadeWatch
    /// The last reading of a fade that may be a foreign change. It counts when the fade is over.
    private var unclear: (value: Double, member: UInt32)?
    /// Whether a write on its way may have replaced the adopted value in the target.
    private var isOverwritten = false
    private var brake = CircleBrake()
    var now = Moment.zero
    private var effects: [Effect] = []

    /// `isChosen`: the value is not a default. A value that was on its way under the former rules is set when the target appears; otherwise
    /// a target that was there keeps what it shows.
    init(_ traits: Traits, wanted: Double?, isChosen: Bool, after inherited: Legacy = Legacy()) {
        self.inherited = inherited
        if !traits.isWritable { self.inherited.isWaiting = false }
        adopted = inherited.adopted
        self.traits = traits
        (sent, fade) = (SentValues(traits), FadeWatch(traits))
        self.wanted = wanted
        self.isChosen = isChosen
    }

    var deadline: Moment? {
        let read = wantsRead && !isReading && inFlight == nil && presence != .absent ? mayReadAt : nil
        switch presence {
        case .absent: return nil
        case .quiet(let end): return min(end, read ?? end)
        case .present:
            let next = hasDue && inFlight == nil ? mayWriteAt : read
            return [next, young.values.min(), unclear == nil ? nil : fade.ending].compactMap { $0 }.min()
        }
    }

    /// Until when changes of the parameter count as part of a suspected circle; nil if none is suspected.
    var circleUntil: Moment? { brake.suspectUntil }

    var isBraking: Bool { brake.isBraking }

    /// It does not lead and shows another value than the parameter, with no write on its way that would change that.
    var isApart: Bool {
        guard !traits.leads, presence == .present, !isAsking, !hasDue, inFlight == nil, let wanted else { return false }
        return shown.values.contains { !isSame($0, wanted) }
    }

    /// The parameter has taken a value that another target showed when it appeared. It is written only to replace one that is on its way
    /// here.
    mutating func follow(_ value: Double) {
        (wanted, isAsking) = (value, false)
        if inFlight != nil { isDue = true }
    }

    mutating func handle(_ event: Event, at now: Moment) -> [Effect] {
        (self.now, effects) = (now, [])
        switch event {
        case .parameter(let value, let isOwn, let isAsked, let isFade, let isOfHand):
            if isFade {
                fade.goOn(from: shown[0], at: now)
            } else {
                fade.end()
                unclear = nil
            }
            handleParameter(value, isOwn: isOwn, isAsked: isAsked, isSteady: isFade || isOfHand || isTouched)
        case .shows(let value): if presence != .absent { shown = [0: value] }
        case .touched(let isTouched): handleTouch(isTouched)
        case .appeared: appear()
        case .disappeared: disappear()
        case .lost(let moment): disappear(unheardSince: moment)
        case .joined(let members): if presence == .absent { appear() } else { for member in members { young[member] = now + Self.quiet } }
        case .heard(let values): addJoined(values)
        case .left(let members): leave(members)
        // Also during a read: the changed member may already have reported its old value.
        case .noticed: wantsRead = true
        case .reading(let value, let member): handleReading(value, of: member)
        case .told(let value): handleTold(value)
        case .readEnded: isReading = false
        case .acknowledged, .failed:
            if traits.showsWhatSucceeded, let inFlight { shown = event == .acknowledged ? [0: inFlight] : [:] }
            inFlight = nil
            wantsRead = traits.isReadable
        case .missing: setFactOff()
        case .tick: break
        }
        if case .quiet(let end) = presence, end <= now { endQuiet() }
        if presence == .present, !young.isEmpty { growUp() }
        if let ending = fade.ending, ending <= now { endFade() }
        proceed()
        return effects
    }

    private mutating func handleParameter(_ value: Double, isOwn: Bool, isAsked: Bool, isSteady: Bool) {
        let isSameAsBefore = wanted == value
        (isChosen, isAsking) = (true, false)
        (held, leftHeld) = (nil, nil)
        guard traits.isWritable else { return wanted = value }
        // The program went while the fact was being set.
        if isFactOfNobody {
            wanted = value
            return setFactOff()
        }
        // A value that this target asked for is not written back, unless something else has been written since.
        if isOwn, adopted != nil, !isOverwritten {
            (wanted, isDue) = (value, false)
            return
        }
        if presence == .absent, traits.keepsMoves, !isOwn { inherited.isWaiting = true }
        if case .quiet = presence { (isChangedInQuiet, isAskedInQuiet) = (true, isAskedInQuiet || isAsked) }
        let isNews = inFlight.map { $0 != value } ?? (shown.isEmpty || shown.values.contains { $0 != value })
        // A program may set the parameter to the value with which it was run.
        let isToWrite = isAsked && inFlight != value || isNews || isOverwritten || isDue && isSameAsBefore
        (wanted, isDue) = (value, isToWrite)
        guard isToWrite else { return }
        guard !isSteady, presence == .present else { return brake.stop() }
        if brake.changed(at: now) { effects.append(.circle(former.suffix(4) + [value])) }
    }

    /// Whether it is a fact whose target is absent. The parameter is off then.
    private var isFactOfNobody: Bool { traits.isFact && traits.leads && presence == .absent }

    private mutating func setFactOff() {
        if isFactOfNobody, let wanted, wanted != 0 { adopt(0, isFound: false) }
    }

    private mutating func handleTouch(_ isTouched: Bool) {
        self.isTouched = isTouched
        guard !isTouched, let held else { return }
        adopt(held.value, isFound: held.isFound)
    }

    mutating func appear() {
        if presence == .absent { isChangedInQuiet = inherited.isWaiting }
        inherited.isWaiting = false
        presence = .quiet(until: now + Self.quiet)
        (shown, young, fresh, dueMembers) = ([:], [:], [:], [])
        sent.forget()
        fade.reset()
        (held, inFlight, lastRead, unclear, isOverwritten) = (nil, nil, nil, nil, false)
        isReading = false
        wantsRead = traits.isReadable
    }

    private mutating func disappear(unheardSince moment: Moment? = nil) {
        if let moment { inherited.isWaiting = isWaiting || adopted == nil && lastWrite.map { $0 >= moment } ?? false }
        presence = .absent
        (shown, young, fresh, dueMembers) = ([:], [:], [:], [])
        (held, inFlight, unclear, isOverwritten) = (nil, nil, nil, false)
        fade.reset()
        brake = CircleBrake()
        (isDue, isReading, wantsRead) = (false, false, false)
        (inherited.wasPresent, inherited.shown) = (false, nil)
        adopted = nil
        setFactOff()
    }

    private mutating func handleReading(_ value: Double, of member: UInt32) {
        guard !value.isNaN, young[member] == nil else { return }
        switch presence {
        case .absent: return
        case .quiet: shown[member] = value
        case .present:
            if fade.isOn, !isTouched {
                switch fade.judge(value, at: now) {
                case .foreign: return interruptFade(value, of: member)
                case .echo where fade.isNewest(value): unclear = nil
                // A late echo may be out of date, so the target is asked again at the end.
                case .echo, .unclear: return unclear = (value, member)
                }
            } else if fade.isLate(value, at: now), !isSame(value, adopted ?? wanted ?? .nan) {
                wantsRead = traits.acknowledges && traits.isReadable
                return
            }
            // The reading is older than the last set, or about to be overwritten.
            guard inFlight == nil, !isDue, !dueMembers.contains(member) else { return }
            let echo = sent.echo(of: value, isAnswered: adopted != nil, at: now)
            if echo == nil, sent.isOutdated(value, lastWrite: lastWrite, at: now) {
                wantsRead = true
                return
            }
            // A change that waits for the finger is dropped if the target shows something else now.
            if let held, held.member == member, !isSame(held.value, value) { self.held = nil }
            if let echo {
                sent.echoCame(of: echo)
                // The echo of an older set. The newest one is still on its way.
                if sent.isOlder(value) { return }
            }
            let known = shown[member]
            if known == nil, isLeftHeld([value]) { return isDue = true }
            // `shown` keeps the value last compared, so that a slow change adds up to a difference.
            if let known, isSame(known, value) { return }
            shown[member] = value
            if echo != nil, adopted == nil { return }
            // The first reading since the target appeared agrees with the parameter.
            if known == nil, !isNews(value) { return }
            guard isRestored(value, member) else { return foreign(value, of: member, isFound: known == nil && traits.reportsState) }
            fresh[member] = nil
            dueMembers.insert(member)
        }
    }

    /// Whether the server has restored a member's previous value late.
    private func isRestored(_ value: Double, _ member: UInt32) -> Bool {
        guard traits.owner == .parameter, isChosen, let wanted, !isSame(wanted, value), let end = fresh[member], now < end else {
            return false
        }
        return former.contains { isSame($0, value) }
    }

    /// Somebody has changed the target: no more of the fade is written. A write on its way may replace the new value, which is then written
    /// again.
    private mutating func interruptFade(_ value: Double, of member: UInt32) {
        if let adopted, isSame(adopted, value) { return }
        isOverwritten = inFlight != nil || !traits.acknowledges && lastWrite.map { now - $0 <= SentValues.echoTime } ?? false
        (isDue, dueMembers, unclear) = (false, [], nil)
        shown[member] = value
        fade.end()
        foreign(value, of: member, isFound: false)
    }

    /// Ends a fade. If the target cannot be read, its last unclear reading counts.
    private mutating func endFade() {
        fade.end()
        guard let last = unclear else { return }
        unclear = nil
        if traits.isReadable { wantsRead = true } else { handleReading(last.value, of: last.member) }
    }

    private mutating func handleTold(_ value: Double) {
        wantsRead = traits.isReadable
        guard presence == .present, fade.isOn, !isTouched, fade.judge(value, at: now) == .foreign else { return }
        interruptFade(value, of: 0)
    }

    private mutating func remember(_ value: Double) {
        if former.last == value { return }
        former.append(value)
        if former.count > Self.mostFormer { former.removeFirst() }
    }

    /// `isFound`: nobody has changed the value: the member appeared with it, or other members have gone.
    mutating func foreign(_ value: Double, of member: UInt32, isFound: Bool) {
        guard traits.leads || !isFound else { return }
        if isTouched { held = (value, member, isFound) } else { adopt(value, isFound: isFound) }
    }

    private mutating func adopt(_ value: Double, isFound: Bool) {
        held = nil
        (self.isFound, isAsking) = (isFound, true)
        adopted = value
        sent.isSettled()
        if wanted.map({ !isSame($0, value) }) ?? true { remember(value) }
        effects.append(.adopt(value))
    }

    private mutating func endQuiet() {
        presence = .present
        // A target that cannot be read does not repeat its value.
        if !traits.acknowledges, shown.isEmpty { shown[0] = inherited.shown }
        for member in shown.keys { fresh[member] = now + Self.restoring }
        defer { (isChangedInQuiet, isAskedInQuiet, inherited) = (false, false, Legacy()) }
        if isLeftHeld(shown.values) {
            isDue = true
        } else if isChangedInQuiet || traits.owner == .parameter && isChosen && !inherited.wasPresent {
            isDue = wanted.map { wanted in isAskedInQuiet || shown.isEmpty || shown.values.contains { $0 != wanted } } ?? false
        } else {
            isDue = false
            // The loudest member counts, like the loudest channel of a member.
            guard let (member, value) = shown.max(by: { $0.value < $1.value }) else { return }
            if isNews(value) { foreign(value, of: member, isFound: true) }
        }
    }

    /// A target that cannot be read counts as showing what a button held when the daemon was killed.
    private mutating func isLeftHeld(_ values: some Collection<Double>) -> Bool {
        guard let left = leftHeld, !values.isEmpty || !traits.isReadable else { return false }
        leftHeld = nil
        return values.isEmpty || values.contains { isSame($0, left) }
    }

    private mutating func proceed() {
        guard presence != .absent, inFlight == nil else { return }
        if presence == .present, hasDue, let wanted, mayWriteAt <= now {
            let members = isDue ? nil : dueMembers
            if isDue { held = nil }
            (isDue, dueMembers) = (false, [])
            (adopted, unclear, isOverwritten) = (nil, nil, false)
            lastWrite = now
            readBeforeWrite()
            fade.wrote(wanted, at: now)
            remember(wanted)
            brake.wrote(at: now)
            if traits.acknowledges { inFlight = wanted } else { noteSent(wanted) }
            for member in members ?? Set(shown.keys) { shown[member] = wanted }
            effects.append(.write(wanted, to: members))
        } else if wantsRead, !isReading, !hasDue || presence != .present, mayReadAt <= now {
            (wantsRead, isReading, lastRead) = (false, true, now)
            effects.append(.read)
        }
    }

    /// Reads first during a fade, because this write would hide a foreign change since the last write.
    private mutating func readBeforeWrite() {
        guard fade.isOn, traits.acknowledges, traits.isReadable, !isReading, mayReadAt <= now else { return }
        (isReading, lastRead) = (true, now)
        effects.append(.read)
    }

    private mutating func noteSent(_ value: Double) {
        sent.note(value, replacing: shown[0], at: now)
        if shown.isEmpty { shown[0] = value }
    }

    var isWaiting: Bool { inherited.isWaiting || presence != .absent && (isDue || inFlight != nil || isChangedInQuiet) }

    var legacy: Legacy {
        Legacy(
            isWaiting: isWaiting, wasPresent: presence == .present || inherited.wasPresent,
            shown: shown.values.max() ?? inherited.shown, adopted: adopted)
    }

    private var hasDue: Bool { isDue || !dueMembers.isEmpty }

    private var mayReadAt: Moment { lastRead.map { $0 + Self.readDistance } ?? .zero }

    private var mayWriteAt: Moment {
        max(lastWrite.map { $0 + traits.interval } ?? .zero, brake.heldUntil ?? .zero)
    }

    /// Whether the parameter has another value, or one that nobody has chosen or told.
    func isNews(_ value: Double) -> Bool { wanted.map { !isSame($0, value) || traits.leads && !isChosen } ?? true }

    func isSame(_ one: Double, _ other: Double) -> Bool { traits.isSame(one, other) }
}
