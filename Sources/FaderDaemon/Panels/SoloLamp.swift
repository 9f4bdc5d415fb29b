internal import FaderConsole
internal import FaderValues

/// The lamp `rude-solo`, lit while a solo button of its surface, in any bank or page, drives a parameter that is on.
struct SoloLamp: Sendable {
    /// The index among the controls of the surface.
    let place: Int
    var isLit: Bool { on.values.contains(true) }
    /// Whether any parameter can light it. If none can, it is left alone.
    var isUsed: Bool { !on.isEmpty }
    private var on: [ParameterIndex: Bool] = [:]

    init?(of surface: SurfaceIndex, in configuration: Configuration, isOn: (ParameterIndex) -> Bool) {
        let spec = configuration.surfaces[surface]
        guard let place = spec.controls.firstIndex(where: { $0.id == "rude-solo" && $0.motor != nil }) else { return nil }
        self.place = place
        let deck = configuration.decks.first { $0.surfaces.contains(surface) }
        let controls = (deck?.surfaces ?? [surface]).flatMap { configuration.surfaces[$0].controls }.filter { $0.stripKind?.kind == "solo" }
        let strips = deck?.pages.flatMap(\.columns).filter { $0.kind == "solo" }.flatMap(\.cells) ?? []
        for mapping in controls.flatMap({ [Mapping($0)] + $0.jobs.map(\.mapping) }) + strips {
            if let parameter = mapping.parameter { on[parameter] = isOn(parameter) }
        }
    }

    /// Notes whether a parameter is on. Returns whether that changes the lamp.
    mutating func take(_ parameter: ParameterIndex, isOn: Bool) -> Bool {
        guard on[parameter] != nil else { return false }
        let before = isLit
        on[parameter] = isOn
        return isLit != before
    }

    func update(of surface: SurfaceIndex) -> PanelUpdate { PanelUpdate(surface, .lamp(place), [isLit ? 1 : 0]) }
}
