internal import FaderModel
internal import Glibc

/// One address of an OSC peer. Owned by the event loop.
final class OSCTarget: Target {
    private let spec: OSCTargetSpec
    private let parameter: ParameterSpec
    private let peer: OSCPeer
    private var onEvent: ((TargetRules.Event) -> Void)?
    private let prefix: [OSCMessage.Argument]
    private var lastError: String?
    /// The value that could not be sent, until it is sent or the peer has another.
    private var unsent: Double?
    private var hasAnswered = false

    /// The number that stands for −∞; Ardour treats this and everything below it as silence.
    static let silence = -193.0

    init(_ spec: OSCTargetSpec, _ peer: OSCPeer, _ parameter: ParameterSpec) {
        self.spec = spec
        self.peer = peer
        self.parameter = parameter
        prefix = spec.arguments.map { argument in
            switch argument {
            case .integer(let number): .integer(number)
            case .float(let number): .float(number)
            case .text(let text): .text(text)
            }
        }
    }

    var hasUnsent: Bool { unsent != nil }

    var traits: TargetRules.Traits {
        var traits = TargetRules.Traits(acknowledges: false, isReadable: spec.peer.answersQueries)
        let halfStep = 0.5 / Double(spec.steps)
        switch law {
        case .travel(let low, let high): traits.halfStep = abs(high - low) * halfStep
        case .value where parameter.kind == .number && parameter.taper == .log:
            traits.halfStep = 0
            traits.halfRatio = Self.ratio(parameter, part: halfStep)
        case .value where parameter.kind == .number: traits.halfStep = (parameter.maximum - parameter.lowestFinite) * halfStep
        default: break
        }
        return traits
    }

    /// The ratio of two values that are this part of a logarithmic travel apart.
    private static func ratio(_ parameter: ParameterSpec, part: Double) -> Double {
        exp(abs(log(parameter.maximum / parameter.minimum)) * part)
    }

    var law: TargetScale.Law {
        switch parameter.kind {
        case .toggle: .flag
        case .choice: .value
        case .number, .integer, .text: spec.form == .value ? .value : .travel(low: spec.low, high: spec.high)
        }
    }

    func start(_ onEvent: @escaping (TargetRules.Event) -> Void) {
        self.onEvent = onEvent
        peer.add(self)
    }

    func stop() {
        onEvent = nil
        peer.remove(self)
    }

    func peerAppeared() {
        (unsent, lastError) = (nil, nil)
        onEvent?(.appeared)
    }

    func peerDisappeared() {
        (unsent, lastError) = (nil, nil)
        onEvent?(.disappeared)
    }

    func apply(_ number: Double, to members: Set<UInt32>?) {
        let value: OSCMessage.Argument
        switch parameter.kind {
        case .toggle, .choice: value = .integer(Int32(clamping: Int(number)))
        // OSC 1.0 requires only 32-bit integers; longer ones are optional.
        case .integer where spec.form == .value: value = .integer(Int32(clamping: Int(number)))
        case .number, .integer, .text: value = .float(Float(number.isFinite ? number : Self.silence))
        }
        peer.send(OSCMessage(address: spec.address, arguments: prefix + [value])) { [weak self] in self?.sent(number, $0) }
    }

    private func sent(_ number: Double, _ error: String?) {
        unsent = error == nil ? nil : number
        guard error != lastError else { return }
        lastError = error
        onEvent?(error == nil ? .acknowledged : .failed)
    }

    /// Sends again what could not be sent.
    func sendAgain() { if let unsent { apply(unsent, to: nil) } }

    func read() {
        query()
        // The answer may get lost; it counts whenever it comes.
        onEvent?(.readEnded)
    }

    /// Asks for its value.
    func query() { peer.send(OSCMessage(address: spec.address, arguments: prefix)) }

    /// Takes a message from the peer, if it is about this target.
    func take(_ message: OSCMessage) {
        guard message.address == spec.feedback, message.arguments.count > prefix.count,
            zip(message.arguments, prefix).allSatisfy({ Self.isSame($0, $1) }),
            let number = message.arguments[prefix.count].number, !number.isNaN, number != .infinity
        else { return }
        (hasAnswered, unsent) = (true, nil)
        if lastError != nil {
            lastError = nil
            onEvent?(.acknowledged)
        }
        onEvent?(.reading(law == .value && parameter.minimum == -.infinity && number <= Self.silence ? -.infinity : number))
    }

    private static func isSame(_ one: OSCMessage.Argument, _ other: OSCMessage.Argument) -> Bool {
        one == other || one.number != nil && one.number == other.number
    }

    var situation: TargetSituation {
        let silence = spec.peer.answersQueries && !hasAnswered ? "nothing was received for \(spec.feedback) yet" : nil
        return TargetSituation(
            matched: ["\(spec.peer.host):\(spec.peer.port) \(spec.address)"],
            note: lastError == nil ? peer.note ?? peer.heard ?? silence : nil, lastError: lastError)
    }
}
