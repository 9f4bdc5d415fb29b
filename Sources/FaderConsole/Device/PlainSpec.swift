/// Each control has its own messages.
public struct PlainSpec: DeviceProtocol {
    public var word: String { "plain" }
    public var controls: [ControlSpec] { [] }
    public var panelKeys: Set<String> { [] }
    public var panel: PanelSpec { PanelSpec() }
}

extension ProtocolSpec {
    public static let plain = ProtocolSpec(PlainSpec())
}
