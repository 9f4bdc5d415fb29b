/// A color of 24 bits, in which a parameter is shown, or to which a color's target is set.
public struct StripColor: Sendable, Equatable {
    /// Its parts, 0…255.
    public let red, green, blue: UInt8

    /// A name of CSS Color 4 in any case (`red`, `orange`), `#rrggbb` or `#rgb`.
    public init?(_ text: String) {
        guard let color = ColorNames.color(text) ?? (text.hasPrefix("#") ? ColorNumber(hexadecimal: text) : nil) else { return nil }
        let digits = color.hexadecimal.dropFirst()
        guard let number = UInt32(digits, radix: 16) else { return nil }
        self.init(number: number)
    }

    public init(number: UInt32) {
        (red, green, blue) = (UInt8(number >> 16 & 0xFF), UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF))
    }

    /// The highest `number`, which is white.
    public static let highest: UInt32 = 0xFF_FFFF

    /// All three in one number, red in the highest byte: 0…`highest`.
    public var number: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }

    /// `#rrggbb`.
    public var text: String { "#" + String(1 << 24 | number, radix: 16).dropFirst() }

    /// How different two colors look, for comparisons. The eye is most sensitive to green, and to blue more in blue colors than in red
    /// ones: www.compuphase.com/cmetric.htm.
    public func distance(to other: StripColor) -> Int {
        let mean = (Int(red) + Int(other.red)) / 2
        let (red, green, blue) = (Int(red) - Int(other.red), Int(green) - Int(other.green), Int(blue) - Int(other.blue))
        return (512 + mean) * red * red + 1024 * green * green + (767 - mean) * blue * blue
    }

    /// The nearest of the eight colors that controllers' displays have, as bits: 1 red, 2 green, 4 blue. A dark color counts as its bright
    /// form, because the display could not be read otherwise; only black is 0.
    public var bits: UInt8 {
        let brightest = max(red, green, blue)
        guard brightest > 0 else { return 0 }
        func bit(_ part: UInt8, _ bit: UInt8) -> UInt8 { part > brightest / 2 ? bit : 0 }
        return bit(red, 1) | bit(green, 2) | bit(blue, 4)
    }

    public static func name(ofBits bits: UInt8) -> String {
        ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"][Int(bits & 7)]
    }

    public static let white = StripColor(number: highest)

    /// White, for a strip whose parameter has no color.
    public static let whiteBits: UInt8 = 7
}
