public import FaderValues

/// Which parts of a new configuration existed before: indices into the old one, nil for new parts.
public struct Continuity: Sendable {
    /// The old index of each new parameter; nil for a new one, and if its kind or unit changed so that a number would mean another value.
    public let parameters: [ParameterIndex?]
    /// The new index of each old parameter; nil if it is gone.
    let newParameters: [ParameterIndex?]
    public let surfaces: [SurfaceIndex?]
    /// The surfaces and their order are the old ones: no port has to be touched.
    public let keepsSurfaces: Bool
    /// All parameters and controls are the old ones, under their old indices.
    let keepsIndices: Bool
    /// The new index of each old control; nil if it is gone, uses other messages, or its travel is reversed.
    public let controls: [ControlIndex?]
    public let decks: DeckContinuity
    /// What becomes of the numbers of a parameter's options, by new parameter; nil for most.
    let renumberings: [Renumbering?]

    /// Compares by names: parameters by id, surfaces by name (see `isReplaced`), controls by id if the messages are the same. Without
    /// `renumberings`, all options keep their numbers.
    public init(from old: Configuration, to new: Configuration, renumberings: [Renumbering?] = []) {
        self.renumberings = renumberings.isEmpty ? Array(repeating: nil, count: new.parameters.count) : renumberings
        let oldParameters = Dictionary(old.parameters.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        parameters = new.parameters.map { spec in
            oldParameters[spec.id].flatMap { old.parameters[$0].counts(like: spec) ? ParameterIndex($0) : nil }
        }
        var newParameters = [ParameterIndex?](repeating: nil, count: old.parameters.count)
        for (index, previous) in parameters.enumerated() {
            if let previous { newParameters[previous.offset] = ParameterIndex(index) }
        }
        self.newParameters = newParameters
        decks = DeckContinuity(from: old.decks, to: new.decks)
        let oldSurfaces = Dictionary(zip(old.surfaces.map(\.name), old.surfaces.rowIndices), uniquingKeysWith: { first, _ in first })
        surfaces = new.surfaces.map { surface in
            oldSurfaces[surface.name].flatMap { old.surfaces[$0].isReplaced(by: surface) ? nil : $0 }
        }
        keepsSurfaces = surfaces == old.surfaces.rowIndices.map { $0 }
        var newControls: [String: (ControlIndex, ControlSpec)] = [:]
        var index = ControlIndex(0)
        for surface in new.surfaces {
            for control in surface.controls {
                newControls["\(surface.name)\n\(control.id)"] = (index, control)
                index = index.advanced(by: 1)
            }
        }
        let controls = old.surfaces.flatMap { surface in
            surface.controls.map { control -> ControlIndex? in
                guard let (index, same) = newControls["\(surface.name)\n\(control.id)"], same.input == control.input,
                    same.motor == control.motor, same.touch == control.touch, same.isInverted == control.isInverted,
                    same.takeoverLamp == control.takeoverLamp, same.isLSBFirst == control.isLSBFirst
                else { return nil }
                return index
            }
        }
        self.controls = controls
        keepsIndices =
            parameters == old.parameters.rowIndices.map { $0 } && controls == (0..<index.offset).map { ControlIndex($0) }
    }
}

extension SurfaceSpec {
    /// Whether a surface of the same name is now another device, or another mode of it. That counts only if the old one has to be sent last
    /// messages: then it loses its port meanwhile and is greeted as a new one.
    fileprivate func isReplaced(by new: SurfaceSpec) -> Bool {
        !end.isEmpty
            && (match != new.match || profile != new.profile || channel != new.channel || begin != new.begin || speaks != new.speaks)
    }
}

extension Continuity {
    func newParameter(_ old: ParameterIndex) -> ParameterIndex? { newParameters[old.offset] }

    /// Drives nothing if its parameter is gone. A button that sets an option sets it under its new number.
    func kept(_ old: Mapping) -> Mapping {
        var kept = old.translated { newParameter($0) }
        kept.action = self.kept(kept.action, on: kept.parameter)
        kept.presses = kept.presses.map { Presses.Job(parameter: $0.parameter, action: self.kept($0.action, on: $0.parameter)) }
        return kept
    }

    private func kept(_ action: ControlAction, on parameter: ParameterIndex?) -> ControlAction {
        guard let table = parameter.flatMap({ renumberings[$0.offset]?.table }) else { return action }
        switch action {
        case .set(let value): return table.known(value).map { .set($0) } ?? .missing(0)
        case .hold(let value): return table.known(value).map { .hold($0) } ?? .missing(0)
        default: return action
        }
    }
}

public struct DeckContinuity: Sendable, Equatable {
    /// What is known of each new deck; nil for one that did not exist.
    private let decks: [Known?]

    private struct Known: Sendable, Equatable {
        let deck: Int
        let pages: [Int?]
        /// For each old word that can be selected, its new place; nil if it is gone.
        let words: [Int?]
    }

    public init(from old: [DeckSpec], to new: [DeckSpec]) {
        decks = new.map { deck in
            guard let place = old.firstIndex(where: { $0.name == deck.name }) else { return nil }
            let words = Dictionary((deck.selection?.words ?? []).enumerated().map { ($1, $0) }) { first, _ in first }
            return Known(
                deck: place, pages: deck.pages.map { page in old[place].pages.firstIndex { $0.name == page.name } },
                words: (old[place].selection?.words ?? []).map { words[$0] })
        }
    }

    public func memories(after old: [DeckMemory]) -> [DeckMemory?] {
        decks.map { known in
            guard let known, old.indices.contains(known.deck) else { return nil }
            let memory = old[known.deck]
            let beneath = known.pages.firstIndex { $0 == memory.beneath } ?? 0
            var next = DeckMemory(
                page: known.pages.firstIndex { $0 == memory.page } ?? beneath,
                banks: known.pages.map { page in page.map { memory.banks.indices.contains($0) ? memory.banks[$0] : 0 } ?? 0 })
            next.beneath = beneath
            next.selected = memory.selected.flatMap { known.words.indices.contains($0) ? known.words[$0] : nil }
            return next
        }
    }
}
