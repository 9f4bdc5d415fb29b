internal import FaderAPI
internal import FaderConsole
internal import FaderValues

extension Catalog {
    /// The places where these parameters are mapped but not shown at present (other banks, pages, modifiers), in the order of the config,
    /// then borrowed controls that would drive them.
    func hidden(_ parameters: [ParameterIndex], borrowed: Set<String>) -> [ExplainResource.Hidden] {
        let lent = mappings.rowIndices.filter { borrowed.contains(controlName($0)) && drives(mappings[$0], parameters) }
        return hiddenByDecks(parameters)
            + lent.map {
                .init(
                    control: controlName($0), by: .borrowed,
                    text: "borrowed, for example by faderctl calibrate or learn: it drives nothing until it is given back")
            }
    }

    private func hiddenByDecks(_ parameters: [ParameterIndex]) -> [ExplainResource.Hidden] {
        zip(configuration.decks.rowIndices, configuration.decks).flatMap { index, deck in
            let view = View(deck: deck, state: decks[index.offset])
            return hiddenStrips(of: parameters, view) + hiddenControls(of: parameters, view)
        }
    }

    private struct View {
        let deck: DeckSpec
        let state: DeckState

        var page: String { deck.pages[state.page].name }

        /// nil if neither page nor modifiers are the reason.
        func reason(page wanted: Int?, _ modifiers: ModifierSet) -> (by: ExplainResource.Hidden.Cause, text: String)? {
            if let wanted, wanted != state.page { return (.page, "on page \(deck.pages[wanted].name), and \(page) is shown") }
            guard !modifiers.isSubset(of: state.modifiers) else { return nil }
            return (.modifier, "only while \(names(of: modifiers)) is on")
        }

        /// Why a job for the selected strip is not shown; nil if that strip is selected.
        func reason(selected word: Int?) -> (by: ExplainResource.Hidden.Cause, text: String)? {
            guard let wanted = deck.word(of: word), word != state.selected else { return nil }
            return (.selected, "only while \(wanted) is selected, and \(deck.word(of: state.selected) ?? "nothing") is")
        }

        func names(of modifiers: ModifierSet) -> String { deck.names(of: modifiers).joined(separator: " and ") }

        /// The page or modifiers that make a control do something else.
        var override: (by: ExplainResource.Hidden.Cause, text: String) {
            state.modifiers.isEmpty
                ? (.page, "does something else on page \(page)")
                : (.modifier, "does something else while \(names(of: state.modifiers)) is on")
        }
    }

    private func drives(_ mapping: Mapping, _ parameters: [ParameterIndex]) -> Bool {
        ([mapping.parameter, mapping.otherEnd] + mapping.presses.jobs.map(\.parameter)).contains { $0.map(parameters.contains) ?? false }
    }

    private func hiddenStrips(of parameters: [ParameterIndex], _ view: View) -> [ExplainResource.Hidden] {
        var hidden: [ExplainResource.Hidden] = []
        // A spilled group is a passing view of strips that have a page of their own.
        for (number, page) in view.deck.pages.enumerated() where page.spilled == nil || number == view.state.page {
            for strip in 0..<page.strips {
                let columns = page.columns.filter {
                    $0.kind != StripColumn.meter && $0.cells.indices.contains(strip) && drives($0.cells[strip], parameters)
                }
                guard let reason = reason(of: strip, page: number, columns, parameters, view) else { continue }
                hidden.append(.init(control: "\(view.deck.name) strip \(strip + 1)", by: reason.by, text: reason.text))
            }
        }
        return hidden
    }

    /// Why no control of a strip drives some parameters that the strip has; nil if one does, or if the strip has none of them.
    private func reason(
        of strip: Int, page: Int, _ columns: [StripColumn], _ parameters: [ParameterIndex], _ view: View
    ) -> (by: ExplainResource.Hidden.Cause, text: String)? {
        guard !columns.isEmpty else { return nil }
        if page == view.state.page, strip < view.state.bank || strip >= view.state.bank + view.deck.width {
            let last = min(view.state.bank + view.deck.width, view.deck.pages[page].strips)
            return (.bank, "not in this bank, which shows strips \(view.state.bank + 1) to \(last)")
        }
        let reasons = columns.map { view.reason(page: page, $0.modifiers) }
        if reasons.allSatisfy({ $0 != nil }) { return reasons[0] }
        let controls = columns.compactMap { control(of: $0.kind, at: strip - view.state.bank, view.deck) }
        return controls.contains { drives(mappings[$0], parameters) } ? nil : view.override
    }

    /// The control of a kind in one of the strips that a deck shows at once, by the strip's place among them.
    private func control(of kind: String, at place: Int, _ deck: DeckSpec) -> ControlIndex? {
        var first = 0
        for (surface, width) in zip(deck.surfaces, deck.widths) {
            if place < first + width {
                let id = "\(kind).\(place - first + 1)"
                return zip(controls(ofSurface: surface), configuration.surfaces[surface].controls).first { $0.1.id == id }?.0
            }
            first += width
        }
        return nil
    }

    private func hiddenControls(of parameters: [ParameterIndex], _ view: View) -> [ExplainResource.Hidden] {
        view.deck.surfaces.flatMap { surface in
            zip(controls(ofSurface: surface), configuration.surfaces[surface].controls).flatMap { control, spec in
                (spec.jobs + [Job(mapping: Mapping(spec))]).compactMap { job in
                    if let page = job.page, page != view.state.page, view.deck.pages[page].spilled != nil { return nil }
                    guard drives(job.mapping, parameters), !drives(mappings[control], parameters) else { return nil }
                    let reason = view.reason(page: job.page, job.modifiers) ?? view.reason(selected: job.selected) ?? view.override
                    return ExplainResource.Hidden(control: controlName(control), by: reason.by, text: reason.text)
                }
            }
        }
    }
}
