public import FaderSystem
public import FaderValues
public import Logging
internal import NIOCore
internal import Synchronization

/// All targets of a configuration, on an event loop of their own, which `prepare` creates for the first. Safe to use from anywhere; nothing
/// blocks.
public final class Targets: Sendable {
    private struct State {
        var thread: LoopThread?
        var board: NIOLoopBoundBox<TargetBoard?>?
        var bound: Set<String> = []
        /// Changed parameters on their way to the loop, with the newest value of each.
        var changes = NewestByKey<String, Change>()
        var touched: Set<String> = []
        var apps: [SoundProgram] = []
        var requests = NewestByKey<String, Request>()
        var supplies = NewestByKey<String, Supply>()
        var looks = NewestByKey<String, LookSupply>()
        /// The highest since `popLevels`, or silence if that came last, by the target's identity.
        var levels = NewestByKey<String, Double>()
        /// Until when changes of a parameter count as part of a suspected circle.
        var circles: [String: Moment] = [:]
        /// Parameters without effect, because the peers of their targets are not there.
        var idle: Set<String> = []
        var inFront: ProgramInFront?
        var isStopped = false
        var hasStarted = false
    }

    /// Whether the environment of this process names a sound server.
    public static var isSoundServerNamed: Bool { PulsePath().servers != nil }

    public static var isSessionBusNamed: Bool { BusAddress.session().text != nil }

    private let state = Mutex(State())
    /// News from the brokers on which parameters are published.
    public let publications = Publications()
    private let onAdopt: @Sendable (Targets, Request) -> Void
    let onMark: @Sendable (String, String?) -> Void
    let onLetGo: @Sendable ([String]) -> Void
    private let onPresence: @Sendable (String, Bool) -> Void
    let log: Logger
    let texts: TargetTexts
    let instance: String
    private let wished: AsyncStream<Void>.Continuation
    /// Called from any thread when a target came, went, began or stopped failing, or its members differ or agree.
    let stateChanged: @Sendable () -> Void
    private let onLevels: @Sendable (Targets) -> Void
    /// Yields at least once when `popNews` has something or `apps` has changed.
    public let news: AsyncStream<Void>

    /// No targets yet. All closures but `stateChanged` are called on the targets' loop.
    ///
    /// - Parameters:
    ///   - texts: those of the text parameters.
    ///   - instance: what tells this daemon from others on its machine for ever, such as the path of its state.
    ///   - adopt: gets each value that a target wants its parameter to have; see `keepForNews`.
    ///   - onMark: gets a parameter's id and a mark when another run of one of its programs is the last successful one; nil: none is. It
    ///     belongs into `BoundParameter.mark` after a restart.
    ///   - onLetGo: gets the ids of a parameter, or of a color's parts, whose targets have the value after the release of a button: no
    ///     longer `BoundParameter.held`.
    ///   - onPresence: gets a fact whose program has come or gone, and whether it is there.
    ///   - onLevels: there are levels for `popLevels`, and there were none.
    public init(
        log: Logger, texts: TargetTexts, instance: String = "",
        adopt: @escaping @Sendable (Targets, Request) -> Void = { $0.keepForNews($1) },
        onMark: @escaping @Sendable (String, String?) -> Void = { _, _ in },
        onLetGo: @escaping @Sendable ([String]) -> Void = { _ in },
        onPresence: @escaping @Sendable (String, Bool) -> Void = { _, _ in },
        stateChanged: @escaping @Sendable () -> Void = {}, onLevels: @escaping @Sendable (Targets) -> Void = { _ in }
    ) {
        self.log = log
        self.texts = texts
        self.instance = instance
        self.onAdopt = adopt
        self.onMark = onMark
        self.onLetGo = onLetGo
        self.onPresence = onPresence
        self.stateChanged = stateChanged
        self.onLevels = onLevels
        (news, wished) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Starts the loop unless it runs. Throws, and changes nothing, if the system has no thread or descriptors for it. Call it before a
    /// configuration that needs the loop is in force.
    public func prepare() throws(ThreadError) {
        try state.withLock { state throws(ThreadError) in
            if state.board == nil, !state.isStopped { try open(&state) }
        }
    }

    /// Applies a configuration. Targets with the same binding go on undisturbed, and so do the connections they share. If there are
    /// targets, or `apps` is wanted, `prepare` must have been called.
    ///
    /// - Parameters:
    ///   - labels: texts that tell labels of parameters.
    ///   - pressed: targets that triggers press, and others that have to be open.
    ///   - levels: targets whose levels meters show.
    public func configure(
        _ bound: [BoundParameter], labels: [BoundParameter] = [], pressed: [TargetSpec] = [], triggers: [Trigger] = [],
        levels: [TargetSpec] = [], wantsApps: Bool = false
    ) {
        let (board, isStart) = state.withLock { state -> (NIOLoopBoundBox<TargetBoard?>?, Bool) in
            defer { state.hasStarted = true }
            state.bound = Set(bound.flatMap { [$0.spec.id] + $0.parts })
            if state.board == nil, wantsApps || !(bound.isEmpty && labels.isEmpty && pressed.isEmpty && levels.isEmpty), !state.isStopped {
                preconditionFailure("targets were configured before their loop was prepared")
            }
            return (state.board, !state.hasStarted)
        }
        // It may need other parameters for the programs that play.
        wished.yield()
        guard let board else { return }
        board.eventLoop.execute { [stateChanged] in
            board.value?.configure(
                bound, labels: labels, pressed: pressed, triggers: triggers, levels: levels, wantsApps: wantsApps, isStart: isStart)
            stateChanged()
        }
    }

    /// Reports the levels of these targets and no others.
    public func follow(_ levels: [TargetSpec]) {
        onLoop { $0.follow(levels) }
    }

    /// The program in front; nil if nobody has said which it is.
    public var inFront: ProgramInFront? { state.withLock { $0.inFront } }

    /// Changes that were passed to `changed` before are still of the former one.
    public func put(inFront program: ProgramInFront?) {
        state.withLock { $0.inFront = program }
        onLoop { [weak self] in $0.follow(inFront: self?.inFront) }
    }

    private func open(_ state: inout State) throws(ThreadError) {
        let thread = try LoopThread("faderd-targets")
        let loop = thread.loop
        state.thread = thread
        let board = NIOLoopBoundBox<TargetBoard?>.makeEmptyBox(valueType: TargetBoard.self, eventLoop: loop)
        loop.execute { [weak self] in board.value = self.map { TargetBoard(loop, for: $0) } }
        state.board = board
    }

    /// Parameters and colors that have targets, and the parts of these colors.
    public var bound: Set<String> { state.withLock { $0.bound } }

    /// Whether a parameter, or the color that it is a part of, is bound.
    public func isBound(_ id: String) -> Bool { state.withLock { $0.bound.contains(id) } }

    /// Notes until when changes of a parameter, or of a color and its parts, count as part of a suspected circle; nil if none is suspected.
    func suspect(_ ids: Set<String>, until end: Moment?) {
        state.withLock { state in for id in ids { state.circles[id] = end } }
    }

    /// Whether a change of a parameter now may be part of a circle.
    public func mayBeCircling(_ id: String) -> Bool {
        state.withLock { $0.circles[id].map { .sinceStart <= $0 } ?? false }
    }

    public var isEmpty: Bool { state.withLock { $0.bound.isEmpty } }

    /// A parameter has a new value, or was set to the value that it had.
    ///
    /// - Parameters:
    ///   - named: of a choice, the number of the text for targets that see it as one, see `ParameterSpec.asText`.
    ///   - ask: the target that asked for it, of this parameter, of another or of its color.
    public func changed(
        _ id: String, to value: Double, named: Double? = nil, by origin: ChangeOrigin, ask: Ask? = nil,
        isHeld: Bool = false, isFade: Bool = false
    ) {
        var change = Change(
            value: value, named: named, ask: ask, isAsked: origin == .text || origin == .api, isOfHand: origin == .touch || origin == .hand,
            isHeld: isHeld, isFade: isFade && ask == nil)
        let board = state.withLock { state -> NIOLoopBoundBox<TargetBoard?>? in
            guard state.bound.contains(id) else { return nil }
            let isFirst = state.changes.isEmpty
            if let earlier = state.changes[id], earlier.value == value { change.isAsked = change.isAsked || earlier.isAsked }
            state.changes.put(change, for: id)
            return isFirst ? state.board : nil
        }
        board?.eventLoop.execute { [self] in
            for (id, change) in state.withLock({ $0.changes.takeAll() }) { board?.value?.changed(id, change) }
        }
    }

    /// Notes that exactly these parameters are held by a hand or a gesture.
    public func touched(_ ids: Set<String>) {
        let board = state.withLock { state -> NIOLoopBoundBox<TargetBoard?>? in
            let ids = ids.intersection(state.bound)
            guard ids != state.touched else { return nil }
            state.touched = ids
            return state.board
        }
        board?.eventLoop.execute { [self] in board?.value?.touched(state.withLock { $0.touched }) }
    }

    func note(_ apps: [SoundProgram]) {
        state.withLock { $0.apps = apps }
        wished.yield()
    }

    /// Programs that play or have just played, in a fixed order, without those of targets in the config. Empty unless wanted.
    public var apps: [SoundProgram] { state.withLock { $0.apps } }

    func adopt(_ request: Request) { onAdopt(self, request) }

    /// Keeps a value that a target wants its parameter to have, for the reader of `news`.
    public func keepForNews(_ request: Request) {
        _ = state.withLock { $0.requests.put(request, for: request.ask.parameter) }
        wished.yield()
    }

    func note(_ supply: Supply) {
        state.withLock { state in
            let earlier = state.supplies[supply.parameter].flatMap { $0.target == supply.target ? $0.options : nil }
            let options = earlier.map { supply.options.following($0) } ?? supply.options
            state.supplies.put(Supply(parameter: supply.parameter, target: supply.target, options: options), for: supply.parameter)
        }
        wished.yield()
    }

    func note(_ look: LookSupply) {
        _ = state.withLock { $0.looks.put(look, for: look.parameter) }
        wished.yield()
    }

    func note(idle: Set<String>) {
        state.withLock { $0.idle = idle }
        stateChanged()
    }

    public func isIdle(_ id: String) -> Bool { state.withLock { $0.idle.contains(id) } }

    /// In the order of the config.
    public func peers() async -> [PeerReport] { await onBoard { $0.peers() } ?? [] }

    /// The peers that are not there, with the parameters that have no effect because of that.
    public func silent() async -> [SilentPeer] { await onBoard { $0.silent() } ?? [] }

    /// Parameters and triggers without effect, because none of their targets is there.
    public func absent() async -> Set<String> { await onBoard { $0.absent } ?? [] }

    /// Nil without targets, or if the loop has ended.
    private func onBoard<Answer: Sendable>(_ ask: @escaping @Sendable (TargetBoard) -> Answer) async -> Answer? {
        guard let board else { return nil }
        return try? await board.eventLoop.submit { board.value.map(ask) }.get()
    }

    func note(isThere: Bool, of id: String) { onPresence(id, isThere) }

    /// Silence is told once and nothing follows it, so it replaces a level that nobody has taken yet.
    func note(_ level: Double, of target: TargetSpec) {
        let isFirst = state.withLock { state in
            let highest = level == -.infinity ? level : max(level, state.levels[target.identity] ?? level)
            defer { state.levels.put(highest, for: target.identity) }
            return state.levels.isEmpty
        }
        if isFirst { onLevels(self) }
    }

    /// The highest levels since the last call, or silence where that came last, in decibels below full scale, by `TargetSpec.identity`.
    public func popLevels() -> [String: Double] {
        Dictionary(uniqueKeysWithValues: state.withLock { $0.levels.takeAll() }.map { ($0.key, $0.value) })
    }

    public func renew() { wished.yield() }

    /// What targets have reported since the last call: options, looks, then the values of `keepForNews`. A value never comes before the
    /// options that it belongs to.
    public func popNews() -> (supplies: [Supply], looks: [LookSupply], requests: [Request]) {
        state.withLock { state in
            (state.supplies.takeAll().map(\.value), state.looks.takeAll().map(\.value), state.requests.takeAll().map(\.value))
        }
    }

    /// All targets in the order of the config, a parameter's leading one first, as the viewer reads numbers; all candidates, and how many
    /// more there are.
    ///
    /// - Parameter looks: also for what no target needs. Peers that list that have a second; what comes later is in the next reports.
    public func reports(
        for viewer: Viewer, looks: Bool = false
    ) async -> (targets: [TargetReport], candidates: [TargetCandidate], more: Int) {
        if looks {
            do throws(ThreadError) { try prepare() } catch { log.warning("what could be bound cannot be listed: \(error)") }
        }
        guard let board else { return ([], [], 0) }
        if looks { await look(on: board) }
        return
            (try? await board.eventLoop.submit {
                (board.value?.reports(for: viewer) ?? [], board.value?.candidates ?? [], board.value?.unlisted ?? 0)
            }.get()) ?? ([], [], 0)
    }

    private func look(on board: NIOLoopBoundBox<TargetBoard?>) async {
        let (done, limit) = (board.eventLoop.makePromise(of: Void.self), Duration.seconds(1))
        board.eventLoop.execute {
            guard let board = board.value else { return done.succeed() }
            board.look()
            board.seen(until: .now() + TimeAmount(limit), done)
        }
        _ = await done.futureResult.isComplete(within: limit + .milliseconds(50))
    }

    /// Returns when no value is on its way to a target, or after `limit`.
    public func arrive(within limit: Duration) async {
        guard let board else { return }
        let done = board.eventLoop.makePromise(of: Void.self)
        board.eventLoop.execute { board.value?.arrive(until: .now() + TimeAmount(limit), done) ?? done.succeed() }
        _ = await done.futureResult.isComplete(within: limit + .milliseconds(50))
    }

    /// Ends all targets, after the values on their way have arrived or after `limit`, even if their event loop is busy.
    public func stop(within limit: Duration) async {
        let (thread, board) = state.withLock { state in
            defer { (state.thread, state.board, state.isStopped) = (nil, nil, true) }
            return (state.thread, state.board)
        }
        wished.finish()
        guard let thread, let board else { return }
        let done = board.eventLoop.makePromise(of: Void.self)
        board.eventLoop.execute { board.value?.finish(until: .now() + TimeAmount(limit), done) ?? done.succeed() }
        guard await done.futureResult.isComplete(within: limit + .milliseconds(50)) else {
            return log.warning("the targets are too busy to end in time: values on their way to them may be lost")
        }
        thread.end()
    }

    var board: NIOLoopBoundBox<TargetBoard?>? { state.withLock { $0.board } }

    func onLoop(_ act: @escaping @Sendable (TargetBoard) -> Void) {
        guard let board else { return }
        board.eventLoop.execute { if let board = board.value { act(board) } }
    }

    /// Nil without targets.
    var loop: (any EventLoop)? { state.withLock { $0.thread?.loop } }
}
