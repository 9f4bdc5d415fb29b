/// A color as hue 0…360°, saturation and lightness 0…100 %. `#rrggbb` → hue, saturation, lightness → `#rrggbb` is the identity.
public struct ColorNumber: Sendable, Equatable {
    /// On the wheel of colors: 0 is red, 120 green, 240 blue.
    public var hue: Double
    /// 0 is a gray.
    public var saturation: Double
    /// 0 is black, 100 white.
    public var lightness: Double

    public init(_ numbers: [Double]) {
        (hue, saturation, lightness) = (numbers[0], numbers[1], numbers[2])
    }

    /// From `#rrggbb` or `#rgb`, in any case, with or without the `#`; nil for anything else.
    init?(hexadecimal text: String) {
        let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
        let values = digits.unicodeScalars.compactMap { scalar in
            scalar.isASCII ? Character(scalar).hexDigitValue.map { UInt8($0) } : nil
        }
        guard values.count == digits.unicodeScalars.count else { return nil }
        switch values.count {
        case 3: self.init(red: values[0] * 17, green: values[1] * 17, blue: values[2] * 17)
        case 6: self.init(red: values[0] * 16 + values[1], green: values[2] * 16 + values[3], blue: values[4] * 16 + values[5])
        default: return nil
        }
    }

    /// From red, green and blue. A gray has hue and saturation 0.
    init(red: UInt8, green: UInt8, blue: UInt8) { self.init(light: [red, green, blue].map(Double.init)) }

    /// Red, green and blue, 0…255, which need not be whole. A gray has hue and saturation 0.
    public init(light: [Double]) {
        let (r, g, b) = (light[0] / 255, light[1] / 255, light[2] / 255)
        let (high, low) = (max(r, g, b), min(r, g, b))
        let spread = high - low
        lightness = Self.rounded((high + low) / 2 * 100)
        guard spread > 0 else {
            (hue, saturation) = (0, 0)
            return
        }
        saturation = Self.rounded(min(spread / (1 - (high + low - 1).magnitude) * 100, 100))
        let sixth = high == r ? (g - b) / spread : high == g ? (b - r) / spread + 2 : (r - g) / spread + 4
        hue = Self.rounded((sixth < 0 ? sixth + 6 : sixth) * 60)
    }

    /// Without the errors of the arithmetic: 100, not 99.99999999999999.
    private static func rounded(_ number: Double) -> Double { (number * 1e9).rounded() / 1e9 }

    public var numbers: [Double] { [hue, saturation, lightness] }

    /// The nearest `#rrggbb`.
    public var hexadecimal: String { "#" + light.map(Self.byte).joined() }

    /// Red, green and blue, 0…255, unrounded.
    public var light: [Double] {
        let sixth = hue / 60
        // The share of red, green and blue between the lowest and the highest of them, by the hue's place on the wheel of six sectors.
        let shares = [(sixth - 3).magnitude - 1, 2 - (sixth - 2).magnitude, 2 - (sixth - 4).magnitude]
        let chroma = (1 - (lightness / 50 - 1).magnitude) * saturation / 100
        return shares.map { (lightness / 100 + chroma * (min(max($0, 0), 1) - 0.5)) * 255 }
    }

    /// This color after a former one: a gray takes the former hue; black and white take the saturation, too.
    public func following(_ former: ColorNumber) -> ColorNumber {
        var color = self
        if saturation == 0 { color.hue = former.hue }
        if lightness == 0 || lightness == 100 { color.saturation = former.saturation }
        return color
    }

    private static func byte(_ value: Double) -> String {
        let byte = UInt8((value > 0 ? min(value, 255) : 0).rounded())
        let digits = String(byte, radix: 16)
        return byte < 16 ? "0" + digits : digits
    }
}
