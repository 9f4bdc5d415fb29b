internal import FaderValues
internal import Glibc

/// One address of an OSC peer. Owned by the event loop.
final class OSCTarget: Target {
    private let spec: OSCTargetSpec
    private let parameter: ParameterSpec
    private let console: OSCPeer
    private let value: OSCValue
    private let sendArguments: [OSCMessage.Argument]
    private let feedbackArguments: [OSCMessage.Argument]
    var onEvent: ((TargetRules.Event) -> Void)?
    /// What the last argument was that is no value of the parameter.
    private var refused: String?
    private(set) var hasAnswered = false

    init(_ spec: OSCTargetSpec, _ peer: OSCPeer, _ bound: BoundParameter, _ texts: TargetTexts) {
        self.spec = spec
        console = peer
        parameter = bound.spec
        value = OSCValue(spec, bound.spec, isColor: bound.isColor, texts)
        sendArguments = spec.sendArguments.map(OSCMessage.Argument.init)
        feedbackArguments = spec.feedbackArguments.map(OSCMessage.Argument.init)
    }

    var traits: TargetRules.Traits {
        var traits = TargetRules.Traits(acknowledges: false, isReadable: spec.peer.answersQueries, keepsMoves: true)
        (traits.halfStep, traits.halfRatio) = value.tolerance
        traits.reportsState = spec.peer.answersQueries || spec.peer.keepAlive != nil
        return traits
    }

    var law: TargetScale.Law { value.law }
    var isLoggedByConnection: Bool { true }

    var peer: SharedPeer? { console.shared }

    func start() { console.add(self) }
    func stop() { console.remove(self) }

    func peerAppeared() { onEvent?(.appeared) }

    /// Messages sent since `unheardSince` may not have arrived.
    func peerDisappeared(unheardSince: Moment) { onEvent?(.lost(unheardSince: unheardSince)) }

    func apply(_ number: Double, to members: Set<UInt32>?) {
        console.send(OSCMessage(address: spec.address, arguments: sendArguments + value.arguments(of: number)))
        console.noteUse()
    }

    /// The rules set it when it is there again. Until then the peer is tried sooner: somebody wants to use it.
    func preset(_ number: Double) { console.noteUse() }

    func read() {
        console.ask(self)
        onEvent?(.readEnded)
    }

    var question: OSCMessage { OSCMessage(address: spec.address, arguments: sendArguments) }

    func receive(_ message: OSCMessage) -> Bool {
        guard message.address == spec.feedback, message.arguments.count > feedbackArguments.count,
            zip(message.arguments, feedbackArguments).allSatisfy({ Self.isSame($0, $1) })
        else { return false }
        hasAnswered = true
        let arguments = message.arguments[feedbackArguments.count...]
        guard let number = value.number(of: arguments) else {
            refused = arguments.first?.described
            return true
        }
        refused = nil
        onEvent?(.reading(number))
        return true
    }

    private static func isSame(_ one: OSCMessage.Argument, _ other: OSCMessage.Argument) -> Bool {
        one == other || one.number != nil && one.number == other.number
    }

    var situation: TargetSituation {
        let silence = spec.peer.answersQueries && !hasAnswered ? "nothing has been received for \(spec.feedback) yet" : nil
        let odd = refused.map { "it sent \($0), which is not a value of \(parameter.id)" }
        return TargetSituation(matched: ["\(spec.peer.host):\(spec.peer.port) \(spec.address)"], note: console.note ?? odd ?? silence)
    }
}

extension OSCMessage.Argument {
    init(_ argument: OSCTargetSpec.Argument) {
        switch argument {
        case .integer(let number): self = .integer(number)
        case .float(let number): self = .float(number)
        case .text(let text): self = .text(text)
        }
    }
}
