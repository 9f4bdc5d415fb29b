internal import FaderConsole
internal import FaderMIDI
internal import FaderServer
internal import FaderStore
internal import FaderValues

/// A value to set a parameter to, for undo, recall and import.
struct Setting: Sendable, Equatable {
    var id: String
    var value: KeptValue
}

struct LeftOut: Sendable, Equatable {
    var id: String
    var value: KeptValue
    /// A hand holds the parameter, so it does not glide.
    var isInHand = false
    /// The present value is not known. If this and `isInHand` are false, the parameter is not configured, or the value or its unit does not fit it.
    var isUnheard = false
}

extension Commands {
    /// Sets several parameters as one change, not yet durable, in whatever configuration is in force by then. Returns what was left out.
    /// Recall and undo leave out parameters whose present value is not known.
    @discardableResult
    func apply(
        _ settings: [Setting], _ origin: ChangeOrigin, over duration: MonotonicTime.Interval? = nil, change: ChangeNumber
    ) async throws(ServiceError) -> [LeftOut] {
        let catalog = mirror.catalog
        let (texts, others) = settings.reduce(into: ([Setting](), [Setting]())) { parts, setting in
            if let index = catalog.index(of: setting.id), catalog.isText(index) {
                parts.0.append(setting)
            } else {
                parts.1.append(setting)
            }
        }
        var left = try await apply(piece: others, origin, over: duration, change: change)
        // The table keeps only its newest numbers until parameters use them, so never ask for more than that at once.
        for start in stride(from: 0, to: texts.count, by: TextTable.kept / 4) {
            let piece = Array(texts[start..<min(start + TextTable.kept / 4, texts.count)])
            left += try await apply(piece: piece, origin, over: duration, change: change)
        }
        return left
    }

    private func apply(
        piece settings: [Setting], _ origin: ChangeOrigin, over duration: MonotonicTime.Interval?, change: ChangeNumber
    ) async throws(ServiceError) -> [LeftOut] {
        while true {
            let picture = mirror.picture
            let catalog = picture.catalog
            let sparesUnheard = origin == .recall || origin == .undo
            let unheard = sparesUnheard ? settings.filter { picture.isUnheard($0.id) } : []
            let settings = unheard.isEmpty ? settings : settings.filter { !picture.isUnheard($0.id) }
            let numbers = settings.map { setting -> (ParameterIndex, Double)? in
                guard let index = catalog.index(of: setting.id) else { return nil }
                return catalog.number(of: setting.value, parameter: index).map { (index, $0) }
            }
            let fitting = numbers.compactMap { $0 }
            let commands = catalog.commands(setting: fitting, origin, over: duration)
            let leaving = catalog.leavingMembers(commands)
            let notes = unheard.compactMap { catalog.index(of: $0.id) }
                .map { Command.record(.notHeard, parameter: $0, origin) }
            let outcomes = try await engine.asked {
                try await $0.submit(leaving + commands + notes, change: change, generation: catalog.generation)
            }
            guard let outcomes else { continue }
            let left =
                zip(settings, numbers).filter { $0.1 == nil }.map { LeftOut(id: $0.0.id, value: $0.0.value) }
                + unheard.map { LeftOut(id: $0.id, value: $0.value, isUnheard: true) }
            guard duration != nil else { return left }
            // Each glide has a command of its own.
            let held = zip(fitting, outcomes.dropFirst(leaving.count)).filter { $0.1.isInHand }.map { $0.0 }
            return left
                + held.map { LeftOut(id: catalog.id(of: $0.0), value: catalog.kept($0.1, parameter: $0.0), isInHand: true) }
        }
    }
}

extension Catalog {
    /// One command sets both ends of a range: one after the other, the old value of the second could stop the first.
    func commands(
        setting numbers: [(parameter: ParameterIndex, value: Double)], _ origin: ChangeOrigin, over duration: MonotonicTime.Interval? = nil
    ) -> [Command] {
        if let duration { return numbers.map { .glide(parameter: $0.parameter, to: $0.value, over: duration, origin) } }
        let values = Dictionary(numbers.map { ($0.parameter, $0.value) }, uniquingKeysWith: { $1 })
        return numbers.compactMap { parameter, value in
            guard let compound = compoundSpec(of: parameter), compound.kind.ends != nil else {
                return .set(parameter: parameter, value, origin)
            }
            let (low, high) = (compound.parts[0], compound.parts[1])
            guard let lowValue = values[low], let highValue = values[high] else { return .set(parameter: parameter, value, origin) }
            return parameter == low ? .setBoth(low: low, lowValue, highValue, origin) : nil
        }
    }
}
