internal import FaderAPI
internal import FaderConsole
internal import FaderStore
internal import FaderValues

/// Tries settings on a separate console with the same rules. The real result may differ if a hand moves something at the same time.
struct ImportRehearsal {
    private let catalog: Catalog
    private let reports: [ParameterReport]
    private let settings: [(setting: Setting, parameter: ParameterIndex)]
    private let console: Console

    init(_ settings: [Setting], _ picture: Mirror.Picture) {
        catalog = picture.catalog
        reports = picture.reports
        self.settings = settings.compactMap { setting in
            guard let index = picture.catalog.index(of: setting.id) else { return nil }
            return (setting, index)
        }
        var configuration = catalog.configuration
        (configuration.surfaces, configuration.decks) = ([], [])
        console = Console(configuration, values: reports.map(\.value))
        // Texts are left out: they are compared directly, and asking for their numbers would make the table forget others.
        let numbers = self.settings.filter { !picture.catalog.isText($0.parameter) }
            .compactMap { (setting, index) in picture.catalog.number(of: setting.value, parameter: index).map { (index, $0) } }
        let port = NoPort()
        let commands = catalog.commands(setting: numbers, .api)
        for command in catalog.leavingMembers(commands) + commands {
            _ = console.handle(command, under: Terms(change: .ofCaller(1)), at: MonotonicTime(nanoseconds: 0), port: port)
        }
    }

    /// What would change, sorted by id, including ends of ranges that are pushed.
    func changes(for viewer: Viewer) -> [ImportResource.Change] {
        guard !settings.isEmpty else { return [] }
        let wanted = Dictionary(settings.map { ($0.parameter, $0.setting.value) }, uniquingKeysWith: { $1 })
        let changes = catalog.configuration.parameters.rowIndices.compactMap { index -> ImportResource.Change? in
            let id = catalog.id(of: index)
            let before = catalog.shown(reports[index], for: viewer)
            if catalog.isText(index) {
                guard case .word(let text)? = wanted[index]?.value, Array(text.utf8) != Array(before.utf8) else { return nil }
                return ImportResource.Change(id: id, before: before, after: text)
            }
            let after = console.value(of: index)
            if wanted[index] == nil, !catalog.isKnown(reports[index]) { return nil }
            let text = catalog.text(of: after, parameter: index, for: viewer)
            // A difference that the decimals do not show is set but not listed.
            return text == before ? nil : ImportResource.Change(id: id, before: before, after: text)
        }
        return changes.sorted { $0.id < $1.id }
    }

    /// What is wrong with ranges with `out-of-range: reject`: ends that do not fit are refused, not moved.
    func refusals(for viewer: Viewer) -> [String] {
        settings.compactMap { setting, index in
            // A value that its parameter does not accept has been reported already.
            guard catalog.configuration.parameters[index].outOfRange == .reject, let compound = catalog.compoundSpec(of: index),
                let gap = compound.kind.ends?.gap,
                let wanted = try? catalog.texts[index].accept(setting.value.value).value, console.value(of: index) != wanted
            else { return nil }
            let ends = catalog.ids(of: compound.parts)
            let place = "parameters.\(setting.id).value"
            guard gap > 0 else { return "\(place): \(ends[0]) cannot be above \(ends[1])" }
            return "\(place): \(ends[0]) and \(ends[1]) must be at least \(catalog.texts[index].format(gap, for: viewer)) apart"
        }
    }

    func alterations(for viewer: Viewer) -> [ImportResource.Alteration] {
        settings.compactMap { setting, index in
            // Refused values have been reported already, and a text is never altered.
            guard !catalog.isText(index), let parsed = try? catalog.texts[index].accept(setting.value.value, for: viewer) else {
                return nil
            }
            let value = console.value(of: index)
            if parsed.isClamped, value == parsed.value {
                return ImportResource.Alteration(id: setting.id, notice: catalog.texts[index].clampNotice(value, for: viewer))
            }
            guard value != parsed.value else { return nil }
            let other = console.partner(of: index).map { (parameter: $0, value: console.value(of: $0)) }
            return ImportResource.Alteration(id: setting.id, notice: catalog.notice(of: value, at: index, besides: other, for: viewer))
        }
    }
}

extension Catalog {
    /// A value was clamped by the other end of its range or, without one, by the range itself.
    func notice(of value: Double, at index: ParameterIndex, besides other: (parameter: ParameterIndex, value: Double)?, for viewer: Viewer)
        -> String
    {
        guard let other, let compound = compoundSpec(of: index), let gap = compound.kind.ends?.gap else {
            return texts[index].clampNotice(value, for: viewer)
        }
        let text = texts[index].format(value, for: viewer)
        let (name, at) = (id(of: other.parameter), texts[index].format(other.value, for: viewer))
        let apart = gap > 0 ? ", \(texts[index].format(gap, for: viewer)) apart" : ""
        return "clamped to \(text) (\(name) is at \(at)\(apart))"
    }
}

private final class NoPort: MIDIPort {
    var pollDescriptor: Int32 { -1 }
    func read() -> PortInput { .none }
    func send(_ message: MIDIMessage, to surface: SurfaceIndex) -> SendResult { .sent }
    func send(_ message: Span<UInt8>, to surface: SurfaceIndex) -> SendResult { .sent }
    func connections(of surface: SurfaceIndex) -> Connections { Connections() }
    func arrange(_ names: [String], previous: [SurfaceIndex?]) {}
    func close() {}
}
