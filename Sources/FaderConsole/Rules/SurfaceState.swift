internal import FaderValues

/// A surface as the console stores it.
struct SurfaceState {
    let index: SurfaceIndex
    let device: any SurfaceProtocol
    /// The device if its protocol is the plain one: calls to it are direct.
    let plain: PlainProtocol?
    /// See `SurfaceProtocol.sendsAsIs`. False where motors have a `motor-time` or can be switched off.
    let sendsAsIs: Bool
    let panel: Panel?
    /// Its link is slow, so the panel has to know of every message.
    let isPaced: Bool
    var reader = SystemExclusiveReader()
    let controls: Range<ControlIndex>
    /// The toggle without which no motor of it moves; nil: they always may.
    let motorSwitch: ParameterIndex?
    var connections = Connections()
    /// It could be heard before, and now it can only be sent to.
    var isUnheard = false
    var isReady = false
    /// What the device should report, and what it last reported since it was connected.
    let identity: DeviceIdentity?
    var answered: DeviceIdentity?
    /// How many of these were sent, and when the next one is tried again.
    private let begin: [DeviceMessage]
    private var begun = 0
    private(set) var beginsAt = MonotonicTime.never
    /// How many bytes per second the link carries; nil for no limit.
    private let pacing: Int?
    /// How many of these were sent, and until when to wait for room; `.never` before that.
    private let end: [DeviceMessage]
    private var ended = 0
    private var leavesUntil = MonotonicTime.never
    /// How often everything is sent again; nil: never.
    private let refresh: MonotonicTime.Interval?
    /// When everything is sent again; `.never` while it is not there.
    private(set) var refreshesAt = MonotonicTime.never
    /// Waiting feedback is not sent to it before then.
    var pausesUntil = MonotonicTime.zero
    var retryPause = RetryPause()
    var echoes = 0
    var toldEchoing = false
    var toldBeside = false
    var toldFailing = false
    var toldNonsense = false
    var toldRefusal = false
    /// An earlier configuration talked with its device, and the protocol cannot continue that conversation.
    private(set) var isStranger = false

    init(_ surface: SurfaceSpec, _ index: SurfaceIndex, device: any SurfaceProtocol, controls: Range<ControlIndex>) {
        self.index = index
        self.device = device
        self.controls = controls
        plain = device as? PlainProtocol
        let hasMessages = surface.controls.contains { $0.lamp?.messages.isEmpty == false }
        sendsAsIs =
            device.sendsAsIs && !surface.controls.contains { $0.motor?.namesHalves == true } && !hasMessages
            && !surface.hasMotorManners
        motorSwitch = surface.motorSwitch
        refresh = surface.refresh.map { MonotonicTime.Interval($0) }
        panel = Panel(surface.panel, pacesLamps: hasMessages)
        isPaced = panel?.isPaced ?? false
        identity = surface.identity
        begin = (surface.identity == nil ? [] : [.exclusive(DeviceIdentity.request)]) + surface.begin
        pacing = surface.panel.pacing
        end = surface.end
    }

    var isListening: Bool { isReady && connections.outputs > 0 }

    var deadline: MonotonicTime {
        // Not in one call: `min` of four values allocates.
        let deadline = min(min(reader.deadline, device.deadline, beginsAt), refreshesAt)
        return panel.map { min(deadline, $0.deadline) } ?? deadline
    }

    mutating func waitForRefresh(at now: MonotonicTime) { refreshesAt = refresh.map { now + $0 } ?? .never }

    mutating func stopRefreshing() { refreshesAt = .never }

    mutating func forgetDevice() {
        echoes = 0
        (toldEchoing, toldBeside, toldFailing, toldNonsense, toldRefusal) = (false, false, false, false, false)
        answered = nil
        (pausesUntil, retryPause) = (.zero, RetryPause())
    }

    /// Continues the conversation if its protocol can. Whether the device is ready is up to the caller.
    mutating func adopt(_ old: SurfaceState, at now: MonotonicTime) {
        connections = old.connections
        isUnheard = old.isUnheard
        echoes = old.echoes
        (toldEchoing, toldBeside) = (old.toldEchoing, old.toldBeside)
        (toldNonsense, toldRefusal) = (old.toldNonsense, old.toldRefusal)
        reader = old.reader
        pausesUntil = old.pausesUntil
        if connections.outputs > 0 {
            waitForRefresh(at: now)
            // However often the configuration is replaced, it comes.
            if refresh != nil { refreshesAt = min(refreshesAt, old.refreshesAt) }
        }
        let isSame = identity == old.identity && begin == old.begin && old.beginsAt == .never
        answered = isSame ? old.answered : nil
        isStranger = !isSame || !device.adopt(old.device)
        guard let panel = old.panel else { return }
        if isStranger { self.panel?.adoptMeters(of: panel) } else { self.panel?.adopt(panel, at: now) }
    }
}

extension SurfaceState {
    /// How long a device that accepts nothing can delay the end.
    private static let timeout = MonotonicTime.Interval.milliseconds(300)

    /// From then on, nothing but the last messages is sent.
    var isLeaving: Bool { leavesUntil != .never }

    /// Returns false if not all can be sent now.
    mutating func begin(in act: Act) -> Bool {
        begun = 0
        return goOnBeginning(in: act)
    }

    mutating func goOnBeginning(in act: Act) -> Bool {
        beginsAt = .never
        while begun < begin.count {
            let result = begin[begun].send(to: index, act.port)
            if result == .busy || result == .wouldBlock {
                beginsAt = retryPause.next(after: act.now)
                return false
            }
            begun += 1
            retryPause.end()
            if let pacing {
                let bytes = begin[begun - 1].byteCount
                panel?.carry(bytes, at: act.now)
                guard begun < begin.count else { break }
                beginsAt = act.now + MonotonicTime.Interval(nanoseconds: UInt64(bytes * 1_000_000_000 / pacing))
                return false
            }
        }
        return true
    }

    mutating func stopBeginning() { beginsAt = .never }

    /// Returns false if not all of the last messages can be sent now: then call it again.
    mutating func leave(in act: Act) -> Bool {
        guard connections.outputs > 0, ended < end.count else { return true }
        if !isLeaving {
            // A device that has not answered was not put into any mode.
            guard isReady || begun > 0 else { return true }
            leavesUntil = act.now + Self.timeout
            (isReady, beginsAt) = (false, .never)
        }
        while ended < end.count {
            let result = end[ended].send(to: index, act.port)
            if result == .busy || result == .wouldBlock { return act.now >= leavesUntil }
            ended += 1
        }
        return true
    }
}

extension DeviceMessage {
    func send(to surface: SurfaceIndex, _ port: any MIDIPort) -> SendResult {
        switch self {
        case .message(let message): port.sendWhole(message, to: surface)
        case .exclusive(let bytes): port.send(bytes.span, to: surface)
        }
    }
}

extension SurfaceState: RowElement { typealias Index = SurfaceIndex }
