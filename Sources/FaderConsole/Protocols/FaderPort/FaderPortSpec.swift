internal import FaderValues

public struct FaderPortSpec: Sendable, Equatable {
    public var strips: Int

    public init(strips: Int) { self.strips = strips }
}

extension FaderPortSpec: SpokenProtocol {
    public var word: String { "faderport-\(strips)" }
    public var controls: [ControlSpec] { FaderPortControls.all(self) }
    public var panelKeys: Set<String> { ["displays", "meters"] }

    public var panel: PanelSpec {
        PanelSpec(
            displays: [DisplaySpec(rows: 3, cells: strips, width: 9)], meters: MeterSpec(strips: strips, highest: 127, falls: false),
            pacing: FaderPortProtocol.pacing)
    }

    func conversation(with spec: SurfaceSpec, _ surface: SurfaceIndex, firstControl: ControlIndex) -> any SurfaceProtocol {
        FaderPortProtocol(spec, self, surface, firstControl: firstControl)
    }
}

extension ProtocolSpec {
    public static func faderPort(_ spec: FaderPortSpec) -> ProtocolSpec { ProtocolSpec(spec) }
}
