internal import FaderValues

/// What distinguishes one Mackie Control from another.
public struct MackieSpec: Sendable, Equatable {
    /// Its number in system exclusive messages; nil: 0x14 or 0x10 for a main unit, 0x15 or 0x11 for an extender, whichever answers.
    public var device: UInt8?
    /// It has only strips, and no controls beside them.
    public var isExtender: Bool
    /// It has to be greeted, and it answers.
    public var greets: Bool
    /// It accepts strip colors as the X-Touch does.
    public var hasColors: Bool
    /// The lamps of its strips blink when they are told to.
    public var blinks = true

    public init(device: UInt8? = nil, isExtender: Bool = false, greets: Bool = true, hasColors: Bool = false) {
        self.device = device
        self.isExtender = isExtender
        self.greets = greets
        self.hasColors = hasColors
    }
}

extension MackieSpec: SpokenProtocol {
    /// `mackie`, or `mackie-xt` for an extender.
    public var word: String { isExtender ? "mackie-xt" : "mackie" }
    /// The controls of the strips; on a main unit also those to the right of them.
    public var controls: [ControlSpec] { MackieControls.all(isExtender: isExtender, blinks: blinks) }
    /// The keys of its panel: all, but `colors` only for a device that has colors.
    public var panelKeys: Set<String> { hasColors ? ["displays", "meters", "digits", "colors"] : ["displays", "meters", "digits"] }

    /// On an X-Touch each strip has its own display; on the others the strips share one, in which neighbors would touch.
    public var panel: PanelSpec {
        PanelSpec(
            displays: [DisplaySpec(rows: 2, cells: 8, width: 7, gap: hasColors ? 0 : 1, characters: .hd44780)],
            meters: MeterSpec(strips: 8),
            timecodeDigits: isExtender ? 0 : 10, assignmentDigits: isExtender ? 0 : 2, coloredStrips: hasColors ? 8 : 0)
    }

    /// Whether only the device receives this message: it belongs to a lamp or to the relay.
    public func isOnlyReceived(_ address: MessageAddress) -> Bool { MackieControls.isOnlyReceived(address) }

    func conversation(with spec: SurfaceSpec, _ surface: SurfaceIndex, firstControl: ControlIndex) -> any SurfaceProtocol {
        MackieProtocol(spec, self, surface, firstControl: firstControl)
    }
}

extension ProtocolSpec {
    /// Mackie Control, Logic Control and their extenders.
    public static func mackie(_ spec: MackieSpec) -> ProtocolSpec { ProtocolSpec(spec) }

    /// What distinguishes it, if it is a Mackie Control.
    public var mackie: MackieSpec? { kind as? MackieSpec }
}
