internal import FaderJSON
internal import FaderModel
internal import FaderServer

/// What Home Assistant asks of a lamp: `{"state": "ON", "brightness": 128, "color": {"r": 255, "g": 0, "b": 0}}`, or a color as text.
struct LightCommand {
    private var isOff = false
    private var brightness: Double?
    private var color: StripColor?

    init(_ text: String) throws(ServiceError) {
        if let color = StripColor(text) {
            self.color = color
            brightness = Double(Self.brightness(of: color))
            return
        }
        guard case .object(let fields) = try? JSONValue.read(Array(text.utf8)) else {
            throw .refused("a color is set by #rrggbb, or by {\"state\": \"ON\", \"color\": {\"r\": 255, \"g\": 0, \"b\": 0}}")
        }
        if case .text("OFF") = fields["state"] { isOff = true }
        brightness = fields["brightness"]?.double.map { min(max($0, 0), 255) }
        if case .object(let parts) = fields["color"] {
            let numbers = ["r", "g", "b"].compactMap { parts[$0]?.double }
            guard numbers.count == 3 else { throw .refused("a color has \"r\", \"g\" and \"b\"") }
            color = Self.color(numbers)
        }
    }

    /// The color that the lamp is to have.
    ///
    /// - Parameters:
    ///   - now: the color that it has.
    ///   - before: the last one that was not black.
    func wanted(_ now: StripColor, before: StripColor?) -> Wanted {
        let black = StripColor(number: 0)
        if isOff { return .value(.word(black.text)) }
        let former = now.number == 0 ? before ?? StripColor(number: StripColor.highest) : now
        let base = color ?? former
        let highest = Double(max(Self.brightness(of: base), 1))
        // A color alone keeps the brightness.
        let factor = (brightness ?? Double(Self.brightness(of: former))) / highest
        let parts = [base.red, base.green, base.blue].map { Double($0) * factor }
        return .value(.word(Self.color(parts).text))
    }

    private static func brightness(of color: StripColor) -> UInt8 { max(color.red, color.green, color.blue) }

    private static func color(_ parts: [Double]) -> StripColor {
        StripColor(number: parts.reduce(0) { $0 << 8 | UInt32(min(max($1.rounded(), 0), 255)) })
    }
}
