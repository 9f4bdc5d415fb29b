internal import FaderValues
internal import Logging
internal import NIOCore

/// The sound server of this user: its things, and the targets on it. Connects for the first target, and again whenever the server comes
/// back. Owned by the event loop.
final class PulseServer {
    typealias Facility = PulseFacility

    enum State: Equatable {
        case closed
        case connecting
        case ready
        case stalled
    }

    static let mostThings = 4096
    /// If more things than this change at once, everything is asked for.
    static let mostChanged = 256
    /// The shortest time between two looks at changes.
    static let pace = TimeAmount.milliseconds(5)
    /// The shortest time between two looks at everything.
    static let widePace = TimeAmount.milliseconds(250)

    let loop: any EventLoop
    let log: Logger
    let path: PulsePath
    var state = State.closed
    var connection: PulseConnection?
    private(set) var isAnswered = false
    var things: [PulseKey: PulseThing] = [:]
    var defaultSink: String?
    var defaultSource: String?
    /// Whether it is PipeWire. There each meter has a connection of its own: of several streams that record over one connection, only the
    /// first one's peaks come at once, the others' up to a second later.
    var isPipeWire = false
    /// In the order of the config.
    var targets: [PulseTarget] = []
    /// Called when another device may be in use, one for each target that chooses devices.
    private var choosers: [() -> Void] = []
    let peer: PeerSession
    private(set) var claimants = Claimants()
    /// Gets the programs that play; nil if nobody wants them.
    var apps: PlayingApps?
    /// Whether somebody wants to see the candidates. Then it connects even without a target.
    var isLookedAt = false { didSet { if isLookedAt != oldValue { connectIfNeeded() } } }
    var streams: [PulseKey: Stream] = [:]
    /// The streams that wait to be judged, in the order in which they began, and when.
    var queue: [(key: PulseKey, due: NIODeadline)] = []
    var waiting: Set<PulseKey> = []
    let judgement: LoopTimer
    /// Judged streams that have gone and that their targets still have.
    var leaving: Set<PulseKey> = []
    var areDevicesChanged = true { didSet { if areDevicesChanged { isRouteChanged = true } } }
    /// Whether another device, or another stream, may be in use.
    var isRouteChanged = true
    var isSettling = false
    var comparisons = 0
    var changed: Set<PulseKey> = []
    /// What has gone since the current look at everything began; nil if none is under way.
    var goneMeanwhile: Set<PulseKey>?
    var isServerChanged = false
    var wantsAll = false
    /// Questions of the current look without an answer.
    var asked = 0
    var lastLook = NIODeadline.uptimeNanoseconds(0)
    let look: LoopTimer
    var wantsPreset = false
    var isPresetting = false
    let focus = PulseFocus()
    lazy var attempts = PulseAttempts(peer, path, loop) { [unowned self] in
        state == .connecting
    } connect: { [unowned self] in
        connect()
    }
    private(set) lazy var meters = PulseMeters(loop) { [unowned self] in
        things[$0]
    } members: { [unowned self] in
        members(of: $0)
    }

    init(_ loop: any EventLoop, _ log: Logger, presenceChanged: @escaping () -> Void = {}) {
        (self.loop, self.log) = (loop, log)
        peer = PeerSession("the sound server", PulseAttempts.backOff, loop, log, changed: presenceChanged)
        (judgement, look) = (LoopTimer(loop), LoopTimer(loop))
        path = PulsePath()
    }

    /// Sets the targets, in the order of the config. `apps` gets the programs that play. Connects for the first target, and closes the
    /// connection when there is none.
    func setOrder(_ targets: [PulseTarget], choosers: [() -> Void] = [], apps: PlayingApps?) {
        (self.targets, self.choosers, self.apps) = (targets, choosers, apps)
        claimants = Claimants(targets)
        if !connectIfNeeded(), state == .ready {
            assignDevices()
            assignStreams()
            followRoutes()
        }
    }

    func follow(_ levels: [TargetSpec], _ report: @escaping (TargetSpec, Double) -> Void) {
        meters.follow(levels, report)
        connectIfNeeded()
    }

    /// Connects, or closes the connection when nobody needs it. Returns whether there was something to do.
    @discardableResult private func connectIfNeeded() -> Bool {
        guard isUsed || isLookedAt else {
            close()
            return true
        }
        guard connection == nil else { return false }
        attempts.begin(isAnswered: isAnswered)
        return true
    }

    private var isUsed: Bool { !targets.isEmpty || !choosers.isEmpty || apps != nil || meters.isWanted }

    /// Other devices or streams may be in use: tells those that choose devices, and the meters.
    func followRoutes() {
        isRouteChanged = false
        for update in choosers { update() }
        meters.update(on: state == .ready ? connection : nil, by: isPipeWire ? path.servers : nil)
    }

    func close() {
        attempts.end()
        look.cancel()
        let connection = connection
        self.connection = nil
        connection?.close("closed")
        forget("closed", isClosing: true)
    }

    /// Opens a connection, unless there is one.
    private func connect() {
        guard connection == nil, state != .connecting else { return }
        guard let servers = path.servers else { return forget(PulsePath.missing) }
        state = .connecting
        isAnswered = false
        attempts.generation += 1
        let number = attempts.generation
        let callbacks = PulseConnection.Callbacks(
            ready: { [weak self] in self?.introduce() },
            event: { [weak self] in self?.note(event: $0, index: $1) },
            stalled: { [weak self] in self?.stalled($0) },
            closed: { [weak self] reason in
                guard let self, attempts.generation == number, connection != nil else { return }
                lost(reason)
            })
        PulseConnection.open(servers, on: loop, callbacks: callbacks) { [weak self] result in
            guard let self, attempts.generation == number, attempts.isOn else {
                if case .success(let connection) = result { connection.close("not wanted") }
                return
            }
            switch result {
            case .success(let connection): self.connection = connection
            case .failure(let error):
                // There is no retry, because nothing will change by itself. A reload tries again.
                attempts.end()
                forget(error.description)
            }
        }
    }

    private func introduce() {
        state = .connecting
        ask(.subscription)
        lookAtAll()
    }

    /// `done` is called unless faderd has closed the connection meanwhile.
    func ask(
        _ question: PulseQuestion, receive: @escaping (PulseThing) -> Void = { _ in }, done: @escaping PulseConnection.Done = { _ in }
    ) {
        guard let connection else { return done(.closed) }
        connection.ask(question, receive: receive) { [weak self, weak connection] failure in
            if let self, self.connection === connection { done(failure) }
        }
    }

    private func lost(_ reason: String) {
        isAnswered = connection?.isAnswered ?? false
        connection = nil
        forget(isAnswered ? "the connection has ended (\(reason))" : "there is no sound server at \(path.name) (\(reason))")
        if attempts.isOn { attempts.begin(isAnswered: isAnswered) }
    }

    var shared: SharedPeer { SharedPeer(name: "sound server", goneSince: peer.goneSince, note: note) }

    var note: String? {
        switch state {
        case .closed: peer.problem ?? "not connected yet"
        case .connecting: "connecting to the sound server"
        case .stalled: "the sound server does not answer"
        case .ready: nil
        }
    }

    /// `isClosing`: faderd closes the connection itself, so nothing is logged.
    private func forget(_ reason: String, isClosing: Bool = false) {
        look.cancel()
        (things, changed, goneMeanwhile, asked, wantsAll, isServerChanged) = ([:], [], nil, 0, false, false)
        (defaultSink, defaultSource, areDevicesChanged) = (nil, nil, true)
        state = .closed
        lose(reason, isMissed: !isClosing && isUsed)
        judgement.cancel()
        (streams, queue, waiting, leaving) = ([:], [], [], [])
        focus.forgetAll()
        letGo()
    }

    /// Takes all members from the targets, until the server is looked at again.
    private func letGo() {
        streams = streams.mapValues { Stream(identity: $0.identity, volume: nil, mute: nil) }
        for target in targets { target.release() }
        followRoutes()
        apps?.replace([:])
    }

    private func lose(_ reason: String, isMissed: Bool) {
        guard isMissed else {
            peer.disconnected()
            return peer.note(reason)
        }
        peer.lost(reason, "sound server: \(reason)")
    }

    private func stalled(_ isStalled: Bool) {
        if isStalled {
            state = .stalled
            lose("it does not answer", isMissed: true)
            letGo()
        } else {
            // Everything from before the stall is out of date.
            state = .connecting
            // The answers of a look that is under way are from before the stall, so another look follows.
            (wantsAll, areDevicesChanged) = (true, true)
            lookAtAll()
        }
    }
}
