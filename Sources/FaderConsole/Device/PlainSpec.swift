/// Each control has its own messages.
public struct PlainSpec: DeviceProtocol {
    /// `plain`.
    public var word: String { "plain" }
    /// None: only the profile knows them.
    public var controls: [ControlSpec] { [] }
    /// None.
    public var panelKeys: Set<String> { [] }
    /// Nothing: only the profile knows it.
    public var panel: PanelSpec { PanelSpec() }
}

extension ProtocolSpec {
    /// Each control has its own messages.
    public static let plain = ProtocolSpec(PlainSpec())
}
