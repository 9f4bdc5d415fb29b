internal import FaderValues

/// A value in a topic of a broker. Owned by the event loop.
final class MQTTTarget: Target {
    private let spec: MQTTTargetSpec
    private let parameter: ParameterSpec
    private let broker: MQTTBroker
    private let value: PayloadValue
    var onEvent: ((TargetRules.Event) -> Void)?
    /// What is wrong with the last message; nil after a valid value.
    private var refused: String?
    private var missing: String?
    private var isAllowed = true
    private var hasHeard = false
    /// The broker has accepted the subscription; the device has said since that it is not there.
    private var (isSubscribed, isOffline) = (false, false)

    init(_ spec: MQTTTargetSpec, _ broker: MQTTBroker, _ bound: BoundParameter, _ texts: TargetTexts) {
        (self.spec, self.broker, parameter) = (spec, broker, bound.spec)
        value = PayloadValue(spec.form, bound.spec, isColor: bound.isColor, texts)
    }

    var topic: String { spec.topic }
    var availability: String? { spec.availability?.topic }

    var traits: TargetRules.Traits {
        var traits = TargetRules.Traits(acknowledges: false, isReadable: false, keepsMoves: true)
        (traits.halfStep, traits.halfRatio) = value.tolerance
        // The retained message comes during the quiet time at the beginning.
        traits.reportsState = false
        // Lamps and their radio network are slow.
        traits.interval = .milliseconds(100)
        return traits
    }

    var law: TargetScale.Law { value.law }
    /// A device that says so itself comes and goes while the broker is there.
    var isLoggedByConnection: Bool { spec.availability == nil }
    var peer: SharedPeer? { broker.shared }

    func start() { broker.add(self) }
    func stop() { broker.remove(self) }

    func appeared(isAllowed: Bool) {
        (self.isAllowed, isSubscribed) = (isAllowed, true)
        if !isOffline { appear() }
    }

    func disappeared() {
        (isSubscribed, isOffline) = (false, false)
        onEvent?(.disappeared)
    }

    private func appear() {
        onEvent?(.appeared)
        if let question = spec.get { broker.ask(question) }
    }

    func receiveAvailability(_ message: MQTTSession.Message) {
        guard let availability = spec.availability, let payload = message.payload else { return }
        let isOffline = PayloadValue.word(at: availability.path, of: payload) == availability.payload
        guard isOffline != self.isOffline else { return }
        self.isOffline = isOffline
        guard isSubscribed else { return }
        if isOffline { onEvent?(.disappeared) } else { appear() }
    }

    func apply(_ number: Double, to members: Set<UInt32>?) {
        guard let topic = spec.set else { preconditionFailure("\(spec.name) is only read") }
        broker.publish(topic, value.payload(of: number), isRetained: spec.isRetained)
    }

    /// MQTT has no request for a value.
    func read() { onEvent?(.readEnded) }

    func receive(_ message: MQTTSession.Message) {
        // What the broker kept of a device that is not there is no news.
        if isOffline { return }
        guard let payload = message.payload else {
            refused = "it sent more than \(MQTTSession.mostBytes >> 10) KiB"
            return
        }
        switch value.reading(of: payload) {
        case .number(let number):
            (refused, missing, hasHeard) = (nil, nil, true)
            onEvent?(.reading(number))
        case .nothing(let what): missing = what
        case .refused(let reason): refused = "it sent \(reason)"
        }
    }

    var situation: TargetSituation {
        // After a first value, a message without one is nothing unusual.
        let silence = hasHeard ? nil : missing ?? "nothing has been received from \(spec.topic) yet"
        let refusal = isAllowed ? refused : "the broker does not let faderd read \(spec.topic)"
        let absence = isOffline ? spec.availability.map { "\($0.topic) says \($0.payload)" } : nil
        return TargetSituation(matched: [spec.name], note: broker.note ?? absence ?? refusal ?? silence)
    }
}
