internal import FaderJSON
internal import FaderServer
internal import FaderValues

/// A command of Home Assistant to a lamp: `{"state": "ON", "brightness": 128, "color": {"r": 255, "g": 0, "b": 0}}`, or a color as text.
struct LightCommand {
    private(set) var isOff = false
    private var brightness: Double?
    private var color: ColorNumber?

    init(_ text: String) throws(ServiceError) {
        if let color = StripColor(text) {
            let light = [color.red, color.green, color.blue].map(Double.init)
            (self.color, brightness) = (ColorNumber(light: light), light.max())
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
            color = ColorNumber(light: numbers.map { min(max($0, 0), 255) })
        }
    }

    /// `now` is not rounded: that would lose the hue of a dim color when brightness scales it. `before` is the last color that was not
    /// black.
    func wanted(_ now: ColorNumber, before: ColorNumber?) -> ColorNumber {
        guard !isOff else { return ColorNumber([now.hue, now.saturation, 0]) }
        // A black lamp still has its hue and saturation, only its lightness is 0.
        let former = now.isLit ? now : before ?? ColorNumber([now.hue, now.saturation, 50]).scaled(to: 255)
        // A color alone keeps the brightness.
        return (color ?? former).scaled(to: brightness ?? former.brightness).following(now)
    }
}

extension ColorNumber {
    /// 0…255, the brightest of red, green and blue.
    var brightness: Double { light.max() ?? 0 }

    var isLit: Bool { brightness >= 0.5 }

    /// The same color at another brightness. Black becomes white.
    func scaled(to brightness: Double) -> ColorNumber {
        let (light, highest) = (self.light, self.brightness)
        guard highest > 0 else { return ColorNumber(light: [brightness, brightness, brightness]) }
        return ColorNumber(light: light.map { max($0, 0) * brightness / highest })
    }
}
