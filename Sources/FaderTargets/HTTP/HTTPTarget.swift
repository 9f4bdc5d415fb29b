internal import FaderValues
internal import NIOCore
internal import NIOHTTP1

/// A value of a device with a web server. Owned by the event loop.
final class HTTPTarget: Target {
    private let spec: HTTPTargetSpec
    private let parameter: ParameterSpec
    private let value: PayloadValue
    /// Written here, read there: mostly the same device.
    private let device: HTTPDevice
    private let source: HTTPDevice?
    private let loop: any EventLoop
    private let poll: LoopTimer
    var onEvent: ((TargetRules.Event) -> Void)?
    /// It has told a value, or, if it is only written, has started.
    private(set) var isThere = false
    private var isLooking = false
    /// What is wrong with the last answer, and with the last write.
    private var strange: String?
    private var lastError: String?
    private var generation = 0
    private(set) var isLoggedByConnection = true

    /// More would be too much for a small processor.
    private static let interval = Duration.milliseconds(100)

    init(_ spec: HTTPTargetSpec, _ bound: BoundParameter, _ connections: HTTPConnections) {
        (self.spec, parameter, loop) = (spec, bound.spec, connections.surroundings.loop)
        value = PayloadValue(spec.form, bound.spec, connections.surroundings.texts)
        device = connections.devices[HTTPDeviceKey(spec.address)]
        source = spec.read.map { connections.devices[HTTPDeviceKey($0)] }
        poll = LoopTimer(connections.surroundings.loop)
    }

    var isRead: Bool { spec.read != nil }

    var traits: TargetRules.Traits {
        var traits = TargetRules.Traits(interval: Self.interval, isReadable: isRead, showsWhatSucceeded: !isRead, keepsMoves: true)
        (traits.halfStep, traits.halfRatio) = value.tolerance
        return traits
    }

    var law: TargetScale.Law { value.law }
    /// Without reading nobody knows whether the device is there.
    var peer: SharedPeer? { source?.shared }

    func start() {
        source?.add(self)
        // Later: the caller is not ready yet.
        loop.assumeIsolated().execute { [weak self] in
            guard let self, onEvent != nil else { return }
            if isRead { return look() }
            isThere = true
            onEvent?(.appeared)
        }
    }

    func stop() {
        generation += 1
        poll.cancel()
        source?.remove(self)
        onEvent = nil
    }

    func look() {
        guard !isLooking, isRead, onEvent != nil else { return }
        isLooking = true
        ask { [weak self] result in
            self?.isLooking = false
            self?.take(result)
        }
    }

    func gone() { leave(isLogged: true) }

    private func leave(isLogged: Bool) {
        poll.cancel()
        guard isThere, isRead else { return }
        (isThere, lastError, isLoggedByConnection) = (false, nil, isLogged)
        generation += 1
        onEvent?(.disappeared)
    }

    private func ask(_ done: @escaping (Result<[UInt8], HTTPFailure>) -> Void) {
        guard let address = spec.read, let source else { return }
        source.ask(HTTPExchange.Request(method: .GET, address: address)) { [weak self, generation] result in
            guard let self else { return }
            guard generation == self.generation else {
                // It has gone meanwhile, and is looked for again.
                isLooking = false
                return
            }
            done(result)
        }
    }

    /// Takes an answer. After an answer without a value, the target is not there.
    private func take(_ result: Result<[UInt8], HTTPFailure>) {
        switch result.map({ value.reading(of: $0) }) {
        case .success(.number(let number)):
            strange = nil
            if !isThere {
                isThere = true
                generation += 1
                onEvent?(.appeared)
                isLoggedByConnection = true
            }
            onEvent?(.reading(number))
        case .success(.nothing(let what)):
            strange = what
            leave(isLogged: false)
        case .success(.refused(let what)):
            strange = "it answers \(what)"
            leave(isLogged: false)
        // The device says so.
        case .failure(.unreached): strange = nil
        case .failure(let failure):
            strange = failure.words
            leave(isLogged: false)
        }
        again()
    }

    private func again() {
        guard isRead, onEvent != nil, source?.problem == nil else { return }
        // One that answers nonsense is asked again, but not often.
        guard let every = spec.every ?? (isThere ? nil : Self.patience) else { return }
        poll.set(in: TimeAmount(every)) { [weak self] in
            guard let self else { return }
            if isThere { onEvent?(.noticed) } else { look() }
            again()
        }
    }

    private static let patience = Duration.seconds(10)

    func read() {
        ask { [weak self] result in
            self?.take(result)
            self?.onEvent?(.readEnded)
        }
    }

    func apply(_ number: Double, to members: Set<UInt32>?) {
        guard let method = spec.method else { preconditionFailure("\(spec.name) is only read") }
        let request = HTTPExchange.Request(method: method == .put ? .PUT : .POST, address: spec.address, body: value.payload(of: number))
        device.ask(request) { [weak self, generation] result in
            guard let self, generation == self.generation else { return }
            switch result {
            case .success: lastError = nil
            case .failure(let failure): lastError = failure.words
            }
            onEvent?(lastError == nil ? .acknowledged : .failed)
        }
    }

    var situation: TargetSituation {
        TargetSituation(matched: isThere ? [spec.name] : [], note: source?.problem ?? strange, lastError: lastError)
    }
}
