internal import FaderAPI

/// A parameter: one that this program has declared, or one that others have. Safe to use from any thread.
///
/// It can be read without `await`. As long as no daemon has said otherwise, its value is its default.
public struct Parameter<Value: Sendable & Equatable>: Sendable {
    let box: Box
    let kind: FaderKind<Value>
    let faders: Faders
    let fallback: Value

    /// Its id.
    public var id: String { box.id }

    /// Its value. A value that this program has set counts at once, before the daemon has answered.
    public var value: Value { kind.read(box.shown.value) ?? fallback }

    /// Its value as people read it, as the daemon has sent it last: `-6.0 dB`.
    public var text: String { box.shown.text }

    /// Its position on the travel, 0…1, as the daemon has sent it last; nil for texts, ranges and colors.
    public var position: Double? { box.shown.position }

    /// Whether a hand or a gesture holds it.
    public var isTouched: Bool { box.shown.isTouched }

    /// False if the value is not known: its target has not told it and nobody has set it, or no daemon has reported it yet and this program
    /// has not declared it.
    public var isKnown: Bool { box.shown.isKnown }

    /// Whether a daemon has it now.
    public var isLive: Bool { box.isLive }

    /// Its present state, then every change; only the newest is kept.
    public var changes: Changes<Value> { Changes(box: box, kind: kind) }

    /// Why values that the program has put into the property were refused, as they come; the newest 16 are kept until they are read.
    public var refusals: AsyncStream<Refusal> { box.refusals.stream(keeping: 16) }

    // MARK: Setting

    /// Sets it without waiting: the value counts at once in this program, the newest one is sent, and a refusal comes in `refusals`. While
    /// there is no daemon, the value waits for one.
    public func put(_ value: Value) {
        box.want(kind.write(value))
        faders.goOn()
    }

    /// Sets it; returns its new state when that is durable. A value beyond the range is clamped, and `notice` says so.
    ///
    /// If the daemon restarts, waits for that, see `Faders`. If the program puts another value meanwhile, that is newer, and counts.
    @discardableResult
    public func set(_ value: Value) async throws(Refusal) -> Change<Value> {
        try await set(.value(kind.write(value).wire), .repeatable)
    }

    /// Sets it to what somebody has typed: `1.2k`, `+=3 dB`, `50%`. The refusal of a text that is not a value has an example.
    ///
    /// If the daemon goes before it has answered, throws `away`, because the text may be a relative change that has already been made.
    @discardableResult
    public func set(text: String) async throws(Refusal) -> Change<Value> { try await set(.text(text), .once) }

    /// Moves it to a position on the travel, 0…1, as a single drag does. For a drag through many positions see `gesture`.
    @discardableResult
    public func move(to position: Double) async throws(Refusal) -> Change<Value> {
        try await set(.position(try faders.checked(position, id)), .repeatable)
    }

    /// Moves it by steps, down with a negative number.
    @discardableResult
    public func step(by count: Int) async throws(Refusal) -> Change<Value> {
        try await ask(Routes.stepParameter, StepRequest(by: count), .once)
    }

    /// Back to its default.
    @discardableResult
    public func reset() async throws(Refusal) -> Change<Value> { try await ask(Routes.resetParameter, NoBody(), .repeatable) }

    /// Takes back what this program has declared under the id. Its value is remembered for the next time.
    public func takeBack() async { await faders.takeBack(box) }

    private func set(_ change: ParameterChange, _ manner: Faders.Manner) async throws(Refusal) -> Change<Value> {
        try await ask(Routes.setParameter, change, manner)
    }

    private func ask<Body>(
        _ route: Route<Body, ParameterResource>, _ body: Body, _ manner: Faders.Manner
    ) async throws(Refusal) -> Change<Value> {
        let resource = try await faders.ask(route, of: box, body, manner)
        guard let change = Change(Seen(resource), kind, notice: resource.notice) else {
            throw Refusal(.taken, id: id, "\(id) is of the kind \(resource.kind) now; declare another id")
        }
        return change
    }
}

// MARK: -

/// Something to press, without a value. It is pressed by a button, `faderctl press`, the page or a program.
public struct Trigger: Sendable {
    let box: Box
    let faders: Faders

    /// Its id.
    public var id: String { box.id }

    /// Whether a daemon has it now.
    public var isLive: Bool { box.isLive }

    /// Every press from now on. Up to 64 are kept until they are read; of more, the oldest are forgotten.
    public var presses: AsyncStream<Press> { box.presses.stream(keeping: 64) }

    /// Calls `work` for each press, one after the other, until the returned task is cancelled, the trigger is taken back or the connection is
    /// closed.
    @discardableResult
    public func onPress(_ work: @escaping @Sendable (Press) async -> Void) -> Task<Void, Never> {
        let presses = presses
        return Task { for await press in presses { await work(press) } }
    }

    /// Presses it.
    public func press() async throws(Refusal) {
        _ = try await faders.ask(Routes.pressTrigger, of: box, NoBody(), .now)
    }

    /// Takes back what this program has declared under the id.
    public func takeBack() async { await faders.takeBack(box) }
}
