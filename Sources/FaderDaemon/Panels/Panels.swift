internal import FaderConsole
internal import FaderMIDI
internal import FaderSystem
internal import FaderValues

/// Composes what panels show, and hands it to the MIDI thread, which knows nothing about texts. Changes made together are handed over
/// together, so that neighboring cells go out as one message.
/// A panel takes up to 0.2 ms, so after a new configuration a few at a time are composed, and the loop serves requests in between.
@Owner
final class Panels {
    private weak var engine: EngineHandle?
    private let mirror: Mirror
    private var generation = Generation.first
    /// What each surface shows; nil for a surface with neither a panel nor a solo lamp.
    private var panels: [Shown?] = []
    private var names: [String] = []
    /// The surfaces to compose again. True: all is handed over, because a new configuration is in force.
    private var stale: [SurfaceIndex: Bool] = [:]
    private let next = Alarm()
    /// Changes while surfaces were stale, by parameter.
    private var missed: [ParameterIndex: ParameterReport] = [:]
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var soloLamps: Set<String> = []
    private var updates: [PanelUpdate] = []

    /// The peer of the parameter's targets is not there, so it has no effect.
    private let isIdle: @Sendable (String) -> Bool

    init(_ mirror: Mirror, isIdle: @escaping @Sendable (String) -> Bool, _ followers: Followers) {
        (self.mirror, self.isIdle) = (mirror, isIdle)
        followers.add { [weak self] in self?.follow($0) }
    }

    private func follow(_ event: Followers.Event) {
        switch event {
        case .changed(let changes):
            for change in changes where !change.catalog.isTrigger(change.report.parameter) {
                take(change.report, isNew: change.isNew, change.catalog)
                if change.isNew { nameGroup(of: change.report, change.catalog) }
            }
        case .hand(let hand, let former, let catalog):
            // A hand keeps its parameter when the deck shows something else, and may choose an end of a range, so panels may change. A report may also say only
            // that a control drives the other end.
            let surface = catalog.surface(ofControl: hand.control)
            changed(CollectionOfOne(surface))
            if hand.isTouched, former?.isTouched != true, let parameter = hand.parameter { touched(parameter, on: surface, catalog) }
        case .deck(let report, let before, let catalog):
            changed(catalog.configuration.decks[report.deck].surfaces)
            announce(report, before, catalog)
        case .levels(let levels): take(levels: levels)
        case .settled: settle()
        case .entered, .relabeled:
            expire()
            setNext()
        default: break
        }
    }

    struct Shown: Sendable {
        var plan: PanelPlan
        /// The text of each cell when no moment is shown.
        var texts: [Int: [UInt8]] = [:]
        var moments: [Int: Moment] = [:]
        /// The level of each meter, by strip.
        var levels: [Int: Int] = [:]
        var soloLamp: SoloLamp?
    }

    /// What a cell shows for a second in place of its text.
    struct Moment: Sendable {
        let bytes: [UInt8]
        /// The parameter that the moment is about; nil for a word.
        let parameter: String?
        let end = ContinuousClock.Instant.now + Panels.moment
    }

    fileprivate nonisolated static let moment = Duration.seconds(1)

    /// How many panels are composed in one step of the loop.
    private nonisolated static let most = 2

    func begin(on engine: EngineHandle) {
        self.engine = engine
        expire()
        for surface in stale.keys.sorted() {
            compose(surface)
            // Lamps that were lit before the daemon started may have stayed lit.
            if let shown = panels[surface.offset] {
                updates += (Array(shown.plan.metered.keys) + shown.plan.levels.keys).sorted().map { PanelUpdate(surface, .meter($0), [0]) }
            }
        }
        send()
    }

    /// Waits until no panel is stale.
    func composed() async {
        while !stale.isEmpty { await withCheckedContinuation { if stale.isEmpty { $0.resume() } else { waiting.append($0) } } }
    }

    /// Nil if the surface has none, or if another configuration is in force.
    subscript(surface: SurfaceIndex, generation: Generation) -> Shown? {
        self.generation == generation && panels.indices.contains(surface.offset) ? panels[surface.offset] : nil
    }

    private func expire() {
        let catalog = mirror.catalog
        generation = catalog.generation
        let surfaces = catalog.configuration.surfaces
        (updates, missed) = ([], [:])
        // Moments stay. All other cells are handed over, because an update of the former generation may have come too late.
        let former = Dictionary(zip(names, panels)) { first, _ in first }
        panels = surfaces.map { surface in former[surface.name].flatMap { $0 }.flatMap { $0.plan.spec == surface.panel ? $0 : nil } }
        names = surfaces.map(\.name)
        stale = Dictionary(uniqueKeysWithValues: surfaces.rowIndices.map { ($0, true) })
    }

    private func changed(_ surfaces: some Sequence<SurfaceIndex>) {
        for surface in surfaces where stale[surface] == nil && panels[surface.offset] != nil { stale[surface] = false }
    }

    /// All changes of an act are known. While panels of a new configuration wait, stale ones wait with them.
    private func settle() {
        if next.isSet { send() } else { compose() }
    }

    private func compose() {
        for surface in stale.keys.sorted().prefix(Self.most) { compose(surface) }
        send()
        if stale.isEmpty {
            missed = [:]
            for waiter in waiting { waiter.resume() }
            waiting = []
        } else {
            setNext()
        }
    }

    /// Composes after a millisecond, because a task that is due at once would run before the loop serves requests.
    private func setNext() {
        next.set(in: .milliseconds(1)) { [weak self] in self?.compose() }
    }

    private func compose(_ surface: SurfaceIndex) {
        guard let isNew = stale.removeValue(forKey: surface) else { return }
        let picture = mirror.picture
        let catalog = picture.catalog
        let last = panels[surface.offset]
        let before = isNew ? nil : last
        guard var shown = Shown(of: surface, in: picture, after: last) else { return panels[surface.offset] = nil }
        updates += shown.cellUpdates(after: last, isNew: isNew, on: surface)
        if let soloLamp = shown.soloLamp {
            // If all parameters that could light it went with the previous configuration, it is turned off once, and then left alone.
            let name = catalog.configuration.surfaces[surface].name
            let isNews = soloLamp.isUsed ? soloLamps.insert(name).inserted : soloLamps.remove(name) != nil
            if isNews || soloLamp.isUsed && before?.soloLamp?.isLit != soloLamp.isLit { updates.append(soloLamp.update(of: surface)) }
        }
        updates += shown.keepLevels(of: before, on: surface)
        // The panel shows these values already, but not yet their moments.
        for (_, report) in missed.sorted(by: { $0.key < $1.key }) { updates += take(report, isNew: true, catalog, by: &shown, on: surface) }
        panels[surface.offset] = shown
    }

    /// Notes a change, or a value that was set again.
    private func take(_ report: ParameterReport, isNew: Bool, _ catalog: Catalog) {
        guard generation == catalog.generation else { return }
        if isNew, !stale.isEmpty { missed[report.parameter] = report }
        for surface in fresh {
            guard var shown = panels[surface.offset] else { continue }
            updates += take(report, isNew: isNew, catalog, by: &shown, on: surface)
            panels[surface.offset] = shown
        }
    }

    private func take(
        _ report: ParameterReport, isNew: Bool, _ catalog: Catalog, by shown: inout Shown, on surface: SurfaceIndex
    ) -> [PanelUpdate] {
        let updates = shown.take(report, isNew: isNew, catalog, on: surface)
        // Whoever moves a control looks at the panel, and would believe the value.
        guard isNew, let control = report.control, catalog.controls(ofSurface: surface).contains(control),
            isIdle(catalog.id(of: report.parameter))
        else { return updates }
        return updates + shown.tellAway(report.parameter, catalog, on: surface)
    }

    /// Shows the group's label for a second instead of that of a member it has moved, on displays that show the value below.
    private func nameGroup(of report: ParameterReport, _ catalog: Catalog) {
        guard generation == catalog.generation, let group = catalog.configuration.parameters[report.parameter].group.flatMap(catalog.index),
            report.control == nil, mirror.picture.reports[group].change == report.change
        else { return }
        for surface in fresh {
            for cell in panels[surface.offset]?.plan.cells ?? []
            where cell.content == .label(report.parameter) && cell.display.rows > 1 {
                let bytes = Array(catalog.text(.label(group), in: cell) { _ in 0 }.utf8)
                // While the group goes on moving, the second is renewed twice.
                if let moment = panels[surface.offset]?.moments[cell.index], moment.bytes == bytes, moment.end > .now + Self.moment / 2 {
                    continue
                }
                panels[surface.offset]?.moments[cell.index] = Moment(bytes: bytes, parameter: nil)
                updates.append(PanelUpdate(surface, .moment(cell.index), bytes))
            }
        }
    }

    /// Shows levels in decibels below full scale, by `TargetSpec.identity`.
    private func take(levels: [String: Double]) {
        for surface in fresh { updates += panels[surface.offset]?.take(levels, on: surface) ?? [] }
        send()
    }

    private var fresh: [SurfaceIndex] { panels.indices.map(SurfaceIndex.init).filter { stale[$0] == nil } }

    /// Shows the label for a second where the strip of the touched control shows only the value.
    private func touched(_ parameter: ParameterIndex, on surface: SurfaceIndex, _ catalog: Catalog) {
        guard generation == catalog.generation else { return }
        compose(surface)
        guard let panel = panels[surface.offset] else { return }
        for cell in panel.plan.labelCells(of: parameter) {
            let bytes = Array(catalog.text(.label(parameter), in: cell) { _ in 0 }.utf8)
            panels[surface.offset]?.moments[cell.index] = Moment(bytes: bytes, parameter: catalog.id(of: parameter))
            updates.append(PanelUpdate(surface, .moment(cell.index), bytes))
        }
        send()
    }

    /// The word of a new page, bank or selected strip, for a second.
    private func announce(_ report: DeckReport, _ before: DeckState, _ catalog: Catalog) {
        let spec = catalog.configuration.decks[report.deck]
        guard let word = spec.news(report.state, after: before) else { return }
        for surface in spec.surfaces { announce(word, on: surface) }
    }

    private func announce(_ word: String, on surface: SurfaceIndex) {
        guard panels.indices.contains(surface.offset) else { return }
        if stale[surface] == true { compose(surface) }
        guard let panel = panels[surface.offset], let cell = panel.plan.spec.assignmentCell else { return }
        let count = panel.plan.spec.assignmentDigits
        // Half of a name is still a hint; half of a number would be another number.
        let isNumber = word.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let bytes = SegmentText.digits(isNumber ? word : String(word.prefix(count)), count: count)
        panels[surface.offset]?.moments[cell] = Moment(bytes: bytes, parameter: nil)
        updates.append(PanelUpdate(surface, .moment(cell), bytes))
        send()
    }

    private func send() {
        guard !updates.isEmpty else { return }
        engine?.show(updates, generation: generation)
        updates.removeAll(keepingCapacity: true)
    }
}

extension PanelPlan {
    /// A word, or something about a parameter that the cell shows.
    fileprivate func shows(_ moment: Panels.Moment, in cell: Int, _ catalog: Catalog) -> Bool {
        guard let id = moment.parameter else { return true }
        guard let parameter = catalog.index(of: id) else { return false }
        return valueCells[parameter]?.contains { $0.cell.index == cell } ?? false
    }

    /// The text of every cell when no moment is shown.
    func texts(_ catalog: Catalog, value: (ParameterIndex) -> Double?) -> [Int: [UInt8]] {
        var texts: [Int: [UInt8]] = [:]
        for cell in cells { texts[cell.index] = Array(catalog.text(cell.content, in: cell, value: value).utf8) }
        if let cell = spec.timecodeCell {
            texts[cell] = spec.timecode.map { catalog.timecode(of: $0, value: value($0), on: spec) } ?? blank(spec.timecodeDigits)
        }
        if let cell = spec.assignmentCell { texts[cell] = blank(spec.assignmentDigits) }
        if let cell = spec.colorCell { texts[cell] = colors(of: catalog.configuration.parameters) }
        return texts
    }

    private func blank(_ count: Int) -> [UInt8] { Array(repeating: UInt8(ascii: " "), count: count) }
}

extension Panels.Shown {
    /// Nil if the surface has neither a panel nor a solo lamp. Moments stay.
    fileprivate init?(of surface: SurfaceIndex, in picture: Mirror.Picture, after last: Panels.Shown?) {
        let catalog = picture.catalog
        let spec = catalog.configuration.surfaces[surface]
        soloLamp = SoloLamp(of: surface, in: catalog.configuration) { catalog.isOn(picture.reports[$0]) }
        guard !spec.panel.isEmpty || soloLamp != nil else { return nil }
        let plan = PanelPlan(
            spec, catalog.controls(ofSurface: surface), metered: catalog.metered(on: surface), levels: catalog.levels(on: surface)
        ) {
            catalog.configuration.parameters[$0].isBalance
        } binding: { control in
            catalog.binding(of: control, under: picture.hands)?.parameter
        }
        let texts = plan.texts(catalog) { catalog.known(picture.reports[$0]) }
        (self.plan, self.texts) = (plan, texts)
        moments = (last?.moments ?? [:]).filter { cell, moment in
            last?.texts[cell] == texts[cell] && plan.shows(moment, in: cell, catalog)
        }
    }

    /// The cells that have changed, or all cells if the configuration is new.
    fileprivate func cellUpdates(after last: Panels.Shown?, isNew: Bool, on surface: SurfaceIndex) -> [PanelUpdate] {
        var updates: [PanelUpdate] = []
        for (cell, bytes) in texts.sorted(by: { $0.key < $1.key }) {
            if isNew || last?.texts[cell] != bytes { updates.append(PanelUpdate(surface, .cell(cell), bytes)) }
            // A new text ends a moment, but the text of another strip may be the same, so the moment is ended here.
            let isMomentOver = last?.moments[cell].map { $0.end > .now } ?? false && moments[cell] == nil
            if isMomentOver, last?.texts[cell] == bytes { updates.append(PanelUpdate(surface, .moment(cell), bytes)) }
        }
        return updates
    }

    /// A meter that shows something else now loses its level; returns the updates of these meters.
    fileprivate mutating func keepLevels(of before: Panels.Shown?, on surface: SurfaceIndex) -> [PanelUpdate] {
        levels = before?.levels ?? [:]
        let others = levels.keys.sorted().filter {
            before?.plan.metered[$0] != plan.metered[$0] || before?.plan.levels[$0] != plan.levels[$0]
        }
        for strip in others { levels[strip] = nil }
        return others.map { PanelUpdate(surface, .meter($0), [0]) }
    }

    /// A dark meter that stays dark is not updated.
    fileprivate mutating func take(_ told: [String: Double], on surface: SurfaceIndex) -> [PanelUpdate] {
        guard let meters = plan.spec.meters else { return [] }
        var updates: [PanelUpdate] = []
        for (strip, target) in plan.levels {
            guard let decibels = told[target.identity] else { continue }
            let level = ValueText.meterLevel(ofPeak: decibels, highest: meters.highest)
            let before = levels.updateValue(level, forKey: strip)
            if level > 0 || before ?? 0 > 0 { updates.append(PanelUpdate(surface, .meter(strip), [UInt8(level)])) }
        }
        return updates
    }

    fileprivate mutating func take(
        _ report: ParameterReport, isNew: Bool, _ catalog: Catalog, on surface: SurfaceIndex
    ) -> [PanelUpdate] {
        let (parameter, spec) = (report.parameter, plan.spec)
        var updates: [PanelUpdate] = []
        // A meter is sent the same level again, because otherwise it would fall.
        if let meters = spec.meters {
            for (strip, metered) in plan.metered where metered == parameter {
                let level = catalog.texts[parameter].meterLevel(of: report.value, highest: meters.highest)
                levels[strip] = level
                updates.append(PanelUpdate(surface, .meter(strip), [UInt8(level)]))
            }
        }
        guard isNew else { return updates }
        if soloLamp?.take(parameter, isOn: catalog.isOn(report)) == true, let soloLamp { updates.append(soloLamp.update(of: surface)) }
        for shown in plan.valueCells[parameter] ?? [] {
            let bytes = Array(catalog.text(.value(parameter), in: shown.cell) { _ in catalog.known(report) }.utf8)
            if shown.isMoment {
                moments[shown.cell.index] = Panels.Moment(bytes: bytes, parameter: catalog.id(of: parameter))
                updates.append(PanelUpdate(surface, .moment(shown.cell.index), bytes))
            } else if texts[shown.cell.index] != bytes {
                texts[shown.cell.index] = bytes
                moments[shown.cell.index] = nil
                updates.append(PanelUpdate(surface, .cell(shown.cell.index), bytes))
            }
        }
        if let cell = spec.timecodeCell, spec.timecode == parameter {
            let bytes = catalog.timecode(of: parameter, value: catalog.known(report), on: spec)
            if texts[cell] != bytes { updates.append(PanelUpdate(surface, .cell(cell), bytes)) }
            texts[cell] = bytes
        }
        return updates
    }

    /// Says for a moment, in place of the value, that the parameter's target is not there.
    fileprivate mutating func tellAway(_ parameter: ParameterIndex, _ catalog: Catalog, on surface: SurfaceIndex) -> [PanelUpdate] {
        (plan.valueCells[parameter] ?? []).map { shown in
            let bytes = Array(catalog.text(.word("not there"), in: shown.cell) { _ in 0 }.utf8)
            moments[shown.cell.index] = Panels.Moment(bytes: bytes, parameter: catalog.id(of: parameter))
            return PanelUpdate(surface, .moment(shown.cell.index), bytes)
        }
    }

    func bytes(_ cell: Int) -> [UInt8] {
        if let moment = moments[cell], moment.end > .now { return moment.bytes }
        return texts[cell] ?? []
    }
}
