internal import FaderMIDI
internal import FaderValues

/// A control of a sound card's mixer. Owned by the event loop.
final class MixerTarget: Target {
    /// The control and its unit: dB only if the unit of the parameter is dB and the card knows decibels.
    private(set) var control: MixerControl
    private let spec: MixerTargetSpec
    private let card: MixerCard
    private let isInDecibels: Bool
    var onEvent: ((TargetRules.Event) -> Void)?
    private var isThere = false
    private var isLooking = false
    private var problem: String?
    private var lastError: String?

    init(_ spec: MixerTargetSpec, _ parameter: ParameterSpec, _ card: MixerCard) {
        self.spec = spec
        self.card = card
        isInDecibels = parameter.unit == "dB"
        control = MixerControl(name: spec.control, index: spec.index, isCapture: spec.isCapture, property: .volume)
        setProperty(isInDecibels: isInDecibels)
    }

    private func setProperty(isInDecibels: Bool) {
        control.property =
            switch spec.property {
            case .volume: isInDecibels ? .decibels : .volume
            case .switch: .switch
            case .item(let names): .item(names)
            }
    }

    /// It recognizes the value that it was set to: readings that differ are different levels.
    var traits: TargetRules.Traits { TargetRules.Traits(halfStep: 0.0005) }

    var law: TargetScale.Law {
        switch control.property {
        case .decibels, .item: .value
        case .volume: .part
        case .switch: .flag
        }
    }

    /// The card logs when it goes, the target that a card lacks its control.
    var isLoggedByConnection: Bool { card.shared.goneSince != nil }
    var peer: SharedPeer? { card.shared }

    func start() { card.add(self) }
    func stop() { card.remove(self) }

    /// Asks whether the card has the control, and whether that knows decibels.
    func cardAppeared() {
        setProperty(isInDecibels: isInDecibels)
        look()
    }

    private func look() {
        isLooking = true
        card.order(.read(control))
    }

    func cardDisappeared() {
        (isThere, isLooking, problem, lastError) = (false, false, nil, nil)
        onEvent?(.disappeared)
    }

    func noticed() { if isThere { onEvent?(.noticed) } else if !isLooking { look() } }

    func apply(_ number: Double, to members: Set<UInt32>?) { card.order(.set(control, number)) }

    func read() { card.order(.read(control)) }

    func receive(_ result: Result<Double, MixerError>) {
        isLooking = false
        switch result {
        case .success(let number):
            problem = nil
            if isThere {
                onEvent?(.reading(number))
                onEvent?(.readEnded)
            } else {
                isThere = true
                onEvent?(.appeared)
            }
        case .failure(.lacks) where control.property == .decibels:
            // The control knows no decibels: its travel is used.
            setProperty(isInDecibels: false)
            look()
        case .failure(let error):
            problem = "\(error)"
            guard isThere else { return }
            isThere = false
            onEvent?(.disappeared)
        }
    }

    func done(_ error: MixerError?) {
        // A set may be under way when the card goes.
        lastError = isThere ? error.map { "\($0)" } : nil
        onEvent?(error == nil ? .acknowledged : .failed)
    }

    var situation: TargetSituation {
        let side = spec.isCapture ? " capture" : ""
        return TargetSituation(
            matched: isThere ? ["\(spec.card) \(spec.control)\(side)"] : [], note: card.problem ?? problem, lastError: lastError)
    }
}
