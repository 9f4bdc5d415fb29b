public import FaderAPI
internal import FaderConsole
internal import FaderMIDI
public import FaderServer
internal import FaderStore
public import FaderSystem
internal import FaderValues

/// What surfaces show, their pages and banks, and the controls that wait to take hold.
@Owner
public final class Surfaces: Subject {
    let standings: StandingSignal
    private let panels: Panels
    private let devices: @Sendable () -> [FoundDevice]

    init(_ commands: Commands, _ panels: Panels, devices: @escaping @Sendable () -> [FoundDevice]) {
        (self.panels, self.devices) = (panels, devices)
        standings = StandingSignal(commands.hub, commands.followers)
        super.init(commands)
    }

    /// All surfaces, in the order of the config.
    public func all() async -> Rendering<[SurfaceResource]> {
        await panels.composed()
        let (picture, devices) = (mirror.picture, devices())
        let shown = picture.connections.rowIndices.map { panels[$0, picture.catalog.generation] }
        var takeovers: [[ControlResource.Takeover?]] = []
        for index in picture.connections.rowIndices { takeovers.append(await self.takeovers(picture.catalog, index) ?? []) }
        return { [takeovers] in
            var surfaces = picture.surfaces(devices, withControls: true)
            for (index, panel) in shown.enumerated() {
                surfaces[index].panel = panel?.resource(picture.catalog)
                for (place, takeover) in takeovers[index].enumerated() { surfaces[index].controls?[place].takeover = takeover }
            }
            return surfaces
        }
    }

    /// Remembers which device each surface has.
    public func devicesChanged() {
        let devices = devices().compactMap { device in device.usb.map { (device.surface, $0) } }
        store.note(Dictionary(devices) { first, _ in first })
        followers.tell(.devices)
    }

    /// Greets the device of a surface as if it were new, and sends it everything again. Throws `conflict` if it is not connected.
    public func reset(_ name: String) async throws(ServiceError) -> SurfaceResource {
        while true {
            let catalog = mirror.catalog
            guard let index = catalog.configuration.surface(named: name) else { throw mirror.unknownSurface(name) }
            let isDone = try await engine.asked { try await $0.reset(index, generation: catalog.generation) }
            guard isDone || mirror.catalog.generation == catalog.generation else { continue }
            guard isDone else { throw .conflict("nothing is connected as \(name); it is sent everything when its device is plugged in") }
            // A reload may have come into force meanwhile.
            if let surface = await all()().first(where: { $0.name == name }) { return surface }
        }
    }
}

extension Panels.Shown {
    /// The panel as the API shows it; nil if the surface has only a solo lamp.
    fileprivate func resource(_ catalog: Catalog) -> PanelResource? {
        guard !plan.spec.isEmpty else { return nil }
        func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
        let spec = plan.spec
        let displays = spec.displays.enumerated().map { number, display in
            PanelResource.Display(
                strip: display.firstStrip + 1, width: display.width,
                rows: (0..<display.rows).map { row in
                    (0..<display.cells).map { text(bytes(spec.cell(row: row, column: $0, of: number))) }
                })
        }
        let meters = plan.metered.sorted { $0.key < $1.key }.map { strip, parameter in
            PanelResource.Meter(
                strip: strip + 1, parameter: catalog.id(of: parameter), level: levels[strip] ?? 0,
                levels: spec.meters?.highest ?? 0)
        }
        let others = plan.levels.map { strip, target in
            PanelResource.Meter(strip: strip + 1, target: target.name, level: levels[strip] ?? 0, levels: spec.meters?.highest ?? 0)
        }
        return PanelResource(
            displays: displays, colors: spec.colorCell.map { bytes($0).map { StripColor.name(ofBits: $0) } } ?? [],
            timecode: spec.timecodeCell.map { SegmentText.text(bytes($0)) },
            assignment: spec.assignmentCell.map { SegmentText.text(bytes($0)) },
            meters: (meters + others).sorted { $0.strip < $1.strip })
    }
}

extension Surfaces {
    var endpoints: [Endpoint] {
        [
            .long(Routes.listSurfaces) { [self] _ in await all() },
            .on(Routes.resetSurface) { [self] call, _ throws(ServiceError) in try await reset(call.id) },
            .on(Routes.showPage) { [self] call, ask, _ throws(ServiceError) in try await turn(call.id, to: ask.page) },
            .on(Routes.selectStrip) { [self] call, ask, _ throws(ServiceError) in try await select(call.id, ask.selected) },
            .on(Routes.showBank) { [self] call, ask, _ throws(ServiceError) in try await move(call.id, ask) },
        ]
    }
}
