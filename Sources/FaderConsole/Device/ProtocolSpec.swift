internal import FaderValues

/// Which protocol a device speaks, and how much of it: one row of `all` in `Protocols.swift`, with the details from the profile.
///
/// A protocol is a table of controls with their messages, and a conversation (`SurfaceProtocol`). Reload, `monitor` and `learn` know only the
/// table.
public struct ProtocolSpec: Sendable, Equatable {
    /// The protocol, with what distinguishes one device from another.
    public let kind: any DeviceProtocol

    public init(_ kind: any DeviceProtocol) { self.kind = kind }

    /// The controls that the protocol defines; empty if only the profile knows them.
    public var controls: [ControlSpec] { kind.controls }

    /// The panel that the protocol defines; empty if only the profile knows it.
    public var panel: PanelSpec { kind.panel }

    public static func == (left: ProtocolSpec, right: ProtocolSpec) -> Bool { left.kind.isEqual(to: right.kind) }
}

/// What is known about a protocol without a device. The conversation with a device is a `SurfaceProtocol`.
public protocol DeviceProtocol: Sendable, Equatable {
    /// Its word in the config.
    var word: String { get }
    /// The controls that the protocol defines; empty if only the profile knows them.
    var controls: [ControlSpec] { get }
    /// What the device shows beside its controls; empty if only the profile knows it.
    var panel: PanelSpec { get }
    var panelKeys: Set<String> { get }
    /// Whether the device only receives a message, as that of a lamp, sound or relay: nobody can press it.
    func isOnlyReceived(_ address: MessageAddress) -> Bool

    /// The messages that a device sends for a message of its table of controls.
    func sentByDevice(_ message: MIDIMessage) -> [MIDIMessage]
    /// The answer of a device to a message that asks whether it is there; nil for any other message.
    func answer(to message: MIDIMessage) -> MIDIMessage?
    /// What a message to a device means in its table of controls. `memory` is what the device keeps from one message to the next: 0 at first.
    func receivedByDevice(_ message: MIDIMessage, memory: inout UInt8) -> MIDIMessage
}

extension DeviceProtocol {
    public func isOnlyReceived(_ address: MessageAddress) -> Bool { false }

    public func sentByDevice(_ message: MIDIMessage) -> [MIDIMessage] { [message] }

    public func answer(to message: MIDIMessage) -> MIDIMessage? { nil }

    public func receivedByDevice(_ message: MIDIMessage, memory: inout UInt8) -> MIDIMessage { message }

    func isEqual(to other: any DeviceProtocol) -> Bool { self == other as? Self }
}
