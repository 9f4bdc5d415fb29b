internal import FaderJSON
internal import FaderModel
internal import NIOCore

/// A value in OBS. Owned by the event loop.
final class OBSTarget: Target {
    private let spec: OBSTargetSpec
    private let parameter: ParameterSpec
    private let studio: OBSStudio
    private let property: OBSProperty
    private let loop: any EventLoop
    /// The scenes as options; nil if the config has the options.
    private let list: OBSSceneList?
    private var onEvent: ((TargetRules.Event) -> Void)?
    /// Whether OBS has it.
    private var isThere = false
    /// Counts its comings and goings, so that late answers to questions of an earlier one are recognized.
    private var generation = 0
    /// Why OBS does not have it; nil if it has, or that is not known.
    private var missing: String?
    /// What it shows that is no value of the parameter.
    private var strange: String?
    private var lastError: String?
    /// What OBS is to tell, for a write that is done only then, and the end of the wait for that.
    private var awaited: Bool?
    private var wait: Scheduled<Void>?
    private(set) var isToldByConnection = true
    /// Whether the T-bar has switched the scenes, and the hand that moved it has not let go yet or come back: the way back is no transition.
    private var isSpent = false

    /// How long OBS may take to begin or end a recording or stream.
    private static let patience = TimeAmount.seconds(15)

    init(_ spec: OBSTargetSpec, _ studio: OBSStudio, _ bound: Targets.Bound, _ surroundings: TargetSurroundings) {
        (self.spec, self.studio, loop, parameter) = (spec, studio, surroundings.loop, bound.spec)
        property = OBSProperty(spec, bound.spec, surroundings.texts)
        list = spec.suppliesOptions ? OBSSceneList(studio) { surroundings.supply(bound.spec.id, $0) } : nil
    }

    var traits: TargetRules.Traits { property.traits }
    var law: TargetScale.Law { property.law }

    func start(_ onEvent: @escaping (TargetRules.Event) -> Void) {
        self.onEvent = onEvent
        studio.add(self)
    }

    func stop() {
        onEvent = nil
        generation += 1
        wait?.cancel()
        studio.remove(self)
    }

    // MARK: Coming and going

    /// Asks whether OBS has it.
    func look() {
        list?.fetch()
        let generation = generation
        ask(property.reading) { [weak self] result in
            guard let self, self.generation == generation, onEvent != nil else { return }
            switch result {
            case .success(let data) where property.isThere(data): appear(with: data)
            case .success: disappear("the studio mode is off in OBS")
            case .failure(.closed): break
            case .failure(let failure) where failure.code == OBSFailure.missing: disappear(missing ?? property.missing)
            case .failure(let failure) where failure.code == OBSFailure.studioModeOff: disappear("the studio mode is off in OBS")
            case .failure(let failure): disappear(failure.words(of: property.reading.type))
            }
        }
    }

    private func appear(with data: OBSData) {
        guard !isThere else { return }
        isToldByConnection = missing == nil
        (isThere, missing, strange, lastError) = (true, nil, nil, nil)
        generation += 1
        onEvent?(.appeared)
        take(data)
    }

    private func disappear(_ reason: String) {
        missing = reason
        guard isThere else { return }
        isToldByConnection = false
        leave()
        onEvent?(.disappeared)
    }

    private func leave() {
        isThere = false
        generation += 1
        wait?.cancel()
        (wait, awaited, lastError, strange, isSpent) = (nil, nil, nil, nil, false)
    }

    /// OBS is gone. What was sent since it was heard may not have arrived.
    func sessionLost(unheardSince heard: TargetRules.Moment) {
        list?.clear()
        missing = nil
        guard isThere else { return }
        isToldByConnection = true
        leave()
        onEvent?(property.isRepeated ? .lost(unheardSince: heard) : .disappeared)
    }

    /// OBS loads another scene collection, in which everything may be different.
    func collectionChanges() {
        list?.clear()
        if !spec.isOutput { disappear("OBS loads a scene collection") }
    }

    // MARK: Values

    func read() {
        let generation = generation
        ask(property.reading) { [weak self] result in
            guard let self, self.generation == generation else { return }
            switch result {
            case .success(let data): take(data)
            case .failure(let failure) where failure.code == OBSFailure.missing || failure.code == OBSFailure.studioModeOff: return look()
            case .failure(.closed): break
            case .failure(let failure): lastError = failure.words(of: property.reading.type)
            }
            onEvent?(.readEnded)
        }
    }

    private func take(_ data: OBSData) {
        switch property.value(of: data) {
        case .number(let number):
            strange = nil
            onEvent?(.reading(number))
        case .strange(let word): strange = "\"\(word.withoutControls())\" is on, which is no option of \(parameter.id)"
        case nil: break
        }
    }

    func apply(_ number: Double, to members: Set<UInt32>?) {
        if isSpent { return goBack(number) }
        let (generation, request) = (generation, property.writing(number))
        if property.isSlow { wait(forRunning: number >= 0.5) }
        ask(request) { [weak self] result in
            guard let self, self.generation == generation else { return }
            switch result {
            case .success:
                guard !property.isSlow else { return }
                succeed()
                if property.isEnd(number) { spend() }
            case .failure(let failure) where property.isSlow && OBSFailure.running.contains(failure.code ?? 0): succeed()
            case .failure(.closed): break
            case .failure(let failure): fail(failure.words(of: request.type))
            }
        }
    }

    private func succeed() {
        stopWaiting()
        lastError = nil
        onEvent?(.acknowledged)
    }

    /// The T-bar has switched the scenes, and begins anew.
    private func spend() {
        isSpent = true
        onEvent?(.reading(0))
    }

    private func goBack(_ number: Double) {
        isSpent = number > 0
        onEvent?(.acknowledged)
        if isSpent { onEvent?(.reading(0)) }
    }

    func adopted(_ number: Double) { isSpent = false }

    private func fail(_ reason: String) {
        stopWaiting()
        lastError = reason
        onEvent?(.failed)
        // The rules ask only those that can be asked at any time.
        if property.isSlow { read() }
    }

    /// OBS answers before it has begun: an event tells when it has.
    private func wait(forRunning isRunning: Bool) {
        stopWaiting()
        awaited = isRunning
        wait = loop.assumeIsolated().scheduleTask(in: Self.patience) { [weak self] in
            self?.fail("OBS has not \(isRunning ? "begun" : "ended") it")
        }
    }

    private func stopWaiting() {
        wait?.cancel()
        (wait, awaited) = (nil, nil)
    }

    // MARK: Events

    func take(_ event: String, _ data: OBSData) {
        list?.take(event, data)
        switch property.reaction(to: event, data) {
        case .nothing: break
        case .look: look()
        case .renamed(let name):
            disappear("\(property.missing): it is called \"\(name.withoutControls())\" now")
        case .changed: if isThere { onEvent?(.noticed) }
        case .switched: if isThere, !isSpent { onEvent?(.reading(0)) }
        case .running(let isRunning):
            guard isThere else { return }
            guard let awaited else {
                lastError = nil
                return onEvent?(.reading(isRunning ? 1 : 0)) ?? ()
            }
            if awaited == isRunning { succeed() } else if awaited { fail("OBS could not begin it") }
        }
    }

    private func ask(_ request: OBSProperty.Request, _ answer: @escaping OBSSession.Answer) {
        studio.ask(request.type, request.data?.rendered, answer)
    }

    var situation: TargetSituation {
        TargetSituation(matched: isThere ? [spec.name] : [], note: studio.note ?? missing ?? strange, lastError: lastError)
    }
}

extension OBSTargetSpec {
    /// Whether it belongs to no scene collection.
    fileprivate var isOutput: Bool { if case .output = subject { true } else { false } }
}
