public import FaderAPI
internal import FaderConfig
internal import FaderConsole
public import FaderServer
internal import FaderStore
public import FaderSystem
internal import FaderTargets
internal import FaderValues
internal import Logging

extension Targets {
    /// Starts the loop of the targets if the next configuration needs it.
    func prepare(for configuration: Configuration, _ settings: Settings) throws(ThreadError) {
        let isAny = !settings.targets.isEmpty || !settings.labels.isEmpty || !settings.pressed.isEmpty || !configuration.levels.isEmpty
        let notifies = configuration.parameters.contains(where: \.notifies)
        if isAny || notifies || settings.apps != nil || settings.osc != nil { try prepare() }
    }

    @Owner
    convenience init(
        _ log: Logger, _ words: TextTable, instance: String, adoptions: Adoptions, store: StateStore, _ followers: Followers
    ) {
        self.init(
            log: log, texts: TargetTexts(text: { words.text(of: $0) }, number: { words.number(of: $0) }), instance: instance
        ) { _, request in
            adoptions.adopt(request)
        } onMark: { id, mark in
            store.note(mark: mark, of: id)
        } onLetGo: { ids in
            store.note(letGo: ids)
        } onPresence: { id, isThere in
            adoptions.note(isThere: isThere, of: id)
        } stateChanged: {
            Owner.submit { followers.tell(.targets) }
        } onLevels: { targets in
            Owner.submit { followers.tell(.levels(targets.popLevels())) }
        }
    }
}

extension Targets.Trigger {
    /// The actions of a trigger that concern targets; nil if it has none.
    fileprivate init?(_ spec: TriggerSpec) {
        let targets = spec.actions.compactMap { if case .target(let target) = $0 { target } else { nil } }
        guard !targets.isEmpty else { return nil }
        self.init(id: spec.id, targets: targets, doesMore: targets.count < spec.actions.count)
    }
}

/// Binds parameters to their targets, in both directions.
@Owner
public final class Bindings: Subject {
    private let declared: Declared
    private let remembered: RememberedValues
    let osc: OSCAccess
    private let mqtt: MQTTAccess
    let notifications: Notifications
    private let levels: Levels
    /// The unfit values, which nobody chose, by the parameter's id; see `noteUnfit`.
    var unfit: [String: Double] = [:]
    /// Lets one value at a time through, so that a flood of values leaves room in the ring buffer for other requests.
    private let adopting = AsyncMutex()

    init(_ commands: Commands, _ declared: Declared, _ remembered: RememberedValues, _ osc: OSCAccess, _ mqtt: MQTTAccess) {
        (self.declared, self.remembered, self.osc, self.mqtt) = (declared, remembered, osc, mqtt)
        levels = Levels(commands.hub, commands.followers)
        notifications = Notifications(commands)
        super.init(commands)
        adoptions.begin(on: commands.engine) { [weak self] in await self?.receive($0) }
        followers.add { [weak self] in self?.follow($0) }
    }

    private func follow(_ event: Followers.Event) {
        switch event {
        case .changed(let changes): notifyTargets(of: changes)
        case .deck, .surface: if mirror.catalog.hasMeters { targets.follow(levels(of: mirror.catalog)) }
        case .hand, .grip: if !targets.isEmpty { targets.touched(mirror.picture.touched) }
        // `Daemon.followTargets` then removes the options that are no longer needed.
        case .settled: if mirror.hasStaleOptions { targets.renew() }
        default: break
        }
    }

    /// The target of a color is told once, with the last change of its parts. Values that a reload clamped are not sent.
    private func notifyTargets(of changes: [Mirror.RecordedChange]) {
        var colors: [Int: ParameterReport] = [:]
        for change in changes where change.isChoice {
            let (report, catalog) = (change.report, change.catalog)
            guard !catalog.isTrigger(report.parameter) else { continue }
            let id = catalog.id(of: report.parameter)
            if !unfit.isEmpty { unfit[id] = nil }
            guard !targets.isEmpty else { continue }
            targets.changed(
                id, to: report.value, named: catalog.textNumber(of: report.value, parameter: report.parameter), by: report.origin,
                ask: adoptions.ask(for: report), isHeld: report.isHeld, isFade: mirror.isGliding(report.parameter))
            let color = catalog.compound(of: report.parameter)
            if let color, catalog.bound.contains(catalog.configuration.compounds[color].id) { colors[color] = report }
        }
        for report in colors.values {
            guard let compound = mirror.compound(of: report.parameter), let color = compound.color else { continue }
            targets.changed(
                compound.id, to: Double(color.number), by: report.origin, ask: adoptions.ask(for: report),
                isHeld: compound.reports.contains(where: \.isHeld), isFade: mirror.isGliding(report.parameter))
        }
    }

    func configure() {
        let picture = mirror.picture
        let catalog = picture.catalog
        let apps = appTargets(catalog)
        let (marks, held) = (store.marks, store.held)
        let bound = (catalog.settings.targets + apps).compactMap { binding -> BoundParameter? in
            guard let item = catalog.items[binding.parameter], let value = picture.number(of: item, for: binding.target) else { return nil }
            let parts = catalog.parameters(of: item)
            let isFit = parts.allSatisfy { unfit[catalog.id(of: $0)] != picture.reports[$0].value }
            let isChosen = parts.contains { picture.isChosen[$0.offset] || remembered.hasValue(of: catalog.configuration.parameters[$0]) }
            return BoundParameter(
                spec: catalog.numberSpec(of: item, for: binding.target), target: binding.target, leads: binding.leads,
                parts: item == .parameter(parts[0]) ? [] : catalog.ids(of: parts), value: value, isChosen: isFit && isChosen,
                mark: marks[binding.parameter], held: picture.number(of: item, for: binding.target, held))
        }
        let labels = catalog.settings.labels.filter { catalog.items[$0.parameter] != nil }.map { binding in
            let spec = ParameterSpec(id: binding.parameter, kind: .text(TextRule(maximumLength: SuppliedOptions.longest)))
            return BoundParameter(spec: spec, target: binding.target, leads: false, value: 0, isChosen: false)
        }
        // A parameter that has lost its target is not held there any more. A follower keeps what is held at its leader.
        if !declared.isFollowing {
            store.note(letGo: held.keys.filter { id in !bound.contains { $0.spec.id == id || $0.parts.contains(id) } })
        }
        adoptions.configure(catalog.plainTargets(of: bound.map(\.spec.id)), catalog.generation)
        mqtt.willConfigure()
        targets.configure(
            bound, labels: labels, pressed: catalog.settings.pressed, triggers: catalog.settings.triggers.compactMap(Targets.Trigger.init),
            levels: levels(of: catalog), wantsApps: catalog.settings.apps != nil)
        targets.touched(picture.touched)
        osc.configure()
        mqtt.configure()
        notifications.configure(isFollowing: declared.isFollowing)
    }

    /// Lets go of all targets at once, because another machine drives them now.
    func unbind() {
        adoptions.configure([:], mirror.catalog.generation)
        targets.configure([], labels: [], pressed: [], triggers: [], levels: [], wantsApps: false)
        notifications.configure(isFollowing: true)
    }

    /// Starts to report the levels that event streams want to know.
    func follow(levels wishes: [LevelWish]) {
        levels.wishes = wishes
        targets.follow(levels(of: mirror.catalog))
    }

    /// The targets whose levels meters show now, on surfaces that are there, and those whose levels streams want to know. Nobody else is asked for levels.
    private func levels(of catalog: Catalog) -> [TargetSpec] {
        let connections = mirror.picture.connections
        let shown = catalog.configuration.surfaces.rowIndices.filter { connections[$0.offset] != Connections() }.flatMap {
            catalog.levels(on: $0).sorted { $0.key < $1.key }.map(\.value)
        }
        return shown + levels.targets(of: catalog)
    }

    /// Notes values that mean something else in a new configuration, because they were clamped or their unit has changed. Nobody chose such a value: as long as
    /// a parameter has it, no target that appears is set to it.
    func noteUnfit(_ values: [String: Double]) { unfit.merge(values) { $1 } }

    /// The same for parameters that have just started with stored values.
    func noteUnfit(_ reports: [ParameterReport], _ catalog: Catalog, stored: [String: KeptValue]) {
        for report in reports where !catalog.isFit(report.value, of: report.parameter, stored: stored) {
            unfit[catalog.id(of: report.parameter)] = report.value
        }
    }

    /// Receives a reported value that cannot be set directly. If it is an option that the choice does not have yet, it waits for the option.
    private func receive(_ request: Targets.Request) async {
        let index = mirror.catalog.index(of: request.ask.parameter)
        if request.isText, let index, !mirror.catalog.isText(index) { return targets.keepForNews(request) }
        await adopt(request)
    }

    func adopt(_ request: Targets.Request) async {
        await adopting.lock()
        defer {
            adopting.unlock()
            adoptions.finish(request.ask.parameter)
        }
        let id = request.ask.parameter
        let write = Write(viewer: Viewer(), number: adoptions.number(for: request.ask))
        // The MIDI thread may have too many requests just now. Try again, because the target does not report its change a second time.
        for _ in 0..<100 {
            do throws(ServiceError) {
                _ = try await commands.submit(
                    try mirror.state(of: id), write, prepare: { state throws(ServiceError) in state.command(adopting: request) })
                return
            } catch {
                // The parameter has gone in a reload, or the daemon is stopping.
                guard case .unavailable = error, !Task.isCancelled else {
                    return log.debug("\(id) is not set by its target: \(error.problem.detail)")
                }
                await Owner.sleep(for: .milliseconds(10))
            }
        }
        log.warning("\(id) was not set by its target: the MIDI thread is too busy")
    }

    /// Forgets the programs whose declaration failed or was given up, so that the next news tries again. Call it when the obstacle may be gone.
    func forgetUndeclaredApps() {
        let ids = Set(declared.entries.map(\.id))
        declared.playing = declared.playing.filter { ids.contains($0.key) }
    }

    private func appTargets(_ catalog: Catalog) -> [TargetBinding] {
        declared.programs.filter { catalog.items[$0.key] != nil }.sorted { $0.key < $1.key }
            .map { TargetBinding(parameter: $0.key, target: $0.value) }
    }

    /// `looks`: also look for things that no target of the config needs. What is found late is in later answers.
    public func all(for wish: ViewerRequest, looks: Bool = false) async throws(ServiceError) -> TargetsResource {
        let viewer = try mirror.catalog.settings.viewer(for: wish)
        let (reports, candidates, more) = await targets.reports(for: viewer, looks: looks)
        return TargetsResource(targets: reports, candidates: candidates, more: more > 0 ? more : nil)
    }
}

extension Targets {
    /// The states of a parameter's targets, the one that leads first.
    @Owner
    func reports(of id: String, for viewer: Viewer) async -> [TargetReport] {
        isBound(id) ? await reports(for: viewer).targets.filter { $0.parameter == id } : []
    }
}

extension ItemState {
    /// The command that sets this parameter or color to what its target shows. A gray does not change the color's hue, as with typed text.
    fileprivate func command(adopting request: Targets.Request) -> PreparedCommand? {
        switch item {
        case .parameter(let index):
            let number = request.isText ? catalog.number(ofText: request.value, parameter: index) : request.value
            return number.map { PreparedCommand(command: .set(parameter: index, $0, .target)) }
        case .compound(let compound):
            let color = Value.word(StripColor(number: UInt32(request.value)).text)
            guard let parsed = try? catalog.compoundTexts[compound].accept(color, current: reports.map(\.value)) else { return nil }
            return command(settingParts: parsed.values, .target).map { PreparedCommand(command: $0, isRelative: parsed.isRelative) }
        }
    }
}

extension Mirror.Picture {
    /// The value that a target sees of a parameter or color that buttons hold; nil if no button holds it.
    fileprivate func number(of item: Catalog.Item, for target: TargetSpec, _ held: [String: KeptValue]) -> Double? {
        let reports = reports(of: item)
        let numbers = reports.map { report in
            held[catalog.id(of: report.parameter)].flatMap { catalog.number(of: $0, parameter: report.parameter) }
        }
        return numbers.contains { $0 != nil } ? number(of: item, for: target, zip(numbers, reports).map { $0 ?? $1.value }) : nil
    }

    /// A parameter's value as a target sees it, or a color as one number; nil for a range.
    fileprivate func number(of item: Catalog.Item, for target: TargetSpec) -> Double? {
        number(of: item, for: target, reports(of: item).map(\.value))
    }

    private func number(of item: Catalog.Item, for target: TargetSpec, _ values: [Double]) -> Double? {
        switch item {
        case .parameter(let index):
            catalog.isNamed(index, for: target) ? catalog.textNumber(of: values[0], parameter: index) : values[0]
        case .compound(let compound): catalog.color(ofCompound: compound, values).map { Double($0.number) }
        }
    }
}

extension Catalog {
    /// The parameters among these ids whose value is the number that their target reports.
    fileprivate func plainTargets(of ids: [String]) -> [String: Adoptions.Plain] {
        let plain = ids.compactMap { id in
            index(of: id).map { (id, Adoptions.Plain(parameter: $0, isText: isText($0))) }
        }
        return Dictionary(plain) { first, _ in first }
    }

    /// Whether a target sees a parameter as a text: it knows the options of a choice by their names, or their order can change.
    fileprivate func isNamed(_ parameter: ParameterIndex, for target: TargetSpec) -> Bool {
        let spec = configuration.parameters[parameter]
        guard spec.kind.options != nil else { return false }
        return target.suppliesOptions || spec.isSupplied
    }

    /// The value that a text stands for: its number, or for a choice that of the option with this name; nil if there is none.
    fileprivate func number(ofText number: Double, parameter: ParameterIndex) -> Double? {
        isText(parameter) ? number : configuration.parameters[parameter].number(of: .word(words.text(of: number)))
    }

    /// A parameter's configuration as a target sees it, or that of a color as one number.
    fileprivate func numberSpec(of item: Item, for target: TargetSpec) -> ParameterSpec {
        switch item {
        case .parameter(let index):
            isNamed(index, for: target) ? configuration.parameters[index].asText : configuration.parameters[index]
        case .compound(let compound): configuration.compounds[compound].asNumber
        }
    }
}

extension Bindings {
    var endpoints: [Endpoint] {
        [
            .on(Routes.listTargets, isLong: true) { [self] call, _ throws(ServiceError) in
                try await all(for: call.viewer, looks: call.flag("look"))
            }
        ]
    }
}
