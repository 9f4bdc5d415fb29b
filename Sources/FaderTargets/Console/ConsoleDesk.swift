internal import FaderValues
internal import Logging

/// A console: one connection for all targets on it. Owned by the event loop.
final class ConsoleDesk {
    let spec: ConsolePeerSpec
    let family: ConsoleFamily
    private let log: Logger
    private let wire: any ConsoleWire
    private let timer: LoopTimer
    private var watch: ConsoleWatch
    private var writes = ConsoleWrites()
    private var targets: [ConsoleTarget] = []
    /// The targets at each address. One that depends on a preamplifier is also at the address that tells which one, and one of a strip where its name and
    /// color are told.
    private var places: [String: [ConsoleTarget]] = [:]
    /// The scene that was recalled at the console since everything was asked.
    private var recalled: Double?
    private let meters: ConsoleMeters

    /// The values that are asked for: their addresses.
    private var questions: Questions<String, String>
    /// The addresses that it did not answer, each once. They are asked again with the subscriptions, one at a time.
    private var silent: [String] = []

    init(_ spec: ConsolePeerSpec, _ surroundings: TargetSurroundings) {
        (self.spec, family) = (spec, .of(spec.family))
        wire = family.wire.make(spec.wirePlace, surroundings)
        (watch, questions) = (ConsoleWatch(family.wire.watch), Questions(family.wire.questions))
        (timer, log) = (LoopTimer(surroundings.loop), surroundings.log)
        meters = ConsoleMeters(family.levels, spec.wirePlace, surroundings)
        meters.send = { [weak self] in self?.wire.send($0) }
        wire.onEvent = { [weak self] in self?.receive($0) }
        wire.open()
    }

    /// Three digits, as preamplifiers are numbered.
    static func padded(_ number: Int) -> String { String("00\(number)".suffix(max(3, "\(number)".count))) }

    func close() {
        wire.close()
        timer.cancel()
        meters.close()
    }

    /// Tries again at once, if it is not there.
    func hurry() { handle(.reloaded) }

    // MARK: Targets

    func add(_ target: ConsoleTarget) {
        targets.append(target)
        for address in Self.addresses(of: target) { places[address, default: []].append(target) }
        guard watch.isThere else { return }
        target.deskAppeared()
        askLook(of: target)
    }

    private static func addresses(of target: ConsoleTarget) -> Set<String> {
        Set([target.point.index, target.address].compactMap { $0 } + target.others)
    }

    private func askLook(of target: ConsoleTarget) {
        for address in target.point.look?.addresses ?? [] { ask(address) }
    }

    func remove(_ target: ConsoleTarget) {
        targets.removeAll { $0 === target }
        for address in Self.addresses(of: target) {
            places[address]?.removeAll { $0 === target }
            guard places[address]?.isEmpty ?? false else { continue }
            places[address] = nil
            questions.forget(address)
        }
    }

    /// From now on reports the levels at these places and no others.
    func follow(_ wanted: [ConsolePoint.Meter], _ report: @escaping (ConsolePoint.Meter, Double) -> Void) {
        meters.follow(wanted, report)
    }

    /// Asks for the value at an address. The question may get lost, and so may the answer: it is asked a few times.
    func ask(_ address: String) {
        perform(questions.ask(address, for: address, at: .sinceStart))
        keepTime()
    }

    /// Sends a value, and asks afterwards whether the console has it.
    func write(_ address: String, _ argument: ConsoleMessage.Argument, toAsk place: String) {
        wire.send(ConsoleMessage(address: address, arguments: [argument]))
        writes.wrote(place, at: .sinceStart)
        handle(.used)
        // It was no value, but what the console does, such as the recall of a scene.
        if address != place { handle(.recalled) }
    }

    /// Does something, such as the recall of a scene, after which everything may be different.
    func act(_ message: ConsoleMessage) {
        wire.send(message)
        handle(.used)
        handle(.recalled)
    }

    /// Somebody wants to use it.
    func noteUse() { handle(.used) }

    var isThere: Bool { watch.isThere }

    // MARK: What is sent and received

    private func receive(_ event: ConsoleWireEvent) {
        switch event {
        case .opened: handle(.opened)
        case .refused(let reason, let pause): handle(.refused(reason, pause: pause))
        case .received(let messages):
            for effect in watch.handle(.heard, at: .sinceStart) { perform(effect) }
            for message in messages { receive(message) }
            keepTime()
        }
    }

    private func receive(_ message: ConsoleMessage) {
        if meters.receive(message) { return }
        guard !message.arguments.isEmpty else { return }
        let isAnswer = questions.answer(message.address) != nil
        if !isAnswer, [family.scenes?.current, family.scenes?.load].contains(message.address) {
            recalled = message.arguments.first?.number
            _ = watch.handle(.recalled, at: .sinceStart)
        } else if !isAnswer {
            _ = watch.handle(.told, at: .sinceStart)
        }
        for target in places[message.address] ?? [] {
            if target.others.contains(message.address) { target.receive(message.arguments, at: message.address) }
            if target.point.index == message.address {
                move(target, message)
            } else if target.address == message.address {
                target.receive(message.arguments, isAnswer: isAnswer)
            }
        }
    }

    private func move(_ target: ConsoleTarget, _ message: ConsoleMessage) {
        let number = message.arguments.first?.number.flatMap { Int(exactly: $0.rounded()) }
        let former = target.address
        // It must be placed before it asks for its value.
        if let former { places[former]?.removeAll { $0 === target } }
        target.receive(index: number)
        if let address = target.address { places[address, default: []].append(target) }
    }

    // MARK: Time

    private func handle(_ event: ConsoleWatch.Event) {
        guard !wire.isClosed else { return }
        for effect in watch.handle(event, at: .sinceStart) { perform(effect) }
        keepTime()
    }

    private func keepTime() {
        guard !wire.isClosed else { return }
        timer.follow([watch.deadline, questions.deadline, writes.deadline].compactMap { $0 }.min()) { [weak self] in
            guard let self else { return }
            perform(questions.tick(at: .sinceStart))
            for address in writes.take(at: .sinceStart) { ask(address) }
            handle(.tick)
        }
    }

    private func perform(_ effects: [Questions<String, String>.Effect]) {
        for effect in effects {
            switch effect {
            case .send(_, let address): wire.ask(address)
            case .unanswered(let address, _):
                for target in places[address] ?? [] {
                    if target.others.contains(address) { target.missed(address) }
                    if !target.others.contains(address) || target.address == address { target.missed() }
                }
                if places[address] != nil, !silent.contains(address) { silent.append(address) }
            case .silent: break
            }
        }
    }

    private func perform(_ effect: ConsoleWatch.Effect) {
        switch effect {
        case .open: wire.open()
        case .greet: wire.greet()
        case .subscribe:
            wire.renew()
            if !silent.isEmpty { ask(silent.removeFirst()) }
        // The names of scenes stay: whoever saves one is told by the console.
        case .askAll:
            // One line for all recalls until now.
            if let scene = recalled.flatMap({ Int(exactly: $0) }) { log.notice("\(spec.name) has recalled scene \(scene)") }
            recalled = nil
            for address in places.keys.sorted() where family.scenes?.number(of: address) == nil { ask(address) }
        case .gone(let reason, let since):
            wire.standing.lost(reason)
            _ = questions.forgetAll()
            silent = []
            writes.forget()
            meters.isThere = false
            for target in targets {
                if target.point.index != nil, let address = target.address { places[address]?.removeAll { $0 === target } }
                target.deskDisappeared(unheardSince: since)
            }
        case .appeared:
            wire.standing.opened()
            meters.isThere = true
            for target in targets { target.deskAppeared() }
            for target in targets { askLook(of: target) }
        }
    }

    var shared: SharedPeer { wire.shared }

    /// What is wrong with it, or that it has sent nothing yet, for people.
    var note: String? { wire.note }

    /// Why it tells no levels, although somebody looks at some, for people.
    var levelNote: String? { meters.note }
}
