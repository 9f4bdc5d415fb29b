public import FaderValues

/// What a surface shows beside its controls: texts, digits, colors, meters. Together they are its panel.
public struct PanelSpec: Sendable, Equatable {
    /// In the order in which the protocol counts them.
    public var displays: [DisplaySpec]
    public var meters: MeterSpec?
    /// How many seven-segment digits show a time.
    public var timecodeDigits: Int
    /// How many more digits show the assignment: a page or a bank.
    public var assignmentDigits: Int
    /// The message with all digits; nil: the protocol sends each.
    public var digitMessage: PanelTemplate?
    public var areDigitsHexadecimal: Bool
    /// How many strips have a color.
    public var coloredStrips: Int
    /// The message with all colors, for a device whose protocol has none.
    public var colorMessage: PanelTemplate?
    /// Bytes per second that its link carries; nil if that does not matter, as on USB.
    public var pacing: Int?
    /// The parameter on each meter, by strip.
    public var metered: [Int: ParameterIndex] = [:]
    /// What a meter shows that does not show a parameter, by strip: the level of something outside.
    public var levels: [Int: TargetSpec] = [:]
    public var timecode: ParameterIndex?

    public init(
        displays: [DisplaySpec] = [], meters: MeterSpec? = nil, timecodeDigits: Int = 0, assignmentDigits: Int = 0,
        areDigitsHexadecimal: Bool = false, coloredStrips: Int = 0, pacing: Int? = nil
    ) {
        self.displays = displays
        self.meters = meters
        self.timecodeDigits = timecodeDigits
        self.assignmentDigits = assignmentDigits
        self.areDigitsHexadecimal = areDigitsHexadecimal
        self.coloredStrips = coloredStrips
        self.pacing = pacing
    }

    /// The largest number of characters in a cell, and of digits or colors that are sent together.
    public static let longestCell = 16

    public var isEmpty: Bool { displays.isEmpty && meters == nil && timecodeDigits + assignmentDigits + coloredStrips == 0 }

    /// The index of a display's cell among all of the panel.
    public func cell(row: Int, column: Int, of display: Int) -> Int {
        displays[..<display].reduce(0) { $0 + $1.rows * $1.cells } + row * displays[display].cells + column
    }

    private var displayCells: Int { displays.reduce(0) { $0 + $1.rows * $1.cells } }

    public var timecodeCell: Int? { timecodeDigits > 0 ? displayCells : nil }

    public var assignmentCell: Int? { assignmentDigits > 0 ? displayCells + (timecodeDigits > 0 ? 1 : 0) : nil }

    public var colorCell: Int? {
        coloredStrips > 0 ? displayCells + (timecodeDigits > 0 ? 1 : 0) + (assignmentDigits > 0 ? 1 : 0) : nil
    }
}

/// A display: rows of cells of equal width, one cell per strip.
public struct DisplaySpec: Sendable, Equatable {
    public enum Characters: String, Sendable, CaseIterable {
        /// Printable ASCII.
        case ascii
        /// The same without lowercase letters.
        case capitals
        /// Those of the display controller Hitachi HD44780 with its usual font A00: printable ASCII, but `\` is a yen sign there, and `~` an arrow.
        case hd44780
    }

    public var rows: Int
    /// How many cells each row has.
    public var cells: Int
    /// How many characters a cell has.
    public var width: Int
    /// How many of them, at the end, stay blank unless the next cell is blank.
    public var gap: Int
    public var characters: Characters
    /// The strip of the first cell, from 0.
    public var firstStrip: Int
    /// The message that writes a cell, or all rows of a strip; nil: the protocol writes.
    public var template: PanelTemplate?

    public init(rows: Int, cells: Int, width: Int, gap: Int = 0, characters: Characters = .ascii, firstStrip: Int = 0) {
        self.rows = rows
        self.cells = cells
        self.width = width
        self.gap = gap
        self.characters = characters
        self.firstStrip = firstStrip
    }
}

/// The level meters of a surface, one per strip.
public struct MeterSpec: Sendable, Equatable {
    public var strips: Int
    /// The highest level, which is how many segments can be lit.
    public var highest: Int
    /// Whether the device lets them fall on its own.
    public var falls: Bool
    /// The messages of the last meters; the protocol sets those before.
    public var messages: [MeterMessage] = []

    /// The message of a meter; nil: its protocol sets it.
    func message(of strip: Int) -> MeterMessage? {
        let place = strip - (strips - messages.count)
        return messages.indices.contains(place) ? messages[place] : nil
    }

    public init(strips: Int, highest: Int = 13, falls: Bool = true) {
        self.strips = strips
        self.highest = highest
        self.falls = falls
    }
}

/// New content for a panel. Plain bytes: it crosses to the MIDI thread unchanged.
public struct PanelUpdate: Sendable, BitwiseCopyable, Equatable {
    /// A part of the panel that is updated separately.
    public enum Element: Sendable, BitwiseCopyable, Equatable {
        case cell(Int)
        /// A cell, for a second; then it is as before. The second starts again with every update.
        case moment(Int)
        /// The meter of a strip; the level is the first byte.
        case meter(Int)
        /// The lamp of the control at this offset in the surface, while the control drives nothing: lit unless the first byte is 0.
        case lamp(Int)
    }

    public var surface: SurfaceIndex
    public var element: Element
    /// As many bytes as the cell has: the characters of a display; digits as ASCII, plus 0x80 for a dot; or color bits.
    public var bytes: SIMD16<UInt8>

    /// An update from its bytes; missing ones are blanks.
    public init(_ surface: SurfaceIndex, _ element: Element, _ bytes: [UInt8]) {
        self.surface = surface
        self.element = element
        self.bytes = SIMD16(repeating: UInt8(ascii: " "))
        for index in 0..<min(bytes.count, PanelSpec.longestCell) { self.bytes[index] = bytes[index] }
    }
}
