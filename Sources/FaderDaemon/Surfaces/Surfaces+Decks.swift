public import FaderAPI
internal import FaderConsole
internal import FaderMIDI
public import FaderServer
internal import FaderValues

extension Surfaces {
    /// `page` is a name, `next` or `previous`. Throws `conflict` if the surface has neither strips nor pages.
    public func turn(_ surface: String, to page: String) async throws(ServiceError) -> ViewResource {
        try await show(on: surface) { spec, _ throws(ServiceError) in
            switch page {
            case "next": return .turn(by: 1)
            case "previous": return .turn(by: -1)
            default:
                if let index = spec.pages.firstIndex(where: { $0.name == page }) { return .page(index) }
                throw .unknownPage(page, of: surface, suggestion: Suggester.nearest(to: page, among: spec.pages.map(\.name)))
            }
        }
    }

    /// Shows other strips. Throws as `turn` does.
    public func move(_ surface: String, _ request: BankRequest) async throws(ServiceError) -> ViewResource {
        try await show(on: surface) { _, now throws(ServiceError) in
            guard now.strips > 0 else { throw .conflict("the page \(now.page) of \(surface) has no strips; show a page that has some") }
            return switch request {
            case .to(let strip): .bank(max(strip, 1) - 1)
            case .by(let count): .move(by: count)
            }
        }
    }

    /// Selects the strip with a word, or none. Throws `conflict` if the surface has no `selected:`.
    public func select(_ surface: String, _ word: String?) async throws(ServiceError) -> ViewResource {
        try await show(on: surface) { spec, _ throws(ServiceError) in
            guard let selection = spec.selection else {
                throw .conflict("no strip of \(surface) can be selected; docs/banks.md says how to write selected:")
            }
            guard let word else { return .select(nil) }
            if let place = selection.place(of: word) { return .select(place) }
            throw .unknownStrip(word, of: surface, suggestion: Suggester.nearest(to: word, among: selection.words))
        }
    }

    private func show(
        on surface: String, _ request: (DeckSpec, ViewResource) throws(ServiceError) -> DeckRequest
    ) async throws(ServiceError) -> ViewResource {
        while true {
            let catalog = mirror.catalog
            guard let deck = catalog.deck(named: surface) else {
                let names = catalog.configuration.surfaces.map(\.name) + catalog.configuration.decks.map(\.name)
                guard !names.contains(surface) else {
                    throw .conflict("\(surface) has neither strips nor pages; faderd.yaml(5) says how to write them")
                }
                throw .unknownSurface(surface, suggestion: Suggester.nearest(to: surface, among: names))
            }
            let wanted = try request(catalog.configuration.decks[deck], catalog.resource(of: deck))
            let isDone = try await engine.asked { try await $0.show(wanted, on: deck, generation: catalog.generation) }
            let now = mirror.catalog
            // If not, another configuration is in force by now.
            if isDone, now.generation == catalog.generation { return now.resource(of: deck) }
        }
    }
}
