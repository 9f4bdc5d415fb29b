internal import FaderValues
internal import NIOCore

/// Which device the sound server uses by default, or a program plays on or records from. Owned by the event loop.
final class PulseDeviceTarget: Target {
    private let spec: PulseTargetSpec
    private let parameter: ParameterSpec
    private unowned let server: PulseServer
    private let surroundings: TargetSurroundings
    /// Nil for a default device.
    private let pattern: StreamMatcher?
    /// One for each option; none if the server supplies the options.
    private let words: [String]
    var onEvent: ((TargetRules.Event) -> Void)?
    private var shown: String?
    private var options: SuppliedOptions?
    private var lastError: String?
    /// Was asked for and is not in use yet. PipeWire answers before it has done it.
    private var awaited: String?
    private let wait: LoopTimer
    private var generation = 0

    private static let patience = TimeAmount.seconds(2)

    init(_ spec: PulseTargetSpec, _ bound: BoundParameter, _ server: PulseServer, _ surroundings: TargetSurroundings) {
        (self.spec, parameter, self.server, self.surroundings) = (spec, bound.spec, server, surroundings)
        wait = LoopTimer(surroundings.loop)
        pattern = if case .app(let pattern) = spec.selection { StreamMatcher(pattern) } else { nil }
        words = spec.suppliesOptions ? [] : spec.words.isEmpty ? bound.spec.kind.options?.map(\.label) ?? [] : spec.words
    }

    /// A stream that begins plays where the server lets it: nobody has chosen that here.
    var traits: TargetRules.Traits { TargetRules.Traits(halfStep: 0.25, isReadable: false, isLinear: false) }
    var law: TargetScale.Law { .value }
    var isLoggedByConnection: Bool { server.state != .ready }
    var peer: SharedPeer? { server.shared }

    /// The server tells it what there is once the order of the targets is set.
    func start() {}

    func stop() {
        generation += 1
        wait.cancel()
    }

    private var facility: PulseFacility {
        switch spec.selection {
        case .defaultSource, .source: .source
        case .defaultSink, .sink, .rest, .program, .focused: .sink
        case .app: spec.isCapture ? .source : .sink
        }
    }

    /// The streams of its program that have been judged, the oldest first.
    private var streams: [PulseThing] {
        guard let pattern else { return [] }
        let facility: PulseFacility = spec.isCapture ? .sourceOutput : .sinkInput
        let keys = server.streams.filter { $0.key.facility == facility && $0.value.identity.match(pattern) != nil }.keys
        return keys.compactMap { server.things[$0] }.sorted { $0.index < $1.index }
    }

    private var device: PulseThing? {
        switch spec.selection {
        case .defaultSink: server.devices(.sink).first { $0.name == server.defaultSink }
        case .defaultSource: server.devices(.source).first { $0.name == server.defaultSource }
        case .app: streams.first.flatMap { server.things[PulseKey(facility: facility, index: $0.device)] }
        case .sink, .source, .rest, .program, .focused: nil
        }
    }

    /// The server, or what it has, may be another one.
    func update() {
        guard onEvent != nil else { return }
        let isReady = server.state == .ready
        supply(isReady ? server.devices(facility).map(server.option) : [])
        let now = isReady ? device.map(server.option) : nil
        guard now != shown else { return }
        let wasThere = shown != nil
        shown = now
        if wasThere != (now != nil) {
            generation += 1
            (lastError, awaited) = (nil, nil)
            wait.cancel()
            onEvent?(now == nil ? .disappeared : .appeared)
        }
        if now != nil, now == awaited { finish(nil) }
        report()
    }

    private func finish(_ failure: String?) {
        wait.cancel()
        (awaited, lastError) = (nil, failure)
        onEvent?(failure == nil ? .acknowledged : .failed)
    }

    private func supply(_ names: [String]) {
        guard spec.suppliesOptions else { return }
        let options = SuppliedOptions(names)
        guard options != self.options else { return }
        self.options = options
        surroundings.supply(parameter.id, options)
    }

    private func report() { if let number = shown.flatMap(number) { onEvent?(.reading(number)) } }

    private func number(of name: String) -> Double? {
        if spec.suppliesOptions { return SuppliedOptions.fits(name) ? surroundings.texts.number(name) : nil }
        return words.firstIndex { server.isDevice(name, called: $0, facility) }.map { Double($0) }
    }

    func read() {
        report()
        onEvent?(.readEnded)
    }

    func apply(_ number: Double, to members: Set<UInt32>?) {
        let name = spec.suppliesOptions ? surroundings.texts.text(number) : words[min(max(Int(number), 0), words.count - 1)]
        guard let device = server.devices(facility).first(where: { server.isDevice(server.option(of: $0), called: name, facility) }) else {
            lastError = "there is no \(facility == .sink ? "sink" : "source") \"\(name)\""
            return onEvent?(.failed) ?? ()
        }
        let questions = pattern == nil ? [PulseQuestion.choose(facility, device.name)] : streams.map { .move($0.key, to: device.index) }
        // All its streams are about to end, so no answer will come.
        guard !questions.isEmpty else { return onEvent?(.acknowledged) ?? () }
        awaited = server.option(of: device)
        var (left, failure) = (questions.count, PulseFailure?.none)
        for question in questions {
            server.ask(
                question,
                done: { [weak self, generation] refusal in
                    // A missing stream has ended meanwhile.
                    if let refusal, refusal != .missing { failure = refusal }
                    left -= 1
                    guard left == 0, let self, generation == self.generation, awaited != nil else { return }
                    if let failure { return finish("\(failure)") }
                    guard shown != awaited else { return finish(nil) }
                    wait.set(in: Self.patience) { [weak self] in
                        self?.finish("the sound server has not done it")
                        self?.report()
                    }
                })
        }
    }

    var situation: TargetSituation {
        TargetSituation(
            matched: shown.map { [$0] } ?? [], note: server.note ?? strange ?? (shown == nil ? missing : nil), lastError: lastError)
    }

    private var strange: String? {
        guard let shown, number(of: shown) == nil else { return nil }
        return "\"\(shown)\" is in use, which is not an option of \(parameter.id)"
    }

    private var missing: String { pattern == nil ? "the sound server names no default device" : "no stream of it plays" }
}

extension PulseServer {
    /// The devices that can be chosen, the oldest first: no monitors of sinks.
    func devices(_ facility: PulseFacility) -> [PulseThing] {
        things.values.filter { $0.facility == facility && !$0.isMonitor }.sorted { $0.index < $1.index }
    }

    /// What a choice calls a device: as people know it, unless another one is called the same.
    func option(of device: PulseThing) -> String {
        guard let text = device.description, !text.isEmpty, SuppliedOptions.fits(text) else { return device.name }
        return devices(device.facility).contains { $0.index != device.index && $0.description == text } ? device.name : text
    }

    /// A word of the config means what a choice calls a device, or is a glob of that or of its name.
    func isDevice(_ option: String, called word: String, _ facility: PulseFacility) -> Bool {
        guard option != word else { return true }
        return ClientGlob.fits(option, word)
            || devices(facility).contains { self.option(of: $0) == option && ClientGlob.fits($0.name, word) }
    }
}
