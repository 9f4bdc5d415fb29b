internal import FaderConsole
internal import FaderModel

/// What lamps showed before they became dark, for those that are switched on again.
struct FormerColors {
    private var colors: [String: ColorNumber] = [:]
    /// The changes in which lamps are switched off by a command.
    private var switched: [String: ChangeNumber] = [:]

    /// The last color that was not black; nil if there was none.
    subscript(id: String) -> ColorNumber? { colors[id] }

    /// Notes what a lamp shows before a command switches it off, whatever else belongs to that change.
    mutating func note(_ color: ColorNumber, of id: String, in change: ChangeNumber) {
        guard color.isLit else { return }
        (colors[id], switched[id]) = (color, change)
    }

    /// Notes that a part of a color has changed. All that a hand, a fade or a recall does is one change: a lamp that was faded out had the color
    /// at which that began.
    mutating func changed(_ state: ItemState, _ report: ParameterReport) {
        guard switched[state.id] != report.change else { return }
        let before = state.reports.map { $0.change == report.change ? $0.before : $0.value }
        let color = ColorNumber(before)
        if color.isLit {
            colors[state.id] = color
        } else if let former = colors[state.id] {
            // Somebody chooses the color of a dark lamp.
            let now = zip(state.reports, former.numbers).map { $0.change == report.change && $0.value != $0.before ? $0.value : $1 }
            colors[state.id] = ColorNumber([now[0], now[1], former.lightness])
        }
    }

    /// Forgets those that are no more.
    mutating func keep(_ isThere: (String) -> Bool) {
        colors = colors.filter { isThere($0.key) }
        switched = switched.filter { isThere($0.key) }
    }
}
