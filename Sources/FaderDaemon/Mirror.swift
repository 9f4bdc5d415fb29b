internal import FaderCore
internal import FaderEngine
internal import Synchronization

/// The async world's copy of what the MIDI thread holds: read by every request, written by the engine's notifying thread alone.
final class Mirror: Sendable {
    private let state: Mutex<State>

    private struct State {
        var catalog: Catalog
        /// A configuration that is on its way in: in force with the first event of its generation.
        var next: Catalog?
        var reports: [ParameterReport]
        var connections: [Connections]
    }

    /// Everything at one moment.
    struct Picture: Sendable {
        let catalog: Catalog
        let reports: [ParameterReport]
        let connections: [Connections]
    }

    /// What an id stands for, and how it stands: one report, or those of a group's parts.
    struct Standing: Sendable {
        let catalog: Catalog
        let place: Catalog.Place
        var reports: [ParameterReport]
    }

    init(_ catalog: Catalog) {
        let reports = catalog.initialValues.indices.map { Self.initial(catalog, $0) }
        for report in reports { Self.keepText(of: report, catalog) }
        let connections = [Connections](repeating: Connections(), count: catalog.configuration.surfaces.count)
        state = Mutex(State(catalog: catalog, next: nil, reports: reports, connections: connections))
    }

    var catalog: Catalog { state.withLock { $0.catalog } }

    var picture: Picture {
        state.withLock { Picture(catalog: $0.catalog, reports: $0.reports, connections: $0.connections) }
    }

    private static func initial(_ catalog: Catalog, _ index: Int) -> ParameterReport {
        let value = catalog.initialValues[index]
        return ParameterReport(parameter: index, value: value, revision: 0, origin: .restore, control: -1)
    }

    private static func keepText(of report: ParameterReport, _ catalog: Catalog) {
        let spec = catalog.configuration.parameters[report.parameter]
        if case .text = spec.kind { catalog.words.use(report.value, for: spec.id) }
    }

    /// What an id stands for, and how it stands. Nil where there is none of that id.
    func look(up id: String) -> Standing? {
        state.withLock { state in
            guard let place = state.catalog.places[id] else { return nil }
            return Self.standing(place, state)
        }
    }

    /// The group that a parameter is part of, as it stands; nil for what is part of none.
    func group(of parameter: Int) -> Standing? {
        state.withLock { state in
            guard state.catalog.groupOf.indices.contains(parameter), let group = state.catalog.groupOf[parameter] else { return nil }
            return Self.standing(.group(group), state)
        }
    }

    private static func standing(_ place: Catalog.Place, _ state: borrowing State) -> Standing {
        let (catalog, reports) = (state.catalog, state.reports)
        return Standing(catalog: catalog, place: place, reports: catalog.parameters(of: place).map { reports[$0] })
    }

    /// Takes a change in. Nil when it belongs to no configuration that is in force, or is older than what is known; not new when it
    /// is what is known already.
    func take(_ report: ParameterReport, generation: UInt64) -> (catalog: Catalog, isNew: Bool)? {
        state.withLock { state in
            Self.settle(&state, generation)
            guard generation == state.catalog.generation, report.revision >= state.reports[report.parameter].revision else { return nil }
            let isNew = report.revision > state.reports[report.parameter].revision
            if isNew {
                state.reports[report.parameter] = report
                Self.keepText(of: report, state.catalog)
            }
            return (state.catalog, isNew)
        }
    }

    /// Takes a surface's connections in; the surface's name, and whether it came or went, or nil where neither.
    func take(_ surface: Int, _ connections: Connections, generation: UInt64) -> (name: String, isThere: Bool)? {
        state.withLock { state in
            Self.settle(&state, generation)
            guard generation == state.catalog.generation else { return nil }
            let wasThere = state.connections[surface] != Connections()
            state.connections[surface] = connections
            let isThere = connections != Connections()
            return wasThere == isThere ? nil : (state.catalog.configuration.surfaces[surface].name, isThere)
        }
    }

    /// Announces a configuration before the MIDI thread gets it.
    func prepare(_ catalog: Catalog) { state.withLock { $0.next = catalog } }

    /// The announced configuration is in force.
    func commit(_ generation: UInt64) { state.withLock { Self.settle(&$0, generation) } }

    /// Goes over to the announced configuration. By now every change of the one before has come in, for they come in order.
    private static func settle(_ state: inout State, _ generation: UInt64) {
        guard let next = state.next, next.generation == generation else { return }
        let old = state
        state.reports = next.configuration.parameters.enumerated().map { index, spec in
            guard case .parameter(let before)? = old.catalog.places[spec.id],
                old.catalog.configuration.parameters[before].kind.counts(like: spec.kind)
            else { return initial(next, index) }
            // A value the new range clamps gets its new revision from the MIDI thread's report.
            var report = old.reports[before]
            report.parameter = index
            report.value = next.scales[index].clamp(report.value) ?? spec.defaultValue
            report.control = -1
            return report
        }
        for report in state.reports { keepText(of: report, next) }
        for spec in old.catalog.configuration.parameters where next.places[spec.id] == nil { next.words.drop(spec.id) }
        let surfaces = old.catalog.configuration.surfaces
        state.connections = next.configuration.surfaces.map { surface in
            surfaces.firstIndex { $0.name == surface.name }.map { old.connections[$0] } ?? Connections()
        }
        state.catalog = next
        state.next = nil
    }
}
