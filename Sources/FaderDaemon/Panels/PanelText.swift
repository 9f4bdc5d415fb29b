internal import FaderConsole
internal import FaderLocale
internal import FaderModel

/// The texts of panels, in the characters of the device.
extension Catalog {
    /// The text that a cell shows, padded to the width of the cell.
    func text(_ content: PanelPlan.Content?, in cell: PanelPlan.Cell, value: (ParameterIndex) -> Double) -> String {
        let write = { (text: String) in Self.written(text, with: cell.display.characters) }
        let text =
            switch content {
            case nil: ""
            case .label(let index): CellText.label(write(configuration.parameters[index].label), width: cell.room)
            case .value(let index): self.text(ofValue: value(index), parameter: index, width: cell.room, as: write)
            }
        return text + String(repeating: " ", count: max(cell.display.width - text.count, 0))
    }

    private func text(ofValue value: Double, parameter: ParameterIndex, width: Int, as write: (String) -> String) -> String {
        if isText(parameter) { return CellText.label(write(words.text(of: value)), width: width) }
        return texts[parameter].cell(value, width: width, for: Viewer(symbols: configuration.symbols), as: write)
    }

    private static func written(_ text: String, with characters: DisplaySpec.Characters) -> String {
        switch characters {
        case .ascii: DisplayText.ascii(text)
        case .capitals: DisplayText.ascii(text).uppercased()
        }
    }

    /// A parameter's value on this many seven-segment digits.
    func digits(of parameter: ParameterIndex, value: Double, count: Int) -> [UInt8] {
        if isText(parameter) { return SegmentText.digits(words.text(of: value), count: count) }
        let whole = texts[parameter].format(value, for: Viewer(symbols: configuration.symbols))
        let digits = SegmentText.digits(whole, count: .max)
        guard digits.count > count else { return SegmentText.digits(whole, count: count) }
        // It may fit without its unit, or with fewer decimals. A point shares the digit before it.
        let text = texts[parameter].cell(
            value, width: count, for: Viewer(symbols: configuration.symbols), as: { Self.written($0, with: .capitals) },
            length: { SegmentText.digits($0, count: .max).count })
        return SegmentText.digits(text, count: count)
    }
}

/// Texts on seven-segment digits.
enum SegmentText {
    /// Digits as a person reads them, dots as points.
    static func text(_ digits: [UInt8]) -> String {
        String(decoding: digits.flatMap { $0 < 0x80 ? [$0] : [$0 & 0x7F, UInt8(ascii: ".")] }, as: UTF8.self)
    }

    /// The characters of a text in ASCII capitals, right-aligned. A point, colon or comma becomes the dot of the digit before it, which
    /// adds 0x80. A text that does not fit is shown as dashes, because half a number is a wrong number.
    static func digits(_ text: String, count: Int) -> [UInt8] {
        var digits: [UInt8] = []
        for byte in DisplayText.ascii(text).uppercased().utf8 {
            if ".:,".utf8.contains(byte), let last = digits.last, last < 0x80 {
                digits[digits.count - 1] = last | 0x80
            } else {
                digits.append(byte)
            }
        }
        if count == .max { return digits }
        guard digits.count <= count else { return Array(repeating: UInt8(ascii: "-"), count: count) }
        return Array(repeating: UInt8(ascii: " "), count: count - digits.count) + digits
    }
}
