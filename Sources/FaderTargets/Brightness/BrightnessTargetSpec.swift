public import FaderValues

/// The brightness of a backlight of the machine, or of an LED such as that of its keyboard.
public struct BrightnessTargetSpec: TargetKind {
    /// Whose brightness is set.
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

    /// Whose brightness is set.
    public var device: Device

    /// `brightness`.
    public static let word = "brightness"
    /// The keys whose values are no secrets.
    public static let shownKeys = ["brightness"]

    /// A target of a device.
    public init(_ device: Device) { self.device = device }

    /// The device.
    public var name: String {
        switch device {
        case .screen: "brightness default"
        case .named(.backlight, let name) where name != "default": "brightness \(name)"
        case .named(let subsystem, let name): "brightness \(subsystem.rawValue)/\(name)"
        }
    }
}
