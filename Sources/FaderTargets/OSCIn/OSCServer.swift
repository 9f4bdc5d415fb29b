public import FaderSystem
public import FaderValues
public import Logging
internal import NIOCore
internal import Synchronization

/// The part of the daemon that OSC in calls.
@Owner
public protocol OSCService: AnyObject, Sendable {
    /// Carries out requests, in order. Returns when their effects are on their way.
    func perform(_ requests: [OSCRequest]) async
    /// Notes whether there are receivers. If so, the daemon reports everything once, and from then on changes.
    func listened(_ isListenedTo: Bool)
}

/// OSC in: programs ask for changes over UDP, and are sent changes. It runs on the event loop of the targets. Safe to use from anywhere.
public final class OSCServer: Sendable {
    /// The number that stands for −∞.
    public static let silence = OSCValue.silence

    private struct State {
        var listener: NIOLoopBoundBox<OSCListener?>?
        var report = OSCInReport()
    }

    private let targets: Targets
    private let log: Logger
    private let state = Mutex(State())

    public init(on targets: Targets, log: Logger) { (self.targets, self.log) = (targets, log) }

    /// Applies another configuration; nil for no OSC in. Before one with OSC in, call `prepare` of the targets.
    public func configure(_ spec: OSCInSpec?, for service: any OSCService) {
        // After the end the targets have no loop.
        guard spec != nil || state.withLock({ $0.listener != nil }), let loop = targets.loop else { return }
        let listener = state.withLock { state in
            let listener = state.listener ?? NIOLoopBoundBox<OSCListener?>.makeEmptyBox(valueType: OSCListener.self, eventLoop: loop)
            state.listener = listener
            return listener
        }
        loop.execute { [weak self, weak service, log] in
            let callbacks = OSCListener.Callbacks(
                requests: { requests in
                    Owner.start { [weak self, weak service] in
                        await service?.perform(requests)
                        self?.delivered()
                    }
                },
                isListenedTo: { isListenedTo in Owner.submit { [weak service] in service?.listened(isListenedTo) } },
                report: { change in self?.state.withLock { change(&$0.report) } })
            if listener.value == nil { listener.value = OSCListener(loop, log, callbacks) }
            listener.value?.configure(spec)
        }
    }

    /// Returns when it listens as last configured, or has failed to. Do not call it after `stop`.
    public func opened() async {
        guard let listener = state.withLock({ $0.listener }) else { return }
        await withCheckedContinuation { opened in
            listener.eventLoop.execute {
                if let listener = listener.value { listener.whenOpened { opened.resume() } } else { opened.resume() }
            }
        }
    }

    private func delivered() {
        guard let listener = state.withLock({ $0.listener }) else { return }
        listener.eventLoop.execute { listener.value?.delivered() }
    }

    /// Ends OSC in. Call it before the targets end.
    public func stop() {
        let listener = state.withLock { state in
            defer { state.listener = nil }
            return state.listener
        }
        listener?.eventLoop.execute {
            listener?.value?.close()
            listener?.value = nil
        }
    }

    /// Sends news to the receivers. `update` is called on the event loop of the targets.
    public func tell(_ update: @escaping @Sendable () -> OSCUpdate) {
        guard let listener = state.withLock({ $0.listener }) else { return }
        listener.eventLoop.execute { listener.value?.receive(update()) }
    }

    public func note(failure: String, of request: OSCRequest) {
        state.withLock { state in
            state.report.failed += 1
            state.report.lastFailure = "\(request.sender): \(failure)"
        }
    }

    public var report: OSCInReport { state.withLock { $0.report } }
}
