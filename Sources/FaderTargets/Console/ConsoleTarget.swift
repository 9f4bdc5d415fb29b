internal import FaderValues

/// One value of a console. Owned by the event loop.
final class ConsoleTarget: Target {
    let point: ConsolePoint
    private let parameter: ParameterSpec
    private let desk: ConsoleDesk
    private let value: ConsoleValue
    var onEvent: ((TargetRules.Event) -> Void)?
    /// Where it is now; nil while the console has not told which preamplifier it is, or that there is none.
    private(set) var address: String?
    /// What it was sent and has not confirmed, and how often.
    private var unconfirmed: (number: Double, tries: Int)?
    /// What is wrong, for people.
    private var strange: String?
    private var isSilent = false

    /// How often a value that the console does not have is sent.
    private static let mostTries = 3

    init(_ point: ConsolePoint, _ desk: ConsoleDesk, _ bound: BoundParameter, _ texts: TargetTexts) {
        (self.point, self.desk, parameter) = (point, desk, bound.spec)
        value = ConsoleValue(point.form, bound.spec, texts)
        address = point.index == nil ? point.address : nil
    }

    var traits: TargetRules.Traits {
        var traits = TargetRules.Traits(acknowledges: false, isReadable: true, keepsMoves: true)
        traits.halfStep = value.halfStep
        return traits
    }

    var law: TargetScale.Law { value.law }
    var isLoggedByConnection: Bool { true }
    var peer: SharedPeer? { desk.shared }

    func start() { desk.add(self) }
    func stop() { desk.remove(self) }

    /// The console is there. A value at a preamplifier is there as soon as the console has told which one it is.
    func deskAppeared() {
        (unconfirmed, strange, isSilent) = (nil, nil, false)
        if let index = point.index { desk.ask(index) } else { onEvent?(.appeared) }
    }

    /// `unheardSince`: what was sent since this time may not have arrived.
    func deskDisappeared(unheardSince: Moment) {
        unconfirmed = nil
        if point.index != nil { address = nil }
        onEvent?(.lost(unheardSince: unheardSince))
    }

    func apply(_ number: Double, to members: Set<UInt32>?) {
        // What does something, such as the recall of a scene, is not done again.
        unconfirmed = point.action == nil ? (number, 1) : nil
        send(number)
    }

    private func send(_ number: Double) {
        guard let address else { return }
        desk.write(point.action ?? address, value.argument(of: number), toAsk: address)
    }

    /// The rules set it when the console is there again. Until then it is tried sooner, because somebody wants to use it.
    func preset(_ number: Double) { desk.noteUse() }

    func read() {
        if let address { desk.ask(address) }
        // The answer counts whenever it comes.
        onEvent?(.readEnded)
    }

    /// The console has told its value.
    ///
    /// - Parameter isAnswer: whether it was asked.
    func receive(_ arguments: [OSCMessage.Argument], isAnswer: Bool) {
        isSilent = false
        guard let number = value.number(of: arguments) else {
            strange = "it sent \(arguments.first?.described ?? "nothing"), which is not a value of \(parameter.id)"
            return
        }
        strange = nil
        if let sent = unconfirmed {
            let isSame = abs(sent.number - number) <= value.halfStep
            if !isSame, isAnswer, sent.tries < Self.mostTries {
                unconfirmed?.tries += 1
                return send(sent.number)
            }
            // An echo confirms nothing: the console may have sent it before it lost what came later.
            if isAnswer || !isSame { unconfirmed = nil }
        }
        onEvent?(.reading(number))
    }

    /// The console has told which preamplifier it is; a number below 0: none.
    func receive(index number: Int?) {
        let moved = number.flatMap { (0...999).contains($0) ? point.address.replacing("{}", with: ConsoleDesk.padded($0)) : nil }
        strange = moved == nil ? "the channel has no preamplifier" : nil
        guard moved != address else { return }
        if address != nil { onEvent?(.disappeared) }
        address = moved
        if moved != nil { onEvent?(.appeared) }
    }

    /// The console was asked a few times.
    func missed() { isSilent = true }

    var situation: TargetSituation {
        let silence = isSilent ? "it does not answer at \(address ?? point.name)" : nil
        return TargetSituation(matched: address.map { ["\(desk.spec.name) \($0)"] } ?? [], note: desk.note ?? strange ?? silence)
    }
}
