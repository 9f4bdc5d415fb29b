internal import FaderConsole
internal import FaderValues

/// Which parameters the strips, meters and digits of a surface show. Pure.
/// A strip shows the parameter of its fader, or else of its encoder, its knob, or any other control with its number: the label in the upper
/// row, the value in the lower. If fader and encoder drive different parameters, the lower row shows the label of the encoder's, and the
/// value of either while it moves and for a second after. For a pan or balance, it shows the value, and the label for a second when the
/// encoder is touched. A display with one row shows the label, and the value while it moves and for a second after.
struct PanelPlan: Sendable {
    struct Strip: Sendable, Equatable {
        var main: ParameterIndex
        /// The parameter of its encoder or knob, if that is a different one.
        var other: ParameterIndex?
        /// The value of a pan or balance needs no label: `L23`.
        var isOtherBalance = false
    }

    struct Cell: Sendable {
        /// The index among all cells of the panel.
        let index: Int
        let row: Int
        let strip: Int
        /// How many characters a text can use.
        let room: Int
        let display: DisplaySpec
        /// What the cell shows when no moment is shown; nil: nothing.
        var content: Content?
    }

    enum Content: Sendable, Equatable {
        case label(ParameterIndex)
        case value(ParameterIndex)
        case word(String)
    }

    struct ValueCell: Sendable {
        let cell: Cell
        /// The value is shown there for a second only.
        let isMoment: Bool
    }

    let spec: PanelSpec
    /// The strips by their number. Those that show nothing are left out.
    let strips: [Int: Strip]
    let cells: [Cell]
    let valueCells: [ParameterIndex: [ValueCell]]
    let metered: [Int: ParameterIndex]
    /// What meters show that have no parameter.
    let levels: [Int: TargetSpec]

    /// `binding` gives the parameter that each control drives.
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

    /// The cells that show a label for a moment when the parameter is touched, because they show the value of a pan or balance otherwise.
    func labelCells(of parameter: ParameterIndex) -> [Cell] {
        cells.filter { cell in
            strips[cell.strip].map { $0.other == parameter && $0.isOtherBalance } ?? false && cell.content == .value(parameter)
        }
    }

    func colors(of parameters: [ParameterSpec]) -> [UInt8] {
        (0..<spec.coloredStrips).map { number in strips[number].map { parameters[$0.main].color?.bits ?? StripColor.whiteBits } ?? 0 }
    }
}

extension PanelPlan.Strip {
    fileprivate func content(ofRow row: Int) -> PanelPlan.Content? {
        switch row {
        case 0: .label(main)
        case 1: other.map { isOtherBalance ? .value($0) : .label($0) } ?? .value(main)
        default: nil
        }
    }
}
