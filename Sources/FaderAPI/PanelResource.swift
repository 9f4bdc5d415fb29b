/// What a surface shows beside its controls.
public struct PanelResource: WireObject, Equatable {
    public struct Display: Codable, Sendable, Equatable {
        /// The strip of its first cell, from 1.
        public var strip: Int
        public var width: Int
        /// The texts of the cells as they are shown now, row by row, each as wide as the cell.
        public var rows: [[String]]

        package init(strip: Int, width: Int, rows: [[String]]) {
            self.strip = strip
            self.width = width
            self.rows = rows
        }
    }

    /// A meter that shows a parameter, or how loud something outside is.
    public struct Meter: Codable, Sendable, Equatable {
        /// The strip that it belongs to, from 1.
        public var strip: Int
        /// The id of the parameter; nil if it shows a target.
        public var parameter: String?
        /// The target whose level it shows, such as `obs 127.0.0.1:4455 input Mic`; nil if it shows a parameter.
        public var target: String?
        /// The last level that it was sent, from 0 (dark) to `levels` (full).
        public var level: Int
        public var levels: Int

        package init(strip: Int, parameter: String? = nil, target: String? = nil, level: Int, levels: Int) {
            self.strip = strip
            self.parameter = parameter
            self.target = target
            self.level = level
            self.levels = levels
        }
    }

    public var displays: [Display]
    /// The color of each strip: `black` for dark, `red`, `green`, `yellow`, `blue`, `magenta`, `cyan` or `white`. Empty without colors.
    public var colors: [String]
    /// What the timecode digits show; nil if it has none.
    public var timecode: String?
    /// What the assignment digits show; nil if it has none.
    public var assignment: String?
    /// The meters that show something.
    public var meters: [Meter]

    package init(displays: [Display], colors: [String], timecode: String?, assignment: String?, meters: [Meter]) {
        self.displays = displays
        self.colors = colors
        self.timecode = timecode
        self.assignment = assignment
        self.meters = meters
    }
}
