internal import FaderConsole
internal import FaderStore
internal import FaderTargets
internal import FaderValues

/// What targets have supplied for their parameters: the options of choices, labels and colors. Pure.
struct Supplies {
    /// The options that a target has listed, with the version of the declarations that they belong to.
    private struct Listed {
        var supply: Targets.Supply
        var version: UInt64
    }

    private var listed: [String: Listed] = [:]
    /// Options that targets show but have not listed, by the parameter.
    private var shown: [String: (name: String, version: UInt64)] = [:]

    private(set) var looks: [String: LookSupply]

    init(looks: [String: LookSupply] = [:]) { self.looks = looks }

    /// Notes a look that a target has reported. False if it is the same as before.
    mutating func note(_ look: LookSupply) -> Bool {
        guard looks[look.parameter] != look else { return false }
        looks[look.parameter] = look
        return true
    }

    func look(of id: String, _ source: String?) -> SuppliedLook? {
        looks[id].flatMap { $0.target == source ? $0.look : nil }
    }

    /// Notes the options that a target has listed. False if they are the same as before.
    mutating func note(_ supply: Targets.Supply, version: UInt64) -> Bool {
        let former = listed[supply.parameter].flatMap { $0.supply.target == supply.target ? $0 : nil }
        guard former.map({ $0.supply.options != supply.options }) ?? true else { return false }
        var new = Listed(supply: supply, version: version)
        // The former list may not be in force yet, so its renamings have to be kept.
        if let former { new.supply.options = supply.options.following(former.supply.options) }
        listed[supply.parameter] = new
        return true
    }

    /// Notes that a target shows an option. False if the target has listed it.
    mutating func note(shown name: String, of id: String, version: UInt64) -> Bool {
        if listed[id]?.supply.options.names.contains(where: { ExactText($0) == ExactText(name) }) ?? false { return false }
        shown[id] = (name, version)
        return true
    }

    /// Notes that a version is in force: former names of options are forgotten.
    mutating func isApplied(_ version: UInt64) {
        shown = shown.filter { $0.value.version > version }
        for (id, one) in listed where one.version <= version { listed[id]?.supply.options = SuppliedOptions(one.supply.options.names) }
    }

    /// First the options that the target has, then those that it lacks but that are the choice's value or are shown by the target. `values`
    /// are the value and the one it returns to; an unknown one is empty.
    func options(of id: String, _ target: TargetSpec?, values: [String]) -> [ChoiceOption] {
        let supply = listed[id].flatMap { $0.supply.target == target ? $0.supply.options : nil } ?? SuppliedOptions()
        var options = supply.names.map { ChoiceOption(supplied: $0, former: supply.former[$0]) }
        var known = Set(options.map { ExactText($0.id) })
        known.formUnion(options.compactMap { $0.former.map(ExactText.init) })
        for name in (values.isEmpty ? [""] : values) + (shown[id].map { [$0.name] } ?? []) where known.insert(ExactText(name)).inserted {
            options.append(ChoiceOption(supplied: name, isThere: false))
        }
        return options
    }
}
