public import FaderAPI
internal import FaderConfig
internal import FaderConsole
internal import FaderMIDI
public import FaderServer
public import FaderSystem
internal import FaderTargets
internal import FaderValues

/// The parameters and compounds as clients read them.
@Owner
public final class Parameters: Subject {
    private let loans: Loans
    private let declared: Declared
    private let triggers: Triggers
    /// What pages show, for page keys, cached for one configuration.
    private var known: (generation: Generation, contents: [String: PageContents]) = (.first, [:])

    init(_ commands: Commands, _ loans: Loans, _ declared: Declared, _ triggers: Triggers) {
        (self.loans, self.declared, self.triggers) = (loans, declared, triggers)
        super.init(commands)
    }

    /// All parameters and compounds, in the order of the config.
    public func all(for wish: ViewerRequest) -> Rendering<[ParameterResource]> {
        { [picture = mirror.picture] in picture.parameters(for: wish) }
    }

    public func state(of id: String, for wish: ViewerRequest) throws(ServiceError) -> ParameterResource {
        let (state, viewer) = try mirror.look(up: id, wish)
        return state.resource(for: viewer)
    }

    /// The last decisions about a parameter, or about the parts of a compound; oldest first.
    public func explain(_ id: String, for wish: ViewerRequest) async throws(ServiceError) -> ExplainResource {
        while true {
            let (state, viewer) = try mirror.look(up: id, wish)
            let catalog = state.catalog
            var all: [(decision: Decision, parameter: ParameterIndex)]? = []
            for parameter in state.parameters {
                let decisions = try await engine.asked {
                    try await $0.explain(parameter: parameter, generation: catalog.generation)
                }
                all = decisions.flatMap { decisions in all.map { $0 + decisions.map { ($0, parameter) } } }
            }
            // Nil means that another configuration is in force by now.
            guard let all else { continue }
            let targets = await targets.reports(of: id, for: viewer)
            let hidden = catalog.hidden(state.parameters, borrowed: loans.names)
            let now = state.resource(for: viewer)
            return ExplainResource(
                id: id, text: now.text, known: now.known, absent: now.absent,
                decisions: all.reversed().sorted { $0.decision.time < $1.decision.time }
                    .map {
                        catalog.resource(
                            $0.decision, of: $0.parameter, by: authors.writers[$0.decision.change],
                            end: $0.decision.kind == .changed ? triggers.ends[$0.decision.change] : nil, for: viewer)
                    },
                targets: targets, hidden: hidden.isEmpty ? nil : hidden)
        }
    }

    func contents(ofPage name: String) -> PageContents {
        let catalog = mirror.catalog
        if known.generation != catalog.generation { known = (catalog.generation, [:]) }
        if let contents = known.contents[name] { return contents }
        let contents = catalog.contents(ofPage: name)
        // Only pages that exist are cached, because keys may name others.
        if catalog.settings.pages.contains(where: { $0.name == name }) { known.contents[name] = contents }
        return contents
    }

    /// The pages, in the config's order. With `everything`, also a page without a name that shows all parameters.
    public func pages(everything: Bool = false) -> Rendering<[PageResource]> {
        { [catalog = mirror.catalog, lists = declared.lists] in
            let strips = MixerStrips(lists, templates: catalog.settings.templates)
            let pages = catalog.settings.pages + (everything ? [PageSpec(name: "", view: .list, show: ["*"])] : [])
            return pages.map { page in catalog.resource(page, strips.strips(of: catalog.shown(on: page))) }
        }
    }
}

extension Mirror.Picture {
    func parameters(for wish: ViewerRequest, where isWanted: (String) -> Bool = { _ in true }) -> [ParameterResource] {
        let viewer = catalog.settings.lenientViewer(for: wish)
        return catalog.order.filter { isWanted(catalog.configuration.id(of: $0)) }.map { item in
            catalog.resource(item, reports(of: item), hands, for: viewer)
        }
    }
}

extension Parameters {
    var endpoints: [Endpoint] {
        [
            .long(Routes.listParameters) { [self] call throws(ServiceError) in
                _ = try mirror.catalog.settings.viewer(for: call.viewer)
                let (wanted, page, picture) = (call.prefixes, call.page, mirror.picture)
                return { picture.parameters(for: call.viewer) { page?.has($0) ?? true && wanted.match($0) } }
            },
            .atOnce(Routes.getParameter) { [self] call, _ throws(ServiceError) in try state(of: call.id, for: call.viewer) },
            .on(Routes.explainParameter) { [self] call, _ throws(ServiceError) in try await explain(call.id, for: call.viewer) },
            .long(Routes.listPages) { [self] call in pages(everything: call.flag("everything")) },
        ]
    }
}
