internal import FaderConsole
internal import FaderValues

/// The colors that lamps had before they became dark, for switching them on again.
struct FormerColors {
    private var colors: [String: ColorNumber] = [:]
    /// The change by which a command switched each lamp off.
    private var switched: [String: ChangeNumber] = [:]

    /// The last color of a parameter that was not black.
    subscript(id: String) -> ColorNumber? { colors[id] }

    /// Notes a color before a command switches the lamp off. Other steps of the same change do not replace it.
    mutating func note(_ color: ColorNumber, of id: String, in change: ChangeNumber) {
        guard color.isLit else { return }
        (colors[id], switched[id]) = (color, change)
    }

    /// A movement, a fade or a recall is one change, so a lamp that was faded out keeps the color from the beginning of the fade.
    mutating func changed(_ state: ItemState, _ report: ParameterReport) {
        guard switched[state.id] != report.change else { return }
        let before = state.reports.map { $0.change == report.change ? $0.before : $0.value }
        let color = ColorNumber(before)
        if color.isLit {
            colors[state.id] = color
        } else if let former = colors[state.id] {
            // Somebody chooses another hue or saturation for a dark lamp.
            let now = zip(state.reports, former.numbers).map { $0.change == report.change && $0.value != $0.before ? $0.value : $1 }
            colors[state.id] = ColorNumber([now[0], now[1], former.lightness])
        }
    }

    mutating func keep(_ isThere: (String) -> Bool) {
        colors = colors.filter { isThere($0.key) }
        switched = switched.filter { isThere($0.key) }
    }
}
