public import FaderValues

/// The brightness of a backlight of the machine, or of an LED such as that of its keyboard.
public struct BrightnessTargetSpec: TargetKind {
    public enum Device: Sendable, Equatable {
        /// The first backlight.
        case screen
        case named(Subsystem, String)
    }

    /// A class in `/sys/class`.
    public enum Subsystem: String, Sendable, CaseIterable {
        case backlight
        case leds
    }

    public var device: Device

    public static let word = "brightness"
    public static let shownKeys = ["brightness"]

    public init(_ device: Device) { self.device = device }

    public var name: String {
        switch device {
        case .screen: "brightness default"
        case .named(.backlight, let name) where name != "default": "brightness \(name)"
        case .named(let subsystem, let name): "brightness \(subsystem.rawValue)/\(name)"
        }
    }
}
