internal import FaderAPI
internal import FaderConfig
internal import FaderConsole
internal import FaderLocale
internal import FaderValues

/// The texts of panels, in the characters of the device.
extension Catalog {
    /// Padded to the cell's width. `value` returns nil for a value that is not known.
    func text(_ content: PanelPlan.Content?, in cell: PanelPlan.Cell, value: (ParameterIndex) -> Double?) -> String {
        let write = { (text: String) in self.written(text, with: cell.display.characters) }
        let text =
            switch content {
            case nil: ""
            case .label(let index): label(of: index, in: cell)
            case .word(let word): write(CellText.label(word, width: cell.room))
            case .value(let index): self.text(ofValue: value(index), parameter: index, width: cell.room, as: write)
            }
        return text + String(repeating: " ", count: max(cell.display.width - text.count, 0))
    }

    /// Abbreviated before it is written in capitals, because abbreviation takes a capital as the beginning of a word.
    private func label(of index: ParameterIndex, in cell: PanelPlan.Cell) -> String {
        let label = CellText.label(written(configuration.parameters[index].displayLabel, with: .ascii), width: cell.room)
        return written(label, with: cell.display.characters)
    }

    private func text(ofValue value: Double?, parameter: ParameterIndex, width: Int, as write: (String) -> String) -> String {
        guard let value else { return write(ParameterResource.unheard) }
        if isText(parameter) { return CellText.label(write(words.text(of: value)), width: width) }
        return texts[parameter].cell(value, width: width, for: settings.viewer, as: write)
    }

    private func written(_ text: String, with characters: DisplaySpec.Characters) -> String {
        let ascii = DisplayText.ascii(text, locale: settings.symbols.locale)
        return switch characters {
        case .ascii: ascii
        case .capitals: ascii.uppercased()
        case .hd44780: String(ascii.map { $0 == "\\" ? "/" : $0 == "~" ? "-" : $0 })
        }
    }

    func timecode(of parameter: ParameterIndex, value: Double?, on panel: PanelSpec) -> [UInt8] {
        let count = panel.timecodeDigits
        func digits(_ text: String, _ count: Int) -> [UInt8] {
            SegmentText.digits(text, count: count, areHexadecimal: panel.areDigitsHexadecimal)
        }
        guard let value else { return digits(ParameterResource.unheard, count) }
        if isText(parameter) { return digits(words.text(of: value), count) }
        let whole = texts[parameter].format(value, for: settings.viewer)
        guard digits(whole, .max).count > count else { return digits(whole, count) }
        // It may fit without its unit or with fewer decimals. A point takes no digit of its own.
        let text = texts[parameter].cell(
            value, width: count, for: settings.viewer, as: { self.written($0, with: .capitals) },
            length: { digits($0, .max).count })
        return digits(text, count)
    }
}

enum SegmentText {
    static func text(_ digits: [UInt8]) -> String {
        String(decoding: digits.flatMap { $0 < 0x80 ? [$0] : [$0 & 0x7F, UInt8(ascii: ".")] }, as: UTF8.self)
    }

    /// The characters in ASCII capitals, right-aligned. A point, colon or comma becomes the dot of the digit before it: 0x80. A text that
    /// does not fit is dashes, because half a number is a wrong number; hexadecimal digits (0 to 9, A to F) leave it out.
    static func digits(_ text: String, count: Int, areHexadecimal: Bool = false) -> [UInt8] {
        let written = Array(DisplayText.ascii(text).uppercased().utf8)
        var digits: [UInt8] = []
        for byte in areHexadecimal ? hexadecimal(written) : written {
            if ".:,".utf8.contains(byte), let last = digits.last, last < 0x80 {
                digits[digits.count - 1] = last | 0x80
            } else {
                digits.append(byte)
            }
        }
        if count == .max { return digits }
        guard digits.count <= count else { return Array(repeating: UInt8(ascii: areHexadecimal ? " " : "-"), count: count) }
        return Array(repeating: UInt8(ascii: " "), count: count - digits.count) + digits
    }

    /// The text without its unit if the digits cannot show that; empty if they cannot show the number either, such as a minus.
    private static func hexadecimal(_ text: [UInt8]) -> [UInt8] {
        let canShow = { (byte: UInt8) in "0123456789ABCDEF .:,".utf8.contains(byte) }
        if text.allSatisfy(canShow) { return text }
        let number = text[..<((text.lastIndex { (0x30...0x39).contains($0) } ?? -1) + 1)]
        return number.allSatisfy(canShow) ? Array(number) : []
    }
}
