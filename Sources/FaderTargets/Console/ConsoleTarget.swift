internal import FaderValues

/// One value of a console. Owned by the event loop.
final class ConsoleTarget: Target {
    let point: ConsolePoint
    private let parameter: ParameterSpec
    private let desk: ConsoleDesk
    private var value: ConsoleValue
    /// Where else the console tells something for it: the look of its strip, or the names of scenes.
    let others: [String]
    /// The look of its strip, as far as it was heard since the console is there.
    private var name: String??
    private var color: StripColor??
    private let supplyLook: (SuppliedLook) -> Void
    private let supplyOptions: (SuppliedOptions) -> Void
    /// The number of the scene that was recalled last.
    private var scene: Int?
    var onEvent: ((TargetRules.Event) -> Void)?
    /// Where it is now; nil while the console has not told which preamplifier it is, or that there is none.
    private(set) var address: String?
    /// What it was sent and has not confirmed, and how often.
    private var unconfirmed: (number: Double, tries: Int)?
    /// What it was sent in the last second, the newest last. Some consoles send our own changes back, later than they answer.
    private var sent: [(number: Double, at: Moment)] = []
    /// What is wrong, for people.
    private var strange: String?
    private var isSilent = false

    init(_ point: ConsolePoint, _ desk: ConsoleDesk, _ bound: BoundParameter, _ surroundings: TargetSurroundings) {
        (self.point, self.desk, parameter) = (point, desk, bound.spec)
        value = ConsoleValue(point.form, bound.spec, surroundings.texts)
        if point.form == .scene { value.scenes = desk.family.scenes.map { ConsoleScenes($0) } }
        others = (point.look?.addresses ?? []) + (value.scenes?.addresses ?? [])
        address = point.index == nil ? point.address : nil
        supplyLook = { surroundings.supplyLook(bound.spec.id, $0) }
        supplyOptions = { surroundings.supply(bound.spec.id, $0) }
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

    /// The console is there. A value at a preamplifier is there as soon as the console has told which one it is, and the current scene when the names are
    /// known.
    func deskAppeared() {
        (unconfirmed, strange, isSilent, name, color, sent) = (nil, nil, false, nil, nil, [])
        value.scenes?.begin()
        if let question = point.index ?? value.scenes?.question { desk.ask(question) } else { onEvent?(.appeared) }
    }

    /// `unheardSince`: what was sent since this time may not have arrived.
    func deskDisappeared(unheardSince: Moment) {
        unconfirmed = nil
        if point.index != nil { address = nil }
        if value.scenes != nil { supplyOptions(SuppliedOptions()) }
        onEvent?(.lost(unheardSince: unheardSince))
    }

    func apply(_ number: Double, to members: Set<UInt32>?) {
        // What does something, such as the recall of a scene, is not done again.
        unconfirmed = point.action == nil ? (number, 1) : nil
        send(number)
    }

    private func send(_ number: Double) {
        guard let address else { return }
        // A scene that is gone is not recalled; the console says which one it has.
        guard let argument = value.argument(of: number) else { return desk.ask(address) }
        sent.removeAll { Moment.sinceStart - $0.at > SentValues.slowEchoTime }
        sent.append((number, .sinceStart))
        desk.write(point.action ?? address, argument, toAsk: address)
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
    func receive(_ arguments: [ConsoleMessage.Argument], isAnswer: Bool) {
        isSilent = false
        if let scenes = value.scenes, let number = arguments.first?.number.flatMap({ Int(exactly: $0.rounded()) }) {
            scene = number
            // Until the names are known, it is not there.
            guard scenes.areKnown else { return }
        }
        guard let number = value.number(of: arguments) else {
            strange = "it sent \(arguments.first?.described ?? "nothing"), which is not a value of \(parameter.id)"
            return
        }
        strange = nil
        if !isAnswer, isEcho(number) {
            // It has been overwritten since, or somebody has set it again: the console says which. If an answer is on its way, that one does.
            if unconfirmed == nil, let address { desk.ask(address) }
            return
        }
        if let sent = unconfirmed {
            let isSame = abs(sent.number - number) <= value.halfStep
            if !isSame, isAnswer, sent.tries < desk.family.wire.mostTries {
                unconfirmed?.tries += 1
                return send(sent.number)
            }
            // An echo confirms nothing: the console may have sent it before it lost what came later.
            if isAnswer || !isSame { unconfirmed = nil }
        }
        onEvent?(.reading(number))
    }

    /// Whether it is a value that the console was sent a moment ago. Also if it is the newest: somebody may have set another one since.
    private func isEcho(_ number: Double) -> Bool {
        sent.contains { abs($0.number - number) <= value.halfStep && Moment.sinceStart - $0.at <= SentValues.slowEchoTime }
    }

    /// The console has told the look of the strip, or the name of a scene.
    func receive(_ arguments: [ConsoleMessage.Argument], at other: String) {
        if other == point.look?.color {
            guard let told = desk.family.colors?.color(told: arguments) else { return }
            color = .some(told)
        } else {
            guard case .text(let text)? = arguments.first else { return }
            if let number = desk.family.scenes?.number(of: other) { return hear(text, ofScene: number) }
            if other == point.look?.name { name = .some(text) }
        }
        tellLook()
    }

    /// The look is told when all of it is known, so that the last one stays until then.
    private func tellLook() {
        guard let look = point.look, color != nil || look.color == nil, name != nil || look.name == nil else { return }
        supplyLook(SuppliedLook(label: name ?? nil, color: color ?? nil))
    }

    private func hear(_ name: String, ofScene number: Int) {
        guard let before = value.scenes else { return }
        let former = value.scenes?.hear(name, of: number)
        if let question = value.scenes?.question, question != before.question { desk.ask(question) }
        tellScenes(former: former.map { [value.scenes?.title(of: number) ?? "": $0] } ?? [:], wereKnown: before.areKnown)
    }

    private func tellScenes(former: [String: String] = [:], wereKnown: Bool) {
        guard let scenes = value.scenes, scenes.areKnown else { return }
        supplyOptions(SuppliedOptions(scenes.titles, former: former))
        guard wereKnown else {
            onEvent?(.appeared)
            return
        }
        if let number = scene.flatMap({ value.number(ofScene: $0) }) { onEvent?(.reading(number)) }
    }

    /// The console does not answer at one of `others`.
    func missed(_ other: String) {
        if other == point.look?.name { name = .some(nil) }
        if other == point.look?.color { color = .some(nil) }
        if point.look != nil { return tellLook() }
        guard let scenes = value.scenes, !scenes.areKnown, other == scenes.question else { return }
        value.scenes?.miss()
        tellScenes(wereKnown: false)
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
        let levels = point.meter == nil ? nil : desk.levelNote
        return TargetSituation(
            matched: address.map { ["\(desk.spec.name) \($0)"] } ?? [], note: desk.note ?? strange ?? silence ?? levels)
    }
}
