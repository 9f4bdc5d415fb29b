internal import FaderALSA
internal import FaderModel

/// A control of a sound card's mixer. Owned by the event loop.
final class MixerTarget: Target {
    /// Which control it is, in which numbers: in dB only where the parameter counts so and the card knows them.
    private(set) var control: MixerControl
    private let spec: MixerTargetSpec
    private let card: MixerCard
    private let isInDecibels: Bool
    private var ears: ((TargetRules.Event) -> Void)?
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

    /// The mixer knows again what it was set to; two readings that differ are two places of the card.
    var traits: TargetRules.Traits { TargetRules.Traits(halfStep: 0.0005) }

    var law: TargetScale.Law {
        switch control.property {
        case .decibels, .item: .value
        case .volume: .part
        case .switch: .flag
        }
    }

    func start(_ ears: @escaping (TargetRules.Event) -> Void) {
        self.ears = ears
        card.add(self)
    }

    func stop() {
        ears = nil
        card.remove(self)
    }

    /// The card is open: looks whether it has the control, and whether that knows decibels.
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
        ears?(.disappeared)
    }

    func noticed() { if isThere { ears?(.noticed) } else if !isLooking { look() } }

    func apply(_ number: Double) { card.order(.set(control, number)) }

    func read() { card.order(.read(control)) }

    /// What the card showed when it was asked.
    func take(_ result: Result<Double, MixerError>) {
        isLooking = false
        switch result {
        case .success(let number):
            problem = nil
            if isThere {
                ears?(.reading(number))
                ears?(.readEnded)
            } else {
                isThere = true
                ears?(.appeared)
            }
        case .failure(.lacks) where control.property == .decibels:
            // Its travel will do.
            setProperty(isInDecibels: false)
            look()
        case .failure(let error):
            problem = "\(error)"
            guard isThere else { return }
            isThere = false
            ears?(.disappeared)
        }
    }

    /// A set is done, or was refused.
    func done(_ error: MixerError?) {
        lastError = error.map { "\($0)" }
        ears?(error == nil ? .acknowledged : .failed)
    }

    var situation: TargetSituation {
        let side = spec.isCapture ? " capture" : ""
        return TargetSituation(
            matched: isThere ? ["\(spec.card) \(spec.control)\(side)"] : [], note: card.problem ?? problem, lastError: lastError)
    }
}
