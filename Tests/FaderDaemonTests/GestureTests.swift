import FaderAPI
import FaderDaemon
import FaderMIDI
import FaderRig
import FaderServer
import FaderValues
import Testing

@Suite("Gestures of programs in the real daemon")
struct GestureTests {
    /// What another client sees of a parameter: who holds it, and whether the state and batches report it as touched.
    private struct Sight: Equatable {
        var owners: [String]?
        var isInState: Bool
        var isInBatch: Bool?
    }

    private static func drag(
        _ rig: Rig, _ id: String = "master", to position: Double = 0.5, _ name: String = "drag", isLast: Bool = false, in session: SessionID
    ) async throws -> ParameterResource {
        let change = ParameterChange.position(position, gesture: GestureMark(name, isLast: isLast))
        return try await rig.daemon.values.put(id, change, for: ViewerRequest(), from: Caller(session))
    }

    /// What is seen of a parameter, with a batch since `before`.
    private static func sight(_ rig: Rig, _ id: String = "master", since before: StatePicture) async throws -> Sight {
        let state = await rig.daemon.state(for: ViewerRequest())()
        let inState = state.event.touched.contains(id)
        let owners = try await rig.parameter(id).touchedBy
        #expect(state.event.parameters.first { $0.id == id }?.touchedBy == owners, "the state and the parameter agree")
        var batch: Batch?
        try await rig.until("a batch can be had") {
            batch = await rig.daemon.batch(since: before.stamp, generation: before.generation, of: StreamFilter(), for: ViewerRequest())
            return batch != nil
        }
        return Sight(owners: owners, isInState: inState, isInBatch: batch?.entries.first { $0.id == id }?.isTouched)
    }

    private static let touched = Sight(owners: ["drag"], isInState: true, isInBatch: true)
    private static let free = Sight(owners: nil, isInState: false, isInBatch: false)

    @Test("others see the parameter and name of a gesture until it ends, by its end or with its session", arguments: [true, false])
    func seen(hasEnd: Bool) async throws {
        try await Rig.with { rig async throws in
            let session = SessionID(1)
            let before = await rig.daemon.state(for: ViewerRequest())()
            #expect(try await Self.drag(rig, in: session).touchedBy == ["drag"])
            #expect(try await Self.sight(rig, since: before) == Self.touched)
            let held = await rig.daemon.state(for: ViewerRequest())()
            if hasEnd {
                #expect(try await Self.drag(rig, to: 0.6, isLast: true, in: session).touchedBy == nil)
            } else {
                await rig.daemon.ended(session)
            }
            #expect(try await Self.sight(rig, since: held) == Self.free)
        }
    }

    @Test("a gesture that is silent for two seconds ends, and others see that")
    func silence() async throws {
        try await Rig.with(endsSilentGestures: true) { rig in
            let (began, before) = (ContinuousClock.now, await rig.daemon.state(for: ViewerRequest())())
            _ = try await Self.drag(rig, in: SessionID(1))
            try await rig.until("it has ended") { await rig.daemon.holding(of: SessionID(1)) == .nothing }
            #expect(ContinuousClock.now - began > .milliseconds(1_900))
            #expect(try await Self.sight(rig, since: before) == Self.free)
        }
    }

    @Test("two gestures with the same name hold a parameter until both have ended; a range is touched with its ends")
    func several() async throws {
        try await Rig.with { rig in
            let (one, two) = (SessionID(1), SessionID(2))
            _ = try await Self.drag(rig, in: one)
            _ = try await Self.drag(rig, in: two)
            #expect(try await Self.drag(rig, "master", "other", in: two).touchedBy == ["drag", "other"])
            #expect(try await Self.drag(rig, isLast: true, in: one).touchedBy == ["drag", "other"])
            await rig.daemon.ended(two)
            #expect(try await rig.parameter("master").touchedBy == nil)
            let change = ParameterChange.positions(["low": 0.2], gesture: GestureMark("pinch"))
            let price = try await rig.daemon.values.put("price", change, for: ViewerRequest(), from: Caller(one))
            #expect(price.touchedBy == ["pinch"])
            #expect(try await rig.parameter("price.low").touchedBy == ["pinch"])
            #expect(try await rig.parameter("price.high").touchedBy == nil)
            let touched = await rig.daemon.state(for: ViewerRequest())().event.touched
            #expect(touched == ["price", "price.low"])
        }
    }

    @Test("a reload keeps the hold of a gesture; a parameter removed and added again is held again by the next move")
    func reload() async throws {
        try await Rig.with { rig in
            let session = SessionID(1)
            _ = try await Self.drag(rig, "pan", in: session)
            try await rig.reload(Rig.config.replacing("  side: {", with: "  before: {min: 0, max: 1}\n  side: {"))
            #expect(try await Self.drag(rig, "pan", to: 0.1, in: session).touchedBy == ["drag"])
            #expect(try await rig.parameter("before").touchedBy == nil)
            let without = Rig.config.replacing("  pan: {min: -100, max: 100, decimals: 0}\n", with: "").replacing(
                ", fader.2: pan", with: "")
            try await rig.reload(without)
            try await rig.reload(Rig.config)
            #expect(try await Self.drag(rig, "pan", to: 0.2, in: session).touchedBy == ["drag"])
        }
    }

    @Test("a position on a scale that the gesture has not seen is refused and ends it; steps, and other changes of the parameter, are not")
    func otherScale() async throws {
        try await Rig.with { rig in
            let session = SessionID(1)
            let pan = "pan: {min: -100, max: 100, decimals: 0}"
            _ = try await Self.drag(rig, "pan", to: 0.75, in: session)
            try await rig.reload(Rig.config.replacing(pan, with: "pan: {min: -100, max: 100, decimals: 2, step: 2, label: Balance}"))
            #expect(try await Self.drag(rig, "pan", to: 0.8, in: session).value == .number(60))
            try await rig.reload(Rig.config.replacing(pan, with: "pan: {min: -100, max: 50000, decimals: 0}"))
            let step = StepRequest(by: 0, gesture: GestureMark("drag"))
            _ = try await rig.daemon.values.step("pan", step, for: ViewerRequest(), from: Caller(session))
            let problem = try await refusal { try await Self.drag(rig, "pan", to: 0.8, in: session) }
            #expect(problem?.status == 409)
            #expect(problem?.detail.hasPrefix("positions of pan mean other values than when the gesture began") == true)
            #expect(try await rig.parameter("pan").value == .number(60))
            #expect(await rig.daemon.holding(of: session) == .nothing)
            #expect(try await Self.drag(rig, "pan", to: 0, in: session).value == .number(-100), "another gesture")
            let pinch = ParameterChange.positions(["low": 0.2], gesture: GestureMark("pinch"))
            _ = try await rig.daemon.values.put("price", pinch, for: ViewerRequest(), from: Caller(session))
            try await rig.reload(Rig.config.replacing("min: 0, max: 1000, gap", with: "min: 0, max: 2000, gap"))
            let ofRange = try await refusal {
                try await rig.daemon.values.put("price", pinch, for: ViewerRequest(), from: Caller(session))
            }
            #expect(ofRange?.detail.hasPrefix("positions of price.low mean other values") == true)
        }
    }

    @Test("a hand wins: the gesture ends, its next move is refused and changes nothing, and after the release nothing jumps")
    func hand() async throws {
        try await Rig.with { rig in
            let session = SessionID(1)
            _ = try await Self.drag(rig, to: 0.5, in: session)
            let before = await rig.daemon.state(for: ViewerRequest())()
            try rig.surface.hold(0, true)
            try await rig.until("the hand is seen alone") { try await rig.parameter("master").touchedBy == ["virtual fader.1"] }
            #expect(await rig.daemon.holding(of: session) == .nothing)
            // It is touched as before, so there is nothing about it in batches.
            let seen = try await Self.sight(rig, since: before)
            #expect(seen == Sight(owners: ["virtual fader.1"], isInState: true, isInBatch: nil))
            let problem = try await refusal { try await Self.drag(rig, to: 0.9, in: session) }
            #expect(problem?.kind == .inHand && problem?.status == 409)
            #expect(problem?.detail.hasPrefix("a hand is on virtual fader.1, and it wins") == true)
            #expect(
                try await refusal {
                    try await rig.daemon.values.step(
                        "master", StepRequest(by: 1, gesture: GestureMark("key")), for: ViewerRequest(), from: Caller(session))
                }?
                .kind == .inHand)
            #expect(try await rig.parameter("master").position == 0.5)
            // A set outside a gesture is accepted, as always.
            #expect(try await rig.set("master", "-20").text == "-20.0 dB")
            try rig.surface.move(0, to: Position(0.25))
            try rig.surface.hold(0, false)
            try await rig.until("the hand has gone") { try await rig.parameter("master").touchedBy == nil }
            #expect(abs(try await rig.parameter("master").position! - 0.25) < 0.001)
            #expect(try await Self.drag(rig, to: 0.75, in: session).position == 0.75)
            #expect(try await rig.daemon.history.entries(for: ViewerRequest())().map(\.origin) == ["api", "text", "touch", "api"])
        }
    }
}
