internal import FaderModel

/// A device whose controls each have their own messages, in and out, and that has nothing else to say.
final class PlainProtocol: SurfaceProtocol {
    private let surface: SurfaceIndex
    private var table = InputTable()

    /// The protocol of a surface whose first control has this index.
    init(_ spec: SurfaceSpec, _ surface: SurfaceIndex, firstControl: ControlIndex) {
        self.surface = surface
        for (place, control) in spec.controls.enumerated() { table.add(control, at: firstControl.advanced(by: place)) }
    }

    @inline(__always)
    func receive(_ message: MIDIMessage, in act: Act) -> SurfaceEvent { table.event(of: message) }

    var sendsAsIs: Bool { true }

    @inline(__always)
    func show(_ message: MIDIMessage, in act: Act) -> SendResult { act.port.sendWhole(message, to: surface) }

    func disconnect() { table.forgetSelections() }

    func forgetInput() { table.forgetSelections() }

    func adopt(_ old: any SurfaceProtocol) -> Bool {
        guard let old = old as? PlainProtocol else { return false }
        table.adoptSelections(of: old.table)
        return true
    }
}

/// Each control has its own messages.
public struct PlainSpec: SpokenProtocol {
    /// `plain`.
    public var word: String { "plain" }
    /// None: only the profile knows them.
    public var controls: [ControlSpec] { [] }
    /// None.
    public var panelKeys: Set<String> { [] }
    /// Nothing: only the profile knows it.
    public var panel: PanelSpec { PanelSpec() }

    func conversation(with spec: SurfaceSpec, _ surface: SurfaceIndex, firstControl: ControlIndex) -> any SurfaceProtocol {
        PlainProtocol(spec, surface, firstControl: firstControl)
    }
}

extension ProtocolSpec {
    /// Each control has its own messages.
    public static let plain = ProtocolSpec(PlainSpec())
}
