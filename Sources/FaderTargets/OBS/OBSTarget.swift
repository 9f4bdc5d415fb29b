internal import FaderJSON
internal import FaderValues
internal import NIOCore

/// A value in OBS. Owned by the event loop.
final class OBSTarget: Target {
    private let spec: OBSTargetSpec
    private let parameter: ParameterSpec
    private let studio: OBSStudio
    private var property: any OBSProperty
    /// Nil if the config has the options, or they are always the same.
    private let list: OBSSceneList?
    /// Supplies the options; nil if the config has them.
    private let supply: ((SuppliedOptions) -> Void)?
    private let supplyLook: (SuppliedLook) -> Void
    var onEvent: ((TargetRules.Event) -> Void)?
    private(set) var isThere = false
    /// OBS is being asked for it; something has happened since.
    private var (isLooking, isOutdated) = (false, false)
    private var session = 0
    private var renamed: String?
    private var generation = 0
    private var missing: String?
    /// About a value that the parameter does not have.
    private var strange: String?
    private var lastError: String?
    /// What an event has to report before a write is done; timers for that wait and for the reading afterwards.
    private var awaited: Bool?
    private let wait, confirmation: LoopTimer
    private(set) var isLoggedByConnection = true
    /// Where the T-bar is; nil if the target is something else.
    private var bar: OBSTBarTravel?

    /// The scene to put into the preview after the transition, and whether the rules wait for that.
    private var owed: (number: Double, isAwaited: Bool)?
    private var lastPreview: (number: Double, at: NIODeadline)?
    /// Writes within this time belong together.
    private static let act = TimeAmount.milliseconds(250)

    /// How long OBS may take to begin or end a recording or stream.
    private static let patience = TimeAmount.seconds(15)
    private static let (calm, slowCalm) = (TimeAmount.milliseconds(50), TimeAmount.seconds(1))

    init(_ spec: OBSTargetSpec, _ studio: OBSStudio, _ bound: BoundParameter, _ surroundings: TargetSurroundings) {
        (self.spec, self.studio, parameter) = (spec, studio, bound.spec)
        (wait, confirmation) = (LoopTimer(surroundings.loop), LoopTimer(surroundings.loop))
        property = spec.property(bound.spec, surroundings.texts)
        if case .tBar = spec.subject { bar = OBSTBarTravel() }
        supplyLook = { surroundings.supplyLook(bound.spec.id, $0) }
        supply = spec.suppliesOptions ? { surroundings.supply(bound.spec.id, $0) } : nil
        let isOfTransitions = spec.subject == .transition(.name)
        list = property.fixedOptions.isEmpty ? supply.map { OBSSceneList(studio, isOfTransitions: isOfTransitions, supply: $0) } : nil
    }

    var traits: TargetRules.Traits { property.traits }
    var law: TargetScale.Law { property.law }
    var peer: SharedPeer? { studio.shared }
    var events: OBSMessage.Events { property.events }

    var subject: OBSTargetSpec.Subject { spec.subject }
    var parameterID: String { parameter.id }

    func start() { studio.add(self) }

    func stop() {
        generation += 1
        wait.cancel()
        confirmation.cancel()
        studio.remove(self)
    }

    // MARK: Coming and going

    /// Events come in any order, so one may be out of date.
    func look() {
        list?.fetch()
        guard !isLooking else { return isOutdated = true }
        (isLooking, isOutdated) = (true, false)
        let session = session
        property.forget()
        fetch { [weak self] result in
            guard let self, self.session == session, onEvent != nil else { return }
            isLooking = false
            if isOutdated { return look() }
            switch result {
            case .success(let data):
                if let reason = property.absence(data) { disappear(reason) } else { appear(with: data) }
            case .failure(.closed): break
            case .failure(let failure):
                guard failure.code == OBSFailure.missing else {
                    return disappear(property.absence(failure) ?? failure.words(of: property.reading.type))
                }
                disappear(renamed ?? property.missing)
                if renamed == nil { tell(property.lists[...]) { [weak self] in self?.missing = $0 } }
            }
        }
    }

    private func fetch(_ answer: @escaping OBSSession.Answer) {
        ask(property.reading) { [weak self] result in
            guard let self, case .success(let data) = result, let next = property.next(after: data) else { return answer(result) }
            ask(next, answer)
        }
    }

    /// What OBS has instead of what is missing. `done` gets a sentence, unless something has happened since.
    private func tell(_ lists: ArraySlice<OBSList>, _ done: @escaping (String) -> Void) {
        guard let list = lists.first else { return }
        let (session, generation, reason) = (session, generation, missing)
        ask(list.request) { [weak self] result in
            guard let self, self.session == session, self.generation == generation, missing == reason else { return }
            guard case .success(let data) = result else { return tell(lists.dropFirst(), done) }
            let names = data.list(list.items).compactMap { OBSData($0).text(list.name) }
            done(list.missing + (names.isEmpty ? "" : ": there is \(OBSWords.list(names))"))
        }
    }

    private func appear(with data: OBSData) {
        if !isThere {
            isLoggedByConnection = missing == nil
            (isThere, missing, strange, lastError, renamed) = (true, nil, nil, nil, nil)
            generation += 1
            // A volume is called as its input; a mute beside it is not.
            if case .input(let name, .volume) = spec.subject { supplyLook(SuppliedLook(label: name)) }
            if !property.fixedOptions.isEmpty { supply?(SuppliedOptions(property.fixedOptions)) }
            onEvent?(.appeared)
        }
        report(data)
    }

    private func disappear(_ reason: String) {
        missing = reason
        guard isThere else { return }
        isLoggedByConnection = false
        leave()
        onEvent?(.disappeared)
    }

    private func leave() {
        isThere = false
        generation += 1
        confirmation.cancel()
        stopWaiting()
        (lastError, strange) = (nil, nil)
        if bar != nil { bar = OBSTBarTravel() }
        (owed, lastPreview) = (nil, nil)
        if !property.fixedOptions.isEmpty { supply?(SuppliedOptions()) }
    }

    /// Requests since its last message may not have arrived.
    func sessionLost(unheardSince heard: Moment) {
        list?.clear()
        session += 1
        (isLooking, missing, renamed) = (false, nil, nil)
        guard isThere else { return }
        isLoggedByConnection = true
        leave()
        onEvent?(property.isRepeated ? .lost(unheardSince: heard) : .disappeared)
    }

    // MARK: Values

    func read() {
        let generation = generation
        fetch { [weak self] result in
            guard let self, self.generation == generation else { return }
            switch result {
            case .success(let data): report(data)
            case .failure(let failure) where property.absence(failure) != nil: look()
            case .failure(.closed): break
            case .failure(let failure): lastError = failure.words(of: property.reading.type)
            }
            onEvent?(.readEnded)
        }
    }

    private func report(_ data: OBSData) {
        if owed != nil { return }
        switch property.value(of: data) {
        case .number(let number):
            strange = nil
            onEvent?(.reading(bar?.rest ?? number))
        case .strange(let word): strange = "\"\(OBSWords.shown(word))\" is on, which is not an option of \(parameter.id)"
        case .untold(let sentence): strange = sentence
        case nil: break
        }
    }

    func apply(_ number: Double, to members: Set<UInt32>?) {
        if bar != nil {
            guard let position = bar?.position(at: number) else { return onEvent?(.acknowledged) ?? () }
            return write(position)
        }
        if property.side == .program { studio.willSwitch() }
        if property.side == .preview, studio.transition.isOn { return writeAfterwards(number, isAwaited: true) }
        write(number)
    }

    private func write(_ number: Double) {
        let (generation, request) = (generation, property.writing(number))
        if property.isSlow { wait(forRunning: number >= 0.5) }
        ask(request) { [weak self] result in
            guard let self, self.generation == generation else { return }
            switch result {
            case .success:
                guard !property.isSlow else { return }
                succeed()
            case .failure(let failure) where property.slowCodes?.contains(failure.code ?? 0) ?? false: succeed()
            case .failure(.closed): break
            case .failure(let failure):
                let words = failure.words(of: request.type)
                fail(words)
                guard failure.code == OBSFailure.missing else { return }
                tell(property.lists[...]) { [weak self] in if self?.lastError == words { self?.lastError = "\(words); \($0)" } }
            }
        }
    }

    // MARK: The preview

    /// The end of a transition removes a chosen scene from the preview, even one that is there: it is written again.
    func chosen(_ number: Double) {
        guard property.side == .preview, isThere else { return }
        lastPreview = (number, .now())
        if studio.transition.isOn { writeAfterwards(number, isAwaited: false) }
    }

    /// A scene becomes the program. One that was put into the preview just before is written again afterwards: the end of the transition
    /// would remove it.
    func willSwitch() {
        guard property.side == .preview, isThere, owed == nil, let (number, at) = lastPreview, .now() - at < Self.act else { return }
        writeAfterwards(number, isAwaited: false)
    }

    /// Writes when the transition has ended; until then reports about the preview are ignored.
    ///
    /// - Parameter isAwaited: whether the rules wait for the write. If not, it repeats an earlier one.
    private func writeAfterwards(_ number: Double, isAwaited: Bool) {
        let (isFirst, wasAwaited) = (owed == nil, owed?.isAwaited ?? false)
        owed = (number, isAwaited || wasAwaited)
        guard isFirst else { return }
        studio.transition.afterwards { [weak self, generation] in
            guard let self, self.generation == generation, let (number, isAwaited) = owed else { return }
            owed = nil
            if isAwaited { return write(number) }
            ask(property.writing(number)) { [weak self] _ in
                if let self, self.generation == generation { onEvent?(.noticed) }
            }
        }
    }

    private func succeed() {
        stopWaiting()
        lastError = nil
        onEvent?(.acknowledged)
        if property.isSlow { confirm() }
    }

    private func fail(_ reason: String) {
        stopWaiting()
        lastError = reason
        onEvent?(.failed)
        // The rules do not read this kind.
        if property.isSlow { read() }
    }

    /// OBS answers before it has begun or ended; an event reports when it has.
    private func wait(forRunning isRunning: Bool) {
        stopWaiting()
        awaited = isRunning
        wait.set(in: Self.patience) { [weak self] in
            self?.fail("OBS has not \(isRunning ? "begun" : "ended") it")
        }
    }

    private func stopWaiting() {
        wait.cancel()
        awaited = nil
    }

    // MARK: Events

    func handle(_ event: String, _ data: OBSData) {
        list?.handle(event, data)
        switch property.reaction(to: event, data) {
        case .nothing: break
        case .look: look()
        case .renamed(let name):
            renamed = "\(property.missing): it is called \"\(OBSWords.shown(name))\" now"
            look()
        case .moved(let sentence):
            renamed = sentence
            look()
        case .gone(let reason): disappear(reason)
        case .changed:
            guard isThere, owed == nil else { return }
            if case .number(let number) = property.value(of: data) { onEvent?(.told(number)) } else { onEvent?(.noticed) }
            confirm()
        case .switched: if isThere, bar?.ended() ?? false, let bar { onEvent?(.reading(bar.rest)) }
        case .running(let isRunning):
            guard isThere else { return }
            guard let awaited else {
                lastError = nil
                onEvent?(.reading(isRunning ? 1 : 0))
                return confirm()
            }
            if awaited == isRunning { succeed() } else if awaited { fail("OBS could not begin it") }
        }
    }

    /// Reads again after a pause. OBS reports a volume before it has it (OBS, libobs/obs-source.c, `obs_source_set_volume`), and quick
    /// events may arrive in the wrong order.
    private func confirm() {
        confirmation.set(in: property.isSlow ? Self.slowCalm : Self.calm) { [weak self] in
            guard let self, isThere else { return }
            if property.isSlow { read() } else { onEvent?(.noticed) }
        }
    }

    private func ask(_ request: OBSRequest, _ answer: @escaping OBSSession.Answer) {
        studio.ask(request.type, request.data?.rendered, answer)
    }

    var situation: TargetSituation {
        TargetSituation(matched: isThere ? [spec.name] : [], note: studio.note ?? missing ?? strange ?? list?.note, lastError: lastError)
    }
}
