internal import FaderValues

/// A backlight or another light of the machine, as in the files of the kernel.
struct BacklightDevice: Equatable {
    let subsystem: BrightnessTargetSpec.Subsystem
    let name: String
    let most: Int

    /// Where the kernel's files are. Tests have others.
    private static let root = ProcessEnvironment.variable("FADERD_SYSFS") ?? "/sys"
    /// The best for the screen first, as the kernel's documentation recommends.
    private static let types = ["firmware", "platform", "raw"]

    init?(_ subsystem: BrightnessTargetSpec.Subsystem, _ name: String) {
        guard let most = Self.number("\(Self.folder(subsystem))/\(name)/max_brightness"), most > 0 else { return nil }
        (self.subsystem, self.name, self.most) = (subsystem, name, most)
    }

    static func find(_ device: BrightnessTargetSpec.Device) -> BacklightDevice? {
        switch device {
        case .named(let subsystem, let name): BacklightDevice(subsystem, name)
        case .screen: all(.backlight).min { $0.rank < $1.rank }
        }
    }

    static func all(_ subsystem: BrightnessTargetSpec.Subsystem) -> [BacklightDevice] {
        let names = FileContents.names(in: folder(subsystem)) ?? []
        return names.filter { !$0.hasPrefix(".") }.sorted().compactMap { BacklightDevice(subsystem, $0) }
    }

    var words: String { subsystem == .backlight && name != "default" ? name : "\(subsystem.rawValue)/\(name)" }

    /// The level that was set last; nil if the device is gone. `actual_brightness` has another scale in some drivers.
    var level: Int? { Self.number(brightness) }

    var brightness: String { "\(Self.folder(subsystem))/\(name)/brightness" }

    /// The kernel notifies it when keys or the firmware have changed the brightness.
    var notified: String { "\(Self.folder(subsystem))/\(name)/\(subsystem == .backlight ? "actual_brightness" : "brightness_hw_changed")" }

    private var rank: Int {
        let type = Self.line("\(Self.folder(subsystem))/\(name)/type") ?? ""
        return Self.types.firstIndex(of: type) ?? Self.types.count
    }

    private static func folder(_ subsystem: BrightnessTargetSpec.Subsystem) -> String { "\(root)/class/\(subsystem.rawValue)" }

    private static func number(_ file: String) -> Int? { line(file).flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil } }

    private static func line(_ file: String) -> String? {
        guard let bytes = FileContents.of(file, limit: 64), !bytes.isEmpty else { return nil }
        return String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self)
    }
}
