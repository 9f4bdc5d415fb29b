internal import FaderConsole
internal import FaderValues

/// The plan of one surface's panel: which parameters its strips, meters and digits show. Pure.
///
/// A strip shows the parameter of its fader, or else of its encoder, its knob, or any other control with its number. The upper row shows the label, the lower
/// row the value. If fader and encoder drive different parameters, the lower row shows the label of the encoder's parameter, and the value of either parameter
/// while it moves and for a second after. For a pan or balance, the lower row shows the value, and the label for a second when the encoder is touched. A
/// display with one row shows the label, and the value while it moves and for a second after.
struct PanelPlan: Sendable {
    /// What a strip shows.
    struct Strip: Sendable, Equatable {
        var main: ParameterIndex
        /// The parameter of its encoder or knob, if that is a different one.
        var other: ParameterIndex?
        /// Whether `other` is a pan or balance, whose value needs no label: `L23`.
        var isOtherBalance = false
    }

    /// A cell of a display.
    struct Cell: Sendable {
        /// Its index among all cells of the panel.
        let index: Int
        let row: Int
        let strip: Int
        /// How many of its characters a text can use.
        let room: Int
        let display: DisplaySpec
        /// What it shows when no moment is shown; nil for nothing.
        var content: Content?
    }

    /// The content of a cell: a label, a value or a word.
    enum Content: Sendable, Equatable {
        case label(ParameterIndex)
        case value(ParameterIndex)
        case word(String)
    }

    /// Where the value of a parameter is shown when it changes.
    struct ValueCell: Sendable {
        let cell: Cell
        /// Whether it is shown there for a second only.
        let isMoment: Bool
    }

    let spec: PanelSpec
    /// By the number of the strip, without strips that show nothing.
    let strips: [Int: Strip]
    let cells: [Cell]
    /// Where each parameter's value is shown.
    let valueCells: [ParameterIndex: [ValueCell]]
    /// The parameter on each meter.
    let metered: [Int: ParameterIndex]
    /// The target whose level each of the other meters shows.
    let levels: [Int: TargetSpec]

    /// The plan of a surface. `binding` gives the parameter that each control drives.
    init(
        _ surface: SurfaceSpec, _ controls: Range<ControlIndex>, metered: [Int: ParameterIndex], levels: [Int: TargetSpec] = [:],
        isBalance: (ParameterIndex) -> Bool, binding: (ControlIndex) -> ParameterIndex?
    ) {
        spec = surface.panel
        (self.metered, self.levels) = (metered, levels)
        let strips = Self.strips(surface, controls, binding).mapValues { strip in
            var strip = strip
            strip.isOtherBalance = strip.other.map(isBalance) ?? false
            return strip
        }
        self.strips = strips
        cells = spec.displays.enumerated().flatMap { [spec] number, display in
            (0..<display.rows * display.cells).map { place in
                let (row, column) = place.quotientAndRemainder(dividingBy: display.cells)
                let strip = display.firstStrip + column
                // The gap separates two texts. Before a blank cell, it can be used.
                let isFree = column + 1 < display.cells && strips[strip + 1] == nil
                return Cell(
                    index: spec.cell(row: row, column: column, of: number), row: row, strip: strip,
                    room: isFree ? display.width : display.width - display.gap, display: display,
                    content: strips[strip].flatMap { $0.content(ofRow: row) })
            }
        }
        var valueCells: [ParameterIndex: [ValueCell]] = [:]
        for cell in cells where cell.row == min(cell.display.rows - 1, 1) {
            guard let strip = strips[cell.strip] else { continue }
            for parameter in [strip.main, strip.other].compactMap({ $0 }) {
                valueCells[parameter, default: []].append(ValueCell(cell: cell, isMoment: cell.content != .value(parameter)))
            }
        }
        self.valueCells = valueCells
    }

    private static let ranks = ["fader", "encoder", "knob"]

    private static func strips(
        _ surface: SurfaceSpec, _ controls: Range<ControlIndex>, _ binding: (ControlIndex) -> ParameterIndex?
    ) -> [Int: Strip] {
        var bound: [Int: [(rank: Int, parameter: ParameterIndex)]] = [:]
        for (control, index) in zip(surface.controls, controls) {
            guard let (kind, number) = control.stripKind, let parameter = binding(index) else { continue }
            bound[number - 1, default: []].append((ranks.firstIndex(of: kind) ?? ranks.count, parameter))
        }
        return bound.mapValues { all in
            // Among equal ranks, the first in the profile wins.
            let ordered = all.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(\.element)
            let other = ordered.first { $0.rank < ranks.count && $0.parameter != ordered[0].parameter }
            return Strip(main: ordered[0].parameter, other: other?.parameter)
        }
    }

    /// The cells that show the label of this parameter for a moment when it is touched, because they show the value of a pan or balance otherwise.
    func labelCells(of parameter: ParameterIndex) -> [Cell] {
        cells.filter { cell in
            strips[cell.strip].map { $0.other == parameter && $0.isOtherBalance } ?? false && cell.content == .value(parameter)
        }
    }

    /// The color bits of each strip; dark if it shows nothing.
    func colors(of parameters: [ParameterSpec]) -> [UInt8] {
        (0..<spec.coloredStrips).map { number in strips[number].map { parameters[$0.main].color?.bits ?? StripColor.whiteBits } ?? 0 }
    }
}

extension PanelPlan.Strip {
    /// The content of a row of the strip when no moment is shown.
    fileprivate func content(ofRow row: Int) -> PanelPlan.Content? {
        switch row {
        case 0: .label(main)
        case 1: other.map { isOtherBalance ? .value($0) : .label($0) } ?? .value(main)
        default: nil
        }
    }
}
