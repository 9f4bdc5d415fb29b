internal import FaderAPI
internal import FaderJSON
internal import FaderValues

extension Faders {
    /// Declares a parameter. Without a daemon, returns at once with its default, and it is declared when a daemon comes.
    ///
    /// If the config has a parameter of this id and kind, this is that parameter, as the config describes it.
    ///
    /// - Throws: a `Refusal` if the declaration is refused: an invalid id or range, an id that the config or another program has as
    ///   another kind, too many parameters.
    public func declare<Value>(
        _ id: String, _ kind: FaderKind<Value>, label: String? = nil, default value: Value
    ) async throws(Refusal) -> Parameter<Value> {
        let box = try enter(id, kind, label: label, default: value)
        try await declare(box)
        return Parameter(box: box, kind: kind, faders: self, fallback: value)
    }

    /// Declares a trigger: something to press.
    public func declare(trigger id: String, label: String? = nil) async throws(Refusal) -> Trigger {
        let box = try enter(id, Self.trigger, label: label, default: nil)
        try await declare(box)
        return Trigger(box: box, faders: self)
    }

    /// A trigger that others have declared, or that the config has. A press of one that does not exist is refused.
    public nonisolated func trigger(_ id: String) -> Trigger { Trigger(box: known(id), faders: self) }

    /// A parameter that others have declared, or that the config has. As long as there is none of this id, its value is `nothing`.
    public nonisolated subscript(id: String) -> Parameter<FaderValue> {
        Parameter(box: known(id), kind: .any, faders: self, fallback: .nothing)
    }

    private nonisolated func known(_ id: String) -> Box {
        let box = board.box(id, .nothing)
        goOn()
        return box
    }

    /// Returns when it is known whether a declaration is refused.
    private func declare(_ box: Box) async throws(Refusal) {
        link?.redeclare(box.id)
        await settled()
        guard let refusal = board.refusal(of: box.id) else { return }
        // The error tells the program, so it is not in `problems`, too.
        box.declare(nil)
        board.set(nil, of: box.id)
        throw refusal
    }

    private static let trigger = FaderKind<FaderValue>(["trigger"], ["kind": .text("trigger")], read: { $0 }, write: { $0 })

    /// Declares a parameter for a property, which cannot wait and cannot throw: what is wrong is in `problems`.
    nonisolated func enroll<Value>(
        _ id: String, _ kind: FaderKind<Value>, label: String?, default value: Value
    ) -> Parameter<Value> {
        let box = board.box(id, kind.write(value))
        do throws(Refusal) {
            _ = try enter(id, kind, label: label, default: value)
            goOn(declaring: id)
        } catch {
            board.set(error, of: id)
        }
        return Parameter(box: box, kind: kind, faders: self, fallback: value)
    }

    // MARK: What is declared

    private nonisolated func enter<Value>(
        _ id: String, _ kind: FaderKind<Value>, label: String?, default value: Value?
    ) throws(Refusal) -> Box {
        if let mistake = kind.mistake { throw Refusal(.declaration, id: id, "\(id.withoutControls()) is not declared: \(mistake)") }
        guard board.status != .closed else { throw Refusal(.away, id: id, "the connection is closed; make another") }
        let value = value.map(kind.write)
        let box = board.box(id, value ?? .nothing)
        var keys = kind.json
        keys["label"] = label.map { .text($0) }
        if let value { keys["default"] = try Self.json(value, of: id) }
        box.declare(DeclareRequest(id: id, parameter: keys, yaml: kind.yaml.isEmpty ? nil : kind.yaml, by: name), words: kind.words)
        return box
    }

    private static func json(_ value: FaderValue, of id: String) throws(Refusal) -> JSONValue {
        func spell(_ number: Double) -> JSONValue { number == -.infinity ? .text("-inf") : .number(number) }
        switch value {
        case .number(let number) where number.isNaN || number == .infinity:
            throw Refusal(.declaration, id: id, "\(id) is not declared: its default is not a finite number")
        case .number(let number): return spell(number)
        case .flag(let flag): return .flag(flag)
        case .word(let word): return .text(word)
        case .pair(let low, let high):
            guard low.isFinite, high.isFinite else {
                throw Refusal(.declaration, id: id, "\(id) is not declared: its default is not a finite range")
            }
            return .list([.number(low), .number(high)])
        case .nothing: return .null
        }
    }
}
