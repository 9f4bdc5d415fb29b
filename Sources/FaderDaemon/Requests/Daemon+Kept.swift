internal import FaderConsole
internal import FaderModel
internal import FaderState
internal import Logging
internal import Synchronization

/// Values of parameters that are not configured.
extension Daemon {
    /// How many values are processed each time the lock is taken, so that nobody waits long for it.
    private static let piece = 4096

    /// Updates the ages of values after a new configuration came into force: values of parameters that it lacks now count as not
    /// configured, and vice versa.
    func keepWhatIsGone(from old: Catalog, to next: Catalog) {
        var ages: [String: UInt64] = [:]
        remembered.withLock { remembered in
            let age = remembered.nextAge()
            for spec in old.configuration.parameters where next.items[spec.id] == nil {
                guard let value = remembered[spec.id] else { continue }
                remembered.keep(spec.id, value, age: age)
                ages[spec.id] = age
            }
            for spec in next.configuration.parameters where remembered.configure(spec.id) { ages[spec.id] = 0 }
        }
        store.mark(ages)
        forget(takeOldest())
    }

    /// Gives the units of parameters that are configured now to everything kept of them that has none.
    func adoptUnits(of catalog: Catalog, besides earlier: Catalog?) {
        let units = catalog.units(besides: earlier)
        let lacking = remembered.withLock { $0.adopt(units: units) }
        store.adopt(units: units, lacking: lacking)
    }

    /// Remembers values of parameters that are not configured, all with the same age. May take a while.
    func remember(_ values: [(id: String, value: KeptValue)], age: UInt64) {
        remembered.withLock { $0.reserve(values.count) }
        for start in stride(from: 0, to: values.count, by: Self.piece) {
            let piece = values[start..<min(start + Self.piece, values.count)]
            remembered.withLock { for (id, value) in piece { $0.keep(id, value, age: age) } }
        }
    }

    /// Removes values beyond the limit, oldest first; returns their ids, which must then be forgotten.
    func takeOldest() -> [String] {
        var gone: [String] = []
        while true {
            let some = remembered.withLock { $0.trim(most: Self.piece) }
            if some.isEmpty { return gone }
            gone += some
        }
    }

    /// Forgets values, and reports it.
    func forget(_ ids: [String]) {
        guard !ids.isEmpty else { return }
        let all = forgotten.wrappingAdd(ids.count, ordering: .relaxed).newValue
        log.warning("\(Self.sentence(onForgotten: ids.count))")
        store.forget(ids, warning: Self.sentence(onForgotten: all))
    }

    private static func sentence(onForgotten count: Int) -> String {
        "\(count == 1 ? "1 value" : "\(count) values") of parameters that are not configured \(count == 1 ? "was" : "were") forgotten, "
            + "oldest first: at most \(KeptValues.countLimit) are kept, \(KeptValues.byteLimit >> 20) MiB in all"
    }
}
