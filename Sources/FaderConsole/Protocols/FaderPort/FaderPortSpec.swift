internal import FaderValues

/// Which FaderPort it is.
public struct FaderPortSpec: Sendable, Equatable {
    /// 8 or 16.
    public var strips: Int

    /// A device with this many strips.
    public init(strips: Int) { self.strips = strips }
}

extension FaderPortSpec: SpokenProtocol {
    /// `faderport-8` or `faderport-16`.
    public var word: String { "faderport-\(strips)" }
    /// Its strips and the keys beside them.
    public var controls: [ControlSpec] { FaderPortControls.all(self) }
    /// Displays and meters.
    public var panelKeys: Set<String> { ["displays", "meters"] }

    /// A display and a meter for each strip.
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
    /// PreSonus FaderPort 8 and 16 in their own mode.
    public static func faderPort(_ spec: FaderPortSpec) -> ProtocolSpec { ProtocolSpec(spec) }
}
