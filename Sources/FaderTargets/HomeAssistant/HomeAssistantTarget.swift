internal import FaderValues
internal import NIOCore

/// An attribute of an entity of Home Assistant. Owned by the event loop.
///
/// What faderd has set may be reported late, in steps, or rounded. The context of a state says what caused it: what comes from faderd's own
/// calls counts only when it is what was asked for, or nothing more has come for a while; what somebody else does counts at once.
final class HomeAssistantTarget: Target {
    private let spec: HomeAssistantTargetSpec
    private let property: HomeAssistantProperty
    private let house: HomeAssistantHouse
    private let parameter: ParameterSpec
    private let surroundings: TargetSurroundings
    /// One for each option; none if Home Assistant supplies them.
    private let words: [String]
    let traits: TargetRules.Traits
    var onEvent: ((TargetRules.Event) -> Void)?
    private var entity: HomeAssistantEntity?
    private var isThere = false
    /// The last number that was reported; nil if the parameter has none for what is shown.
    private var shown: Double?
    /// What was set last, and the entity's context before; nil once something else has counted.
    private var asked: (number: Double, before: String)?
    /// Whether Home Assistant has not shown the written value yet.
    private var isUnderway = false
    /// The contexts of faderd's own calls, the newest last.
    private var own: [String] = []
    private let settling: LoopTimer
    private var label: String?
    private var options: SuppliedOptions?
    /// What the parameter has no value for, or why it is not there.
    private var remark: String?
    private var lastError: String?
    private var generation = 0
    private(set) var isLoggedByConnection = true

    /// The calls of one drag whose reports are late.
    private static let mostOwn = 16
    /// How long nothing may come of a call before what is shown counts.
    private static let patience = TimeAmount.seconds(3)
    /// How long that takes after a report on the way, and while a cover moves, which may report only its end.
    private static let (calm, journey) = (TimeAmount.seconds(1), TimeAmount.seconds(60))

    init(
        _ spec: HomeAssistantTargetSpec, _ property: HomeAssistantProperty, _ house: HomeAssistantHouse, _ bound: BoundParameter,
        _ surroundings: TargetSurroundings
    ) {
        (self.spec, self.property, self.house, parameter, self.surroundings) = (spec, property, house, bound.spec, surroundings)
        words = spec.words.isEmpty ? bound.spec.kind.options?.map(\.label) ?? [] : spec.words
        traits = property.traits(decimals: bound.spec.decimals)
        settling = LoopTimer(surroundings.loop)
    }

    var law: TargetScale.Law { property.law }
    var peer: SharedPeer? { house.shared }
    var entityID: String { spec.entity }
    var parameterID: String { parameter.id }

    func start() {
        let entity = house.add(self)
        self.entity = entity
        if entity.isTold { update(isConnected: true) }
    }

    func stop() {
        generation += 1
        settling.cancel()
        house.remove(self)
        entity = nil
    }

    // MARK: Coming and going

    /// `isConnected`: whether Home Assistant is there.
    func update(isConnected: Bool) {
        guard onEvent != nil else { return }
        guard let state = entity?.state else { return leave(isConnected: isConnected, nil) }
        supplyOptions(property.options(of: state))
        if case .absent(let reason) = property.value(in: state) { return leave(isConnected: isConnected, reason) }
        supplyLabel(state)
        if !isThere {
            (isThere, shown, lastError) = (true, nil, nil)
            generation += 1
            onEvent?(.appeared)
            isLoggedByConnection = true
        }
        report(onlyNews: true)
    }

    private func leave(isConnected: Bool, _ reason: String?) {
        remark = reason
        if entity?.state == nil { supplyOptions([]) }
        guard isThere else { return }
        // For the log, off is not gone.
        let isOff = entity?.state.map { $0.state != "unavailable" } ?? false
        (isThere, shown, asked, isUnderway, own, lastError) = (false, nil, nil, false, [], nil)
        isLoggedByConnection = isOff || !isConnected
        generation += 1
        settling.cancel()
        onEvent?(.disappeared)
    }

    private func supplyLabel(_ state: HomeAssistantState) {
        guard spec.isMain, let name = state.name, name != label else { return }
        label = name
        surroundings.supplyLook(parameter.id, SuppliedLook(label: name))
    }

    private func supplyOptions(_ names: [String]) {
        // A player or lamp that is off may tell none, and has them all the same.
        guard spec.suppliesOptions, !names.isEmpty || entity?.state == nil else { return }
        let options = SuppliedOptions(names)
        guard options != self.options else { return }
        self.options = options
        surroundings.supply(parameter.id, options)
    }

    // MARK: Values

    func read() {
        report(onlyNews: false)
        onEvent?(.readEnded)
    }

    private func report(onlyNews: Bool) {
        guard isThere, let state = entity?.state, let number = number(in: state) else { return shown = nil }
        if let asked, property.isAnswer(number, to: asked.number, traits) {
            settling.cancel()
            isUnderway = false
            return tell(asked.number, onlyNews: onlyNews)
        }
        if let wait = wait(state) { return settle(in: wait) }
        settling.cancel()
        (asked, isUnderway) = (nil, false)
        tell(number, onlyNews: onlyNews)
    }

    /// How long to wait for more; nil: what is shown counts now.
    private func wait(_ state: HomeAssistantState) -> TimeAmount? {
        if isUnderway, state.isMoving { return Self.journey }
        if own.contains(state.context) { return Self.calm }
        return asked?.before == state.context ? Self.patience : nil
    }

    private func tell(_ number: Double, onlyNews: Bool) {
        defer { shown = number }
        if !onlyNews || number != shown { onEvent?(.reading(number)) }
    }

    private func settle(in wait: TimeAmount) {
        settling.set(in: wait) { [weak self] in
            guard let self else { return }
            (asked, isUnderway, own) = (nil, false, [])
            report(onlyNews: false)
        }
    }

    private func number(in state: HomeAssistantState) -> Double? {
        remark = nil
        switch property.value(in: state) {
        case .number(let number): return number
        case .word(let word): return number(ofWord: word)
        case .unknown: remark = "Home Assistant does not know its value"
        case .absent(let reason): remark = reason
        }
        return nil
    }

    private func number(ofWord word: String) -> Double? {
        if spec.suppliesOptions, SuppliedOptions.fits(word) { return surroundings.texts.number(word) }
        if let place = words.firstIndex(where: { $0.utf8.elementsEqual(word.utf8) }) { return Double(place) }
        remark = "it is \"\(HomeAssistantWords.shown(word))\", which is not an option of \(parameter.id)"
        return nil
    }

    func apply(_ number: Double, to members: Set<UInt32>?) {
        guard let entity, let state = entity.state, let wish = wish(number) else { return onEvent?(.failed) ?? () }
        settling.cancel()
        (asked, isUnderway) = ((number, state.context), true)
        house.call(property.call(wish), for: entity) { [weak self, generation] result in
            guard let self, generation == self.generation else { return }
            switch result {
            case .success(let told):
                lastError = nil
                if let context = told["context"]?["id"]?.text { own = own.suffix(Self.mostOwn - 1) + [context] }
                onEvent?(.acknowledged)
            case .failure(let failure):
                (lastError, asked, isUnderway) = (failure.words, nil, false)
                onEvent?(.failed)
            }
        }
    }

    private func wish(_ number: Double) -> HomeAssistantProperty.Wish? {
        guard spec.attribute?.need == .choice else { return .number(number) }
        if spec.suppliesOptions { return .word(surroundings.texts.text(number)) }
        return Int(exactly: number).flatMap { words.indices.contains($0) ? .word(words[$0]) : nil }
    }

    // MARK: For people

    var situation: TargetSituation {
        let matched = isThere ? [entity?.state?.name.map(HomeAssistantWords.shown) ?? spec.entity] : []
        let absence = entity.flatMap { house.absence(of: $0) }
        return TargetSituation(matched: matched, note: house.note ?? absence ?? remark, lastError: lastError)
    }
}
