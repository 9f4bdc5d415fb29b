internal import FaderValues

/// Channels of a universe. Owned by the event loop. Lights do not answer, so a set counts as done when it is sent.
final class LightTarget: Target {
    private let value: LightValue
    private let universe: LightUniverse
    private let parameter: ParameterSpec
    var onEvent: ((TargetRules.Event) -> Void)?
    /// Its number in the universe.
    private var number: Double

    init(_ fixture: FixtureSpec, _ universe: LightUniverse, _ bound: BoundParameter) {
        value = LightValue(fixture)
        (self.universe, parameter) = (universe, bound.spec)
        number = TargetScale(bound.spec, value.law).number(of: bound.value)
    }

    var traits: TargetRules.Traits {
        var traits = TargetRules.Traits(acknowledges: false, isReadable: false, keepsMoves: true)
        // The universe has its own pace, so that simultaneous changes are sent in the same frame.
        traits.interval = .milliseconds(5)
        return traits
    }

    var law: TargetScale.Law { value.law }
    var isLoggedByConnection: Bool { true }
    var peer: SharedPeer? { universe.shared }

    func start() { universe.add(self) }
    func stop() { universe.remove(self) }

    func linkAppeared() { onEvent?(.appeared) }

    /// `unheardSince`: packets sent since this time may not have arrived.
    func linkDisappeared(unheardSince: Moment) { onEvent?(.lost(unheardSince: unheardSince)) }

    /// The universe has been sent, with the levels of this target.
    func shows() { onEvent?(.shows(number)) }

    /// Its channels, and their levels.
    var levels: (channels: ClosedRange<Int>, bytes: [UInt8]) { (value.fixture.channels, value.levels(of: number)) }

    func apply(_ number: Double, to members: Set<UInt32>?) {
        self.number = number
        universe.set(self, isChange: true)
    }

    /// Puts the number into the universe, so that the next frame has it. The rules set it again when the universe can be sent.
    func preset(_ number: Double) {
        self.number = number
        universe.set(self, isChange: universe.isLive)
    }

    /// Lights cannot be asked.
    func read() { onEvent?(.readEnded) }

    var situation: TargetSituation {
        guard let problem = universe.problem else {
            let place = universe.destination
            guard universe.isLive else {
                return TargetSituation(note: "nothing is sent to \(place) before somebody changes a parameter of \(universe.spec.name)")
            }
            return TargetSituation(matched: ["sent to \(place)"])
        }
        return TargetSituation(note: problem)
    }
}
