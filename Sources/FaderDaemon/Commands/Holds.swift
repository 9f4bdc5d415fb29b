internal import FaderAPI
internal import FaderConfig
internal import FaderConsole
internal import FaderModel
internal import FaderServer
internal import FaderTargets
internal import Logging

/// What buttons hold ends with whoever holds it.
extension Commands {
    /// For how long a new configuration waits until targets have what is no longer held: it may bind them no more.
    private static let patience = Duration.milliseconds(300)

    /// Ends everything that buttons hold, with the values before it.
    func endHolds() async { await endHolds { _, _ in true } }

    /// Ends what would have no button that holds it, or no longer the same targets, in the next configuration. Returns when its targets have it.
    func endHolds(before next: Catalog) async {
        if await endHolds({ $0.isOver($1, in: next) }) { await targets.arrive(within: Self.patience) }
    }

    /// Returns whether there was any.
    @discardableResult
    private func endHolds(_ isOver: (Catalog, ParameterIndex) -> Bool) async -> Bool {
        let picture = mirror.picture
        let catalog = picture.catalog
        let settings = picture.reports.filter { $0.isHeld && isOver(catalog, $0.parameter) }.map {
            Setting(id: catalog.id(of: $0.parameter), value: catalog.kept($0.lasting, parameter: $0.parameter))
        }
        guard !settings.isEmpty else { return false }
        do throws(ServiceError) {
            try await apply(settings, .hand, change: nextChange())
        } catch {
            log.warning(
                "\(settings.map(\.id).joined(separator: ", ")): what a button holds does not go back: \(error.problem.detail)")
        }
        return true
    }
}

extension Catalog {
    /// Whether what a button holds here ends with the next configuration.
    fileprivate func isOver(_ parameter: ParameterIndex, in next: Catalog) -> Bool {
        guard let same = next.index(of: id(of: parameter)), targets(of: parameter) == next.targets(of: same) else { return true }
        let holders = holders(of: parameter)
        // None: a page that is no longer shown has it.
        return !holders.isEmpty && holders.isDisjoint(with: next.holders(of: same))
    }

    /// What a parameter, or the color that it is a part of, is bound to.
    private func targets(of parameter: ParameterIndex) -> [TargetSpec] {
        let ids = [id(of: parameter), group(of: parameter).map { configuration.groups[$0].id }]
        return settings.targets.filter { ids.contains($0.parameter) }.map(\.target)
    }

    /// The buttons that hold a parameter.
    private func holders(of parameter: ParameterIndex) -> Set<String> {
        Set(
            mappings.rowIndices.filter { control in
                guard case .hold = mappings[control].action else { return false }
                return mappings[control].parameter == parameter
            }.map { controlName($0) })
    }
}
