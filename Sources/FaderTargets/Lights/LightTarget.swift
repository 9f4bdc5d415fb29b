internal import FaderValues

/// Channels of a universe. Owned by the event loop. Lights do not answer: a set is done when it is sent.
final class LightTarget: Target {
    private let value: LightValue
    private let universe: LightUniverse
    private let parameter: ParameterSpec
    var onEvent: ((TargetRules.Event) -> Void)?
    private var number: Double

    init(_ fixture: FixtureSpec, _ universe: LightUniverse, _ bound: BoundParameter) {
        value = LightValue(fixture)
        (self.universe, parameter) = (universe, bound.spec)
        number = TargetScale(bound.spec, value.law).number(of: bound.value)
    }

    var traits: TargetRules.Traits {
        var traits = TargetRules.Traits(acknowledges: false, isReadable: false, keepsMoves: true)
        // The universe has a pace of its own, so that changes at one time go in one frame.
        traits.interval = .milliseconds(5)
        return traits
    }

    var law: TargetScale.Law { value.law }
    var isLoggedByConnection: Bool { true }
    var peer: SharedPeer? { universe.shared }

    func start() { universe.add(self) }
    func stop() { universe.remove(self) }

    func linkAppeared() { onEvent?(.appeared) }

    /// Packets sent since then may not have arrived.
    func linkDisappeared(unheardSince: Moment) { onEvent?(.lost(unheardSince: unheardSince)) }

    func shows() { onEvent?(.shows(number)) }

    var levels: (channels: ClosedRange<Int>, bytes: [UInt8]) { (value.fixture.channels, value.levels(of: number)) }

    func apply(_ number: Double, to members: Set<UInt32>?) {
        self.number = number
        universe.set(self, isChange: true)
    }

    /// The next frame has it. The rules set it again when the universe can be sent.
    func preset(_ number: Double) {
        self.number = number
        universe.set(self, isChange: universe.isLive)
    }

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
