internal import FaderAPI
internal import FaderJSON
internal import FaderModel

extension Faders {
    /// Declares a parameter. Without a daemon, returns at once with its default, and it is declared when a daemon comes.
    ///
    /// If the config has a parameter of this id and kind, this is that parameter, as the config describes it.
    ///
    /// - Throws: a `Refusal` of what is declared: an id or a range that is none, an id that the config or another program has as another
    ///   kind, too many parameters.
    public func declare<Value>(
        _ id: String, _ kind: FaderKind<Value>, label: String? = nil, default value: Value
    ) async throws(Refusal) -> Parameter<Value> {
        let box = try enter(id, kind, label: label, default: value)
        try await declareNow(box)
        return Parameter(box: box, kind: kind, faders: self, fallback: value)
    }

    /// Declares a trigger: something to press.
    public func declare(trigger id: String, label: String? = nil) async throws(Refusal) -> Trigger {
        let box = try enter(id, Self.trigger, label: label, default: nil)
        try await declareNow(box)
        return Trigger(box: box, faders: self)
    }

    /// A trigger that others have declared, or that the config has. A press of one that does not exist is refused.
    public nonisolated func trigger(_ id: String) -> Trigger { Trigger(box: known(id), faders: self) }

    /// A parameter that others have declared, or that the config has. As long as there is none of this id, its value is `nothing`.
    public nonisolated subscript(id: String) -> Parameter<FaderValue> {
        Parameter(box: known(id), kind: .any, faders: self, fallback: .nothing)
    }

    private nonisolated func known(_ id: String) -> Box {
        let (box, isNew) = board.boxOrNew(id, .nothing)
        if isNew || board.status == .connecting {
            submit { faders in
                faders.begin()
                faders.followMore()
            }
        }
        return box
    }

    private static let trigger = FaderKind<FaderValue>(["trigger"], ["kind": .text("trigger")], read: { $0 }, write: { $0 })

    // MARK: Without waiting

    /// Declares a parameter for a property, which cannot wait and cannot throw: what is wrong is in `problems`.
    nonisolated func enroll<Value>(
        _ id: String, _ kind: FaderKind<Value>, label: String?, default value: Value
    ) -> Parameter<Value> {
        let box: Box
        do throws(Refusal) {
            box = try enter(id, kind, label: label, default: value)
            submit { faders in
                faders.begin()
                faders.start { await $0.declareAgain(box) }
            }
        } catch {
            box = board.box(id, kind.write(value))
            board.set(error, of: id)
        }
        return Parameter(box: box, kind: kind, faders: self, fallback: value)
    }

    // MARK: What is declared

    /// Notes a declaration.
    private nonisolated func enter<Value>(
        _ id: String, _ kind: FaderKind<Value>, label: String?, default value: Value?
    ) throws(Refusal) -> Box {
        try enter(
            id, kind.json, kind.yaml, words: kind.words, mistake: kind.mistake, label: label, default: value.map(kind.write))
    }

    /// Never inlined: there would be a copy for each type.
    @inline(never)
    private nonisolated func enter(
        _ id: String, _ json: [String: JSONValue], _ yaml: [String: String], words: [String], mistake: String?, label: String?,
        default value: FaderValue?
    ) throws(Refusal) -> Box {
        if let mistake { throw Refusal(.declaration, id: id, "\(id.withoutControls()) is not declared: \(mistake)") }
        guard board.status != .closed else { throw Refusal(.away, id: id, "the connection is closed; make another") }
        let box = board.box(id, value ?? .nothing)
        var keys = json
        keys["label"] = label.map { .text($0) }
        if let value { keys["default"] = try Self.json(value, of: id) }
        box.declare(DeclareRequest(id: id, parameter: keys, yaml: yaml.isEmpty ? nil : yaml, by: name), words: words)
        return box
    }

    private static func json(_ value: FaderValue, of id: String) throws(Refusal) -> JSONValue {
        func spell(_ number: Double) -> JSONValue { number == -.infinity ? .text("-inf") : .number(number) }
        switch value {
        case .number(let number) where number.isNaN || number == .infinity:
            throw Refusal(.declaration, id: id, "\(id) is not declared: its default is no finite number")
        case .number(let number): return spell(number)
        case .flag(let flag): return .flag(flag)
        case .word(let word): return .text(word)
        case .pair(let low, let high):
            guard low.isFinite, high.isFinite else {
                throw Refusal(.declaration, id: id, "\(id) is not declared: its default is no finite range")
            }
            return .list([.number(low), .number(high)])
        case .nothing: return .null
        }
    }
}
