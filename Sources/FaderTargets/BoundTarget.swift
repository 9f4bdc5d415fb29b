internal import FaderValues
internal import Logging
internal import NIOCore

/// A parameter and one of its targets: runs the rules, performs their effects, keeps their timer. Owned by the event loop.
final class BoundTarget {
    let bound: BoundParameter
    let target: any Target
    /// Parameters that a hand may hold while the target waits.
    let ids: Set<String>
    private let timer, patience: LoopTimer
    private let log: Logger
    private let texts: TargetTexts
    /// Hears what the parameter is to be, and that the target came, went, began or stopped failing, or that its members differ or agree.
    private weak var owner: Targets?
    private var rules: TargetRules
    private var scale: TargetScale
    private var value: Double
    private var isStarted = false
    /// The word of its peer under `targets:`; nil if it has none.
    private(set) var word: String?
    private var lastWritten: (number: Double, at: Moment)?
    private var lastRead: (number: Double, at: Moment)?
    private var lastAcknowledged: Moment?
    /// The error that was logged; nil while the target can be set and read.
    private var loggedError: String?
    private var circle: String?
    private var lastCircleLog: Moment?
    var options: SuppliedOptions? {
        didSet {
            guard let note = options?.note, note != oldValue?.note else { return }
            log.warning("\(bound.spec.id): \(bound.target.name): \(note)")
        }
    }
    /// How long the program of a fact may take to report.
    private static let longestSilence = TimeAmount.seconds(1)
    /// The target is set at the start of the daemon, whatever it shows.
    private let isForced: Bool
    private var isHeld: Bool
    /// The target shows, or may show, a value that a button holds or held.
    private(set) var isOwing: Bool
    /// Called with the id of the parameter when, after the release of a button, the value has reached the target.
    var onLetGo: ((String) -> Void)?

    /// - Parameter legacy: what the former binding knew, which a reload has replaced by this one.
    init(
        _ bound: BoundParameter, _ target: any Target, _ surroundings: TargetSurroundings, for owner: Targets?, isStart: Bool,
        after legacy: TargetRules.Legacy
    ) {
        self.bound = bound
        ids = Set(bound.parts + [bound.spec.id])
        self.target = target
        self.owner = owner
        (timer, patience) = (LoopTimer(surroundings.loop), LoopTimer(surroundings.loop))
        (log, texts) = (surroundings.log, surroundings.texts)
        (value, word) = (bound.value, bound.target.peer)
        scale = TargetScale(bound.spec, target.law)
        isForced = isStart && bound.target.runsAtStart
        // After a reload during a hold.
        (isOwing, isHeld) = (bound.held != nil, bound.held == bound.value)
        var traits = target.traits
        (traits.isFact, traits.isWritable) = (bound.target.isFact, !bound.target.isReadOnly)
        if bound.spec.kind.isText { traits.isLinear = false }
        if bound.isColor { traits.isLinear = false }
        let range = abs(scale.number(of: bound.spec.maximum) - scale.number(of: bound.spec.minimum))
        if range.isFinite, range > 0 { traits.range = range }
        // A target that does not lead is set to a change made while it was away: nothing else would bring it to the parameter's value. A
        // fact is not, because an old press must not start anything.
        if !bound.leads { (traits.leads, traits.keepsMoves) = (false, !traits.isFact && !bound.target.isOfOneAfterAnother) }
        if !traits.isWritable { traits.owner = .target }
        rules = TargetRules(
            traits, wanted: scale.number(of: bound.value), isChosen: bound.isChosen || isForced, after: legacy)
        if traits.isWritable { rules.leftHeld = bound.held.map { scale.number(of: $0) } }
    }

    /// The knowledge for the binding of the same parameter and target that replaces this one.
    var legacy: TargetRules.Legacy { rules.legacy }

    var isAbsent: Bool { rules.presence == .absent }

    var isBusy: Bool { rules.presence != .absent && rules.isWaiting }

    /// Until when changes of the parameter count as part of a suspected circle; nil if none is suspected.
    var circleUntil: Moment? { rules.circleUntil }

    /// The word under `targets:`, or else the peer's own name.
    var peerName: String? { target.peer.map { word ?? $0.name } }

    /// Called after a reload that kept this binding; the value and the word of its peer may be others now.
    func keep(_ value: Double, word: String?) {
        self.word = word
        keep(value)
    }

    private func keep(_ value: Double) {
        guard value != self.value else { return }
        self.value = value
        rules.wanted = scale.number(of: value)
    }

    func startOnce() {
        guard !isStarted else { return }
        isStarted = true
        target.onEvent = { [weak self] in self?.handle($0) }
        target.start()
        if bound.isChosen { preset() }
        // A program that is there reports soon.
        if isFact { patience.set(in: Self.longestSilence) { [weak self] in self?.handle(.missing) } }
    }

    private func preset() {
        if !bound.target.isReadOnly { target.preset(scale.number(of: value)) }
    }

    func stop() {
        timer.cancel()
        patience.cancel()
        target.onEvent = nil
        target.stop()
    }

    func changed(_ change: Targets.Change) {
        isHeld = change.isHeld
        if isHeld { isOwing = true }
        let isOwn = change.ask?.isOf(bound) ?? false
        let changed = isText ? change.named ?? change.value : change.value
        if let ask = change.ask, ask.isFound, !isOwn { return follow(changed) }
        value = changed
        let number = scale.number(of: value)
        // The rules know only numbers, and for a program two of them may be the same.
        if !change.isAsked, target.isShowing(number) { handle(.shows(number)) }
        if !isOwn, !bound.target.isReadOnly { target.chosen(number) }
        handle(.parameter(number, isOwn: isOwn, isAsked: change.isAsked, isFade: change.isFade, isOfHand: change.isOfHand))
        if rules.presence == .absent { preset() }
    }

    /// The parameter has the value that another target showed when it appeared.
    private func follow(_ value: Double) {
        let wasApart = rules.isApart
        self.value = value
        rules.follow(scale.number(of: value))
        if wasApart != rules.isApart { owner?.stateChanged() }
    }

    func touched(_ isTouched: Bool) { handle(.touched(isTouched)) }

    private func handle(_ event: TargetRules.Event) {
        let (before, wasFailing, wasDivided) = (rules.presence, loggedError != nil, differs)
        defer {
            if isFact, (before == .absent) != (rules.presence == .absent) { tellPresence() }
            if before != rules.presence || wasFailing != (loggedError != nil) || wasDivided != differs { owner?.stateChanged() }
        }
        note(event)
        let wasThere = before != .absent
        if case .appeared = event, scale.law != target.law {
            // Another device may have other units.
            scale = TargetScale(bound.spec, target.law)
            rules.wanted = scale.number(of: value)
            if rules.leftHeld != nil { rules.leftHeld = bound.held.map { scale.number(of: $0) } }
        }
        let effects = rules.handle(event, at: now)
        if wasThere != (rules.presence != .absent) { logPresence() }
        for effect in effects { perform(effect) }
        if case .appeared = event, !isForced, target.isShowing(scale.number(of: value)) {
            return handle(.shows(scale.number(of: value)))
        }
        timer.follow(rules.deadline) { [weak self] in self?.handle(.tick) }
        if isOwing, !isHeld, rules.presence == .present, rules.leftHeld == nil, !rules.isWaiting {
            isOwing = false
            onLetGo?(bound.spec.id)
        }
    }

    /// Whether the parameter is a fact of this target, which is off when the target is not there.
    private var isFact: Bool { bound.target.isFact && bound.leads }

    func tellPresence() {
        guard isFact else { return }
        owner?.note(isThere: rules.presence != .absent, of: bound.spec.id)
    }

    private var differs: Bool {
        // Most targets lead and have one member. To ask the rules they are copied.
        guard !rules.traits.leads || rules.shown.count > 1 else { return false }
        return rules.isDivided || rules.isApart
    }

    private func perform(_ effect: TargetRules.Effect) {
        switch effect {
        case .write(let number, let members):
            lastWritten = (number, now)
            target.apply(number, to: members)
        case .read: target.read()
        case .adopt(let number):
            owner?.adopt(
                Targets.Request(ask: Targets.Ask(bound, isFound: rules.isFound), value: scale.value(of: number), isText: isText))
        case .circle(let values): logCircle(values)
        }
    }

    private static let circleDistance = Moment.seconds(60)

    private func logCircle(_ values: [Double]) {
        let texts = values.map { text(of: $0) }.joined(separator: ", then ")
        let note =
            "this seems to be a circle: what is written to \(bound.target.name) changes \(bound.spec.id) again (\(texts)); "
            + "writes wait longer and longer"
        circle = note
        if let lastCircleLog, now - lastCircleLog < Self.circleDistance { return }
        lastCircleLog = now
        log.warning("\(bound.spec.id): \(note)")
    }

    private func note(_ event: TargetRules.Event) {
        switch event {
        case .reading(let number, _): lastRead = (number, now)
        case .acknowledged:
            lastAcknowledged = now
            logFailure()
        case .failed, .readEnded: logFailure()
        default: break
        }
    }

    /// Logs once that the target cannot be set or read, and once that it works again.
    private func logFailure() {
        let error = target.situation.lastError
        guard (error == nil) != (loggedError == nil) else { return }
        loggedError = error
        if let error {
            log.warning("\(bound.spec.id): \(bound.target.name) fails: \(error)")
        } else {
            log.notice("\(bound.spec.id): \(bound.target.name) works again")
        }
    }

    private func logPresence() {
        guard !target.isLoggedByConnection else { return }
        let situation = target.situation
        if rules.presence == .absent {
            log.notice("\(bound.spec.id): \(bound.target.name) is not there\(situation.note.map { ": \($0)" } ?? "")")
        } else {
            let matched = situation.matched
            let more = matched.count > Self.mostLogged ? " and \(matched.count - Self.mostLogged) more" : ""
            log.notice("\(bound.spec.id): bound to \(matched.prefix(Self.mostLogged).joined(separator: ", "))\(more)")
        }
    }

    private static let mostLogged = 8

    private var now: Moment { .sinceStart }

    private func text(of number: Double, for viewer: Viewer = Viewer()) -> String {
        isText ? texts.text(number) : scale.text(of: number, for: viewer)
    }

    private var isText: Bool { bound.spec.kind.isText }

    /// A sentence about the other value that it shows; nil if it shows the value of the parameter.
    private func apart(for viewer: Viewer) -> String? {
        guard rules.isApart, !rules.isDivided, let shown = rules.shown.values.first else { return nil }
        return "it shows \(text(of: shown, for: viewer)) until \(bound.spec.id) is changed"
    }

    func report(for viewer: Viewer) -> TargetReport {
        let situation = target.situation
        let state: TargetReport.State =
            switch rules.presence {
            case .absent: .absent
            case .quiet: .appearing
            case .present: situation.lastError == nil ? .bound : .failing
            }
        func seconds(since moment: Moment) -> Double { ((now - moment) / .milliseconds(1)).rounded() / 1000 }
        var report = TargetReport(
            parameter: bound.spec.id, kind: bound.target.kind, target: bound.target.name, state: state,
            matched: situation.matched, differs: differs)
        report.peer = peerName
        report.fact = bound.target.isFact ? true : nil
        report.network = bound.target.needsNetwork ? true : nil
        report.note = (rules.isBraking ? circle : nil) ?? situation.note ?? options?.note ?? apart(for: viewer)
        report.lastError = situation.lastError
        if let lastWritten {
            (report.written, report.writtenAgo) = (text(of: lastWritten.number, for: viewer), seconds(since: lastWritten.at))
        }
        if let lastRead { (report.read, report.readAgo) = (text(of: lastRead.number, for: viewer), seconds(since: lastRead.at)) }
        report.acknowledgedAgo = lastAcknowledged.map(seconds)
        return report
    }
}
