/// Which protocol a device speaks, and how much of it.
public enum ProtocolSpec: Sendable, Equatable {
    /// Each control has its own messages.
    case plain
    /// Mackie Control, Logic Control and their extenders.
    case mackie(MackieSpec)
    /// Mackie HUI.
    case hui
    /// PreSonus FaderPort 8 and 16 in their own mode.
    case faderPort(FaderPortSpec)
}

/// A message that is sent unchanged: before anything else, to put a device into the mode that its profile describes, or last, to take it
/// out of that mode.
public enum DeviceMessage: Sendable, Equatable {
    /// A single message.
    case message(MIDIMessage)
    /// A system exclusive message, from F0 to F7.
    case exclusive([UInt8])

    /// How many bytes it is on the wire.
    var byteCount: Int {
        switch self {
        case .message(let message): 3 * message.address.kind.messageCount
        case .exclusive(let bytes): bytes.count
        }
    }
}

/// What distinguishes one Mackie Control from another.
public struct MackieSpec: Sendable, Equatable {
    /// Its number in system exclusive messages; nil: 0x14 or 0x10 for a main unit, 0x15 or 0x11 for an extender, whichever answers.
    public var device: UInt8?
    /// It has only strips.
    public var isExtender: Bool
    /// It has to be greeted, and answers.
    public var greets: Bool
    /// It accepts strip colors as the X-Touch does.
    public var hasColors: Bool

    /// A device from its parts.
    public init(device: UInt8? = nil, isExtender: Bool = false, greets: Bool = true, hasColors: Bool = false) {
        self.device = device
        self.isExtender = isExtender
        self.greets = greets
        self.hasColors = hasColors
    }
}

/// Which FaderPort it is.
public struct FaderPortSpec: Sendable, Equatable {
    /// 8 or 16.
    public var strips: Int

    /// A device with this many strips.
    public init(strips: Int) { self.strips = strips }
}

extension ProtocolSpec {
    /// The controls that the protocol defines; empty if only the profile knows them.
    public var controls: [ControlSpec] {
        switch self {
        case .plain: []
        case .faderPort(let spec): FaderPortControls.all(spec)
        case .mackie(let spec): MackieControls.all(isExtender: spec.isExtender)
        case .hui: HUIControls.all
        }
    }

    /// Whether the message of a control is that of a lamp, sound or relay, which the device only receives: nobody can press it.
    func isOnlyReceived(_ address: MessageAddress) -> Bool {
        switch self {
        case .plain, .faderPort: false
        case .mackie: MackieControls.isOnlyReceived(address)
        case .hui: HUIControls.isOnlyReceived(address)
        }
    }

    /// What the device shows beside its controls; empty if only the profile knows it.
    public var panel: PanelSpec {
        switch self {
        case .plain: PanelSpec()
        case .mackie(let spec):
            // On an X-Touch each strip has its own display; on the others the strips share one, in which neighbors would touch.
            PanelSpec(
                displays: [DisplaySpec(rows: 2, cells: 8, width: 7, gap: spec.hasColors ? 0 : 1)], meters: MeterSpec(strips: 8),
                timecodeDigits: spec.isExtender ? 0 : 10, assignmentDigits: spec.isExtender ? 0 : 2, coloredStrips: spec.hasColors ? 8 : 0)
        case .hui:
            PanelSpec(
                displays: [DisplaySpec(rows: 1, cells: 8, width: 4), DisplaySpec(rows: 2, cells: 8, width: 5, gap: 1)],
                meters: MeterSpec(strips: 8, highest: 12, falls: false), timecodeDigits: 8, areDigitsHexadecimal: true)
        case .faderPort(let spec):
            PanelSpec(
                displays: [DisplaySpec(rows: 3, cells: spec.strips, width: 9)], meters: MeterSpec(strips: spec.strips, falls: false),
                pacing: FaderPortProtocol.pacing)
        }
    }
}
