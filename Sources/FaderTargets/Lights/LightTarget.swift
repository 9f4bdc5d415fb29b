internal import FaderModel

/// Channels of a universe. Owned by the event loop. Lights do not answer, so what is sent counts as done.
final class LightTarget: Target {
    private let value: LightValue
    private let universe: LightUniverse
    private let parameter: ParameterSpec
    var onEvent: ((TargetRules.Event) -> Void)?
    /// What it has in the universe.
    private var number: Double

    init(_ fixture: FixtureSpec, _ universe: LightUniverse, _ bound: Targets.Bound) {
        value = LightValue(fixture)
        (self.universe, parameter) = (universe, bound.spec)
        number = TargetScale(bound.spec, value.law).number(of: bound.value)
    }

    var traits: TargetRules.Traits {
        var traits = TargetRules.Traits(acknowledges: false, isReadable: false, keepsMoves: true)
        // The universe has its own pace, so that what changes at the same time is sent in the same frame.
        traits.interval = .milliseconds(5)
        return traits
    }

    var law: TargetScale.Law { value.law }
    var isLoggedByConnection: Bool { true }
    var peer: SharedPeer? { universe.shared }

    func start() { universe.add(self) }
    func stop() { universe.remove(self) }

    func linkAppeared() { onEvent?(.appeared) }

    /// `unheardSince`: what was sent since then may not have arrived.
    func linkDisappeared(unheardSince: Moment) { onEvent?(.lost(unheardSince: unheardSince)) }

    /// The universe is being sent, with what this has in it.
    func shows() { onEvent?(.shows(number)) }

    /// Its channels, and their levels.
    var levels: (channels: ClosedRange<Int>, bytes: [UInt8]) { (value.fixture.channels, value.levels(of: number)) }

    func apply(_ number: Double, to members: Set<UInt32>?) {
        self.number = number
        universe.set(self, isChange: true)
    }

    /// The universe has it as soon as it is sent; the rules set it when it can be.
    func preset(_ number: Double) {
        self.number = number
        universe.set(self, isChange: universe.isLive)
    }

    /// Nobody can ask lights.
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
