internal import CICU

/// Converts any text to characters that a display can show: printable ASCII, which the displays of all controllers have.
public enum DisplayText {
    /// The text in Latin letters without diacritics, converted by ICU. Characters without such a form become `_`. Every byte is 0x20…0x7E.
    ///
    /// Not for the MIDI thread: it allocates, and the first call reads ICU's tables.
    public static func ascii(_ text: String) -> String {
        if text.utf8.allSatisfy(isPrintable) { return text }
        var known = ""
        // Marks of the writing direction have no width.
        let visible = String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.properties.isBidiControl }))
        for character in visible { known += signs[character] ?? String(character) }
        let latin = Self.latin.transliterate(known) ?? known
        var written = ""
        for character in latin {
            if character.isWhitespace {
                written += " "
            } else {
                let bytes = character.utf8.filter(isPrintable)
                written += bytes.count == character.utf8.count ? String(character) : "_"
            }
        }
        return written
    }

    private static func isPrintable(_ byte: UInt8) -> Bool { (0x20...0x7E).contains(byte) }

    private static let latin = Transliterator("Any-Latin; Latin-ASCII")

    /// Replacements for characters that ICU has no Latin form for, or one that reads badly in a display's cell.
    private static let signs: [Character: String] = [
        "∞": "inf", "−": "-", "°": "", "µ": "u", "μ": "u", "€": "EUR", "£": "GBP", "¥": "JPY", "♯": "#", "♭": "b", "Ω": "Ohm",
        "→": ">", "←": "<", "↑": "^", "↓": "v", "√": "V", "±": "+-", "·": ".", "•": "*",
        "٫": ".", "٬": ",",
    ]
}

/// One of ICU's transliterators.
///
/// Sendable although it owns a pointer: it is never closed, and ICU lets any number of threads transliterate with one at the same time.
@safe private final class Transliterator: @unchecked Sendable {
    private let opened: UnsafeMutableRawPointer?

    init(_ rules: String) {
        var error = U_ZERO_ERROR
        let units = Array(rules.utf16)
        let opened = unsafe cicu_transliterator_open(units, Int32(clamping: units.count), &error)
        unsafe self.opened = cicu_failed(error) == 0 ? opened : nil
    }

    /// The text as the rules convert it; nil if ICU does not have the tables for that.
    func transliterate(_ text: String) -> String? {
        guard let opened = unsafe opened else { return nil }
        var error = U_ZERO_ERROR
        // One character may become several: a Cyrillic or Chinese one up to six, an Arabic ligature up to eighteen.
        let units = Array(text.utf16)
        var buffer = units + [UInt16](repeating: 0, count: units.count * 20)
        var length = Int32(clamping: units.count)
        unsafe cicu_transliterate(opened, &buffer, &length, Int32(clamping: buffer.count), &error)
        return cicu_failed(error) == 0 ? String(decoding: buffer.prefix(Int(length)), as: UTF16.self) : nil
    }
}
