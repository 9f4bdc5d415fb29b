internal import FaderAPI
internal import FaderConfig
internal import FaderConsole
internal import FaderServer
internal import FaderTargets
internal import FaderValues
internal import Logging

/// Ends the holds of buttons and programs when the button, its page or the target goes away.
extension Commands {
    /// How long targets may take to receive values that are no longer held: a new configuration may not bind these targets any more.
    private static let patience = Duration.milliseconds(300)

    func endHolds() async { await endHolds { _, _ in true } }

    /// Ends holds whose button or targets the next configuration does not have. Returns when the targets have the values.
    func endHolds(before next: Catalog) async {
        if await endHolds({ $0.isOver($1, in: next) }) { await targets.arrive(within: Self.patience) }
    }

    /// Returns whether there was any hold to end.
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
                "\(settings.map(\.id).joined(separator: ", ")): could not be set back after it was held: \(error.problem.detail)")
        }
        return true
    }
}

extension Catalog {
    fileprivate func isOver(_ parameter: ParameterIndex, in next: Catalog) -> Bool {
        guard let same = next.index(of: id(of: parameter)), targets(of: parameter) == next.targets(of: same) else { return true }
        let holders = holders(of: parameter)
        // If no button is found, it is on a page that is no longer shown.
        return !holders.isEmpty && holders.isDisjoint(with: next.holders(of: same))
    }

    /// The targets of a parameter, with those of the color that it is a part of.
    private func targets(of parameter: ParameterIndex) -> [TargetSpec] {
        let ids = [id(of: parameter), compound(of: parameter).map { configuration.compounds[$0].id }]
        return settings.targets.filter { ids.contains($0.parameter) }.map(\.target)
    }

    /// The buttons, of devices and of pages, that hold a parameter.
    private func holders(of parameter: ParameterIndex) -> Set<String> {
        Set(
            mappings.rowIndices.filter { control in
                let mapping = mappings[control]
                let jobs = [Presses.Job(parameter: mapping.parameter, action: mapping.action)] + mapping.presses.jobs
                return jobs.contains { $0.parameter == parameter && $0.action.holds }
            }.map { controlName($0) }
        ).union(
            settings.pages.filter { page in
                page.buttons.values.contains { $0.jobs.contains { $0.parameter == id(of: parameter) && $0.act.holds } }
            }.map { "page \($0.name)" })
    }
}

extension ControlAction {
    /// Whether it brings back the value from before the press.
    fileprivate var holds: Bool {
        switch self {
        case .hold, .offset: true
        default: false
        }
    }
}
