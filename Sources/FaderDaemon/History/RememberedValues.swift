internal import FaderConsole
internal import FaderStore
internal import FaderSystem
internal import FaderValues
internal import Logging

/// The stored values, including those of parameters that are not configured now.
@Owner
final class RememberedValues {
    private let store: StateStore
    private let log: Logger
    private(set) var values: KeptValues
    /// How many values were dropped because there was no room for them.
    private var forgotten = 0

    init(_ stored: [String: KeptValue], _ catalog: Catalog, _ store: StateStore, _ log: Logger) {
        (self.store, self.log) = (store, log)
        let ages = store.takeAges()
        values = KeptValues(stored, ages: ages) { catalog.items[$0] != nil }
        store.mark(values.ages.filter { $1 != ages[$0, default: 0] })
        adopt(catalog.units)
    }

    subscript(id: String) -> KeptValue? { values[id] }

    /// Whether it has a value of the parameter in its present unit.
    func hasValue(of spec: ParameterSpec) -> Bool { values[spec.id]?.isOf(unit: spec.keptUnit) ?? false }

    /// Keeps values of parameters that are not configured. Returns how many were forgotten to make room.
    func keep(_ kept: [(id: String, value: KeptValue)]) async -> Int {
        let age = values.nextAge()
        let batch = await SeparateThread.run { KeptBatch(kept, age: age) }
        for (id, value) in kept { values.keep(id, value, age: age) }
        let gone = values.trim()
        store.keep(batch)
        forget(gone)
        return gone.count
    }

    /// Remembers the values of the former configuration, and those with which the new one begins. What the new one lacks counts as not
    /// configured, what it has again as configured.
    func add(_ transition: CatalogTransition, _ chosen: [String: KeptValue]) {
        for more in [transition.left, chosen, transition.unsaved] { for (id, value) in more { values.store(id, value) } }
        var ages: [String: UInt64] = [:]
        let age = values.nextAge()
        for id in transition.gone {
            guard let value = values[id] else { continue }
            values.keep(id, value, age: age)
            ages[id] = age
        }
        for id in values.leftBehind where transition.next.index(of: id) != nil && values.configure(id) { ages[id] = 0 }
        store.mark(ages)
        forget(values.trim())
        adopt(transition.units)
    }

    /// Gives kept values without a unit that of their parameter.
    private func adopt(_ units: [String: String]) {
        let lacking = values.adopt(units: units)
        store.adopt(units: units, lacking: lacking)
    }

    private func forget(_ ids: [String]) {
        guard !ids.isEmpty else { return }
        forgotten += ids.count
        log.warning("\(Self.sentence(onForgotten: ids.count))")
        store.forget(ids, warning: Self.sentence(onForgotten: forgotten))
    }

    private static func sentence(onForgotten count: Int) -> String {
        "\(count == 1 ? "1 value" : "\(count) values") of parameters that are not configured \(count == 1 ? "was" : "were") forgotten, "
            + "oldest first: at most \(KeptValues.countLimit) are kept, \(KeptValues.byteLimit >> 20) MiB in all"
    }
}

extension KeptValues {
    /// What the parameters of the next configuration have, or begin with if they are new. Values in another unit are left out.
    func initialValues(
        for configuration: Configuration, after picture: Mirror.Picture, _ chosen: [String: KeptValue]
    ) -> [String: KeptValue] {
        let now = picture.lastingValues
        return configuration.parameters.reduce(into: [String: KeptValue]()) { stored, spec in
            // If somebody has set the parameter since, its remembered value is out of date.
            let isChosen = picture.catalog.index(of: spec.id).map { picture.isChosen[$0.offset] } ?? false
            let all = [now[spec.id], chosen[spec.id], isChosen ? nil : self[spec.id]].compactMap { $0 }
            let candidates = all.filter { $0.isOf(unit: spec.keptUnit) }
            // A text or word from when the parameter had another kind also has no unit. It is used only if nothing else fits.
            let fitting = candidates.first { Catalog.takes($0, as: spec) || spec.number(ofFormer: $0.value) != nil }
            stored[spec.id] = fitting ?? candidates.first
        }
    }
}
