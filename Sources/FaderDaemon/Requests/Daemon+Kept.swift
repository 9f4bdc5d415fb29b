internal import FaderConsole
internal import FaderModel
internal import FaderState
internal import Logging

/// Values of parameters that are not configured.
extension Daemon {
    /// Updates the ages of values after a new configuration came into force: values of parameters that it lacks now count as not
    /// configured, and vice versa.
    func keepWhatIsGone(from old: Catalog, to next: Catalog) {
        var ages: [String: UInt64] = [:]
        let age = remembered.nextAge()
        for spec in old.configuration.parameters where next.items[spec.id] == nil {
            guard let value = remembered[spec.id] else { continue }
            remembered.keep(spec.id, value, age: age)
            ages[spec.id] = age
        }
        for spec in next.configuration.parameters where remembered.configure(spec.id) { ages[spec.id] = 0 }
        store.mark(ages)
        forget(remembered.trim())
    }

    /// Gives the units of parameters that are configured now to everything kept of them that has none.
    func adoptUnits(of catalog: Catalog, besides earlier: Catalog?) {
        let units = catalog.units(besides: earlier)
        let lacking = remembered.adopt(units: units)
        store.adopt(units: units, lacking: lacking)
    }

    /// Forgets values, and reports it.
    func forget(_ ids: [String]) {
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
