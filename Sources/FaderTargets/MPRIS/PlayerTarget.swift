internal import FaderValues
internal import NIOCore

/// A property of a player. Owned by the event loop.
///
/// A player is asked for the value after a signal, whose own values are not used, and after a set, because many players do not take a
/// volume. One that answers with the old value may only be slow, and is asked again for a while.
final class PlayerTarget: Target {
    private let property: MPRISTargetSpec.Property
    let parameter: ParameterSpec
    private let players: Players
    private let choice: PlayerChoice
    var onEvent: ((TargetRules.Event) -> Void)?
    private(set) var player: Players.Player?
    private var isThere = false
    private var problem: String?
    private var lastError: String?
    private var song = Song()
    private var shown: Double?
    /// What it was set to and has not shown yet.
    private var written: (number: Double, before: Double?, at: NIODeadline)?
    /// What the player keeps whatever it is set to, as browsers keep 1.0. The target is absent until a change is reported.
    private var stuck: Double?
    private var isAsking = false
    private let next: LoopTimer
    private var silence = PlayerTarget.firstSilence
    private var generation = 0

    static let properties: Set<String> = ["Volume", "PlaybackStatus", "Shuffle", "Rate", "Metadata", "CanSeek", position, length, track]
    static let position = "Position"
    private static let (length, track) = ("mpris:length", "mpris:trackid")

    /// How long a player may still show the old value.
    private static let patience: [MPRISTargetSpec.Property: TimeAmount] = [
        .volume: .milliseconds(500), .shuffle: .milliseconds(500), .playing: .milliseconds(1500), .position: .seconds(1),
    ]
    private static let again = TimeAmount.milliseconds(100)
    /// The pause between two reports of the position in a song that plays.
    private static let tick = TimeAmount.seconds(1)
    /// The pauses until a player that does not answer is asked again.
    private static let (firstSilence, longestSilence) = (TimeAmount.seconds(5), TimeAmount.seconds(60))

    init(
        _ property: MPRISTargetSpec.Property, _ parameter: ParameterSpec, _ players: Players, _ choice: PlayerChoice, _ loop: any EventLoop
    ) {
        (self.property, self.parameter, self.players, self.choice, next) = (property, parameter, players, choice, LoopTimer(loop))
    }

    var traits: TargetRules.Traits {
        var traits = TargetRules.Traits()
        switch property {
        // Many players have whole percents.
        case .volume: traits.halfStep = 0.0051
        case .playing, .shuffle: traits.halfStep = 0.1
        case .position:
            traits.halfStep = isPart ? 0.001 : 0.5
            // After each jump a player has to load and decode again.
            traits.interval = .milliseconds(300)
        }
        return traits
    }

    var law: TargetScale.Law {
        switch property {
        case .volume: .linearVolume
        case .playing, .shuffle: .flag
        case .position: isPart ? .part : .value
        }
    }

    private var isPart: Bool { parameter.unit == "%" }

    /// `PlayerChoice` logs once that there is no player; each target, whether the player has its property.
    var isLoggedByConnection: Bool { player == nil }
    var peer: SharedPeer? { choice.shared }

    func start() { choice.add(self) }

    func stop() {
        player = nil
        begin()
        choice.remove(self)
    }

    private func begin() {
        generation += 1
        next.cancel()
        (isAsking, isThere) = (false, false)
        (problem, lastError, written, stuck, shown) = (nil, nil, nil, nil, nil)
        (song, silence) = (Song(), Self.firstSilence)
    }

    func appeared(_ player: Players.Player) {
        begin()
        self.player = player
        look()
    }

    func disappeared() {
        let wasThere = isThere
        player = nil
        begin()
        guard wasThere else { return }
        onEvent?(.disappeared)
    }

    /// The player has signaled that these properties changed.
    func changed(_ properties: Set<String>) {
        guard !properties.isDisjoint(with: property.related) else { return }
        song.isKnown = false
        if isThere { onEvent?(.noticed) } else { look() }
    }

    private func look() {
        guard !isAsking, player != nil else { return }
        next.cancel()
        ask { [weak self] answer in self?.found(answer) }
    }

    private func found(_ answer: Result<Double, BusError>) {
        switch answer {
        case .success(let number):
            if let stuck, isSame(stuck, number) { return }
            (problem, stuck, silence, isThere, shown) = (nil, nil, Self.firstSilence, true, number)
            onEvent?(.appeared)
        case .failure(let error):
            problem = "\(name): \(error)"
            if error.isSilence { wait { $0.look() } }
        }
    }

    /// There was no answer. Each pause is longer than the one before.
    private func wait(_ act: @escaping (PlayerTarget) -> Void) {
        after(silence, act)
        silence = min(silence + silence, Self.longestSilence)
    }

    private var name: String { player?.name ?? "" }

    private func after(_ time: TimeAmount, _ act: @escaping (PlayerTarget) -> Void) {
        next.set(in: time) { [weak self] in if let self { act(self) } }
    }

    private func isSame(_ one: Double, _ other: Double) -> Bool {
        // A song plays on meanwhile.
        let reach = property == .position ? (isPart ? song.part(of: 2_000_000) ?? 0 : 2) : traits.halfStep
        return abs(one - other) <= reach
    }

    // MARK: Asking

    private func ask(_ done: @escaping (Result<Double, BusError>) -> Void) {
        guard let player else { return }
        let all = property == .position
        if all, song.isKnown { return done(song.number(isPart: isPart, at: .now())) }
        isAsking = true
        let call = all ? player.property("GetAll") : player.property("Get", .text(property.member))
        players.call(call) { [weak self, generation] answer in
            guard let self, generation == self.generation else { return }
            isAsking = false
            done(answer.flatMap { self.number(in: $0) })
        }
    }

    private func number(in message: BusMessage) -> Result<Double, BusError> {
        switch property {
        case .position:
            song = Song(message.dictionary(Self.properties), at: .now())
            return song.number(isPart: isPart, at: .now())
        case .volume:
            // Negative is silent, as the specification has it.
            if let number = message.variant().number, number.isFinite { return .success(max(number, 0)) }
        case .playing: if let word = message.variant().text { return .success(word == "Playing" ? 1 : 0) }
        case .shuffle: if let truth = message.variant().truth { return .success(truth ? 1 : 0) }
        }
        return .failure(BusError(text: "it has no \(property.rawValue)"))
    }

    func read() {
        guard isThere, player != nil, !isAsking else { return onEvent?(.readEnded) ?? () }
        next.cancel()
        ask { [weak self] in self?.receive($0) }
    }

    private func receive(_ answer: Result<Double, BusError>) {
        switch answer {
        case .failure(let error):
            lastError = "\(error)"
            onEvent?(.readEnded)
            if error.isSilence { wait { $0.onEvent?(.noticed) } } else { lose("\(name): \(error)") }
        case .success(let number):
            (lastError, silence) = (nil, Self.firstSilence)
            if let written, let before = written.before, !isSame(number, written.number), isSame(number, before) {
                let patience = Self.patience[property] ?? Self.again
                guard .now() - written.at >= patience else { return after(Self.again) { one in one.ask { one.receive($0) } } }
                if property == .volume || property == .shuffle {
                    stuck = number
                    return lose("\(name) has no \(property.rawValue): it keeps the one that it has, whatever it is set to")
                }
            }
            (written, shown) = (nil, number)
            onEvent?(.reading(number))
            onEvent?(.readEnded)
            if property == .position, song.isPlaying { after(Self.tick) { $0.onEvent?(.noticed) } }
        }
    }

    /// The player is there, but cannot be bound.
    private func lose(_ reason: String) {
        (isThere, problem, written, lastError) = (false, reason, nil, nil)
        onEvent?(.disappeared)
    }

    // MARK: Setting

    func apply(_ number: Double, to members: Set<UInt32>?) {
        guard let player, let call = call(setting: number, of: player) else {
            if player != nil { lastError = "\(name) cannot seek" }
            return onEvent?(.failed) ?? ()
        }
        players.call(call) { [weak self, generation] answer in
            guard let self, generation == self.generation else { return }
            song.isKnown = false
            switch answer {
            case .success:
                lastError = nil
                written = (number, written?.before ?? shown, .now())
                onEvent?(.acknowledged)
            case .failure(let error):
                lastError = "\(error)"
                onEvent?(.failed)
            }
        }
    }

    private func call(setting number: Double, of player: Players.Player) -> BusCall? {
        switch property {
        case .volume: return player.property("Set", .text(property.member), .anyNumber(number))
        case .shuffle: return player.property("Set", .text(property.member), .anyTruth(number >= 0.5))
        case .playing: return player.call(number >= 0.5 ? "Play" : "Pause")
        case .position:
            guard song.canSeek, let time = song.time(of: number, isPart: isPart) else { return nil }
            if let track = song.track { return player.call("SetPosition", .path(track), .long(time)) }
            return player.call("Seek", .long(time - song.time(at: .now())))
        }
    }

    var situation: TargetSituation {
        TargetSituation(matched: isThere ? [name] : [], note: problem ?? choice.note, lastError: lastError)
    }
}

extension MPRISTargetSpec.Property {
    fileprivate var member: String {
        switch self {
        case .volume: "Volume"
        case .playing: "PlaybackStatus"
        case .position: PlayerTarget.position
        case .shuffle: "Shuffle"
        }
    }

    /// The properties that change together with it.
    fileprivate var related: Set<String> {
        self == .position ? PlayerTarget.properties.subtracting(["Volume", "Shuffle"]) : [member]
    }
}
