internal import CICU
internal import Synchronization

/// All controllers' displays have printable ASCII.
public enum DisplayText {
    /// Latin letters without diacritics, as people who speak the locale's language (empty for none) write where they have no other letters:
    /// `ü` is `ue` in German, `å` is `aa` in Danish. Letters for which the language has no habit are converted by ICU, or without ICU by a
    /// table of European letters. Characters without such a form become `_`. Every byte is 0x20…0x7E.
    ///
    /// Not for the MIDI thread: it allocates, and the first call reads ICU's tables.
    public static func ascii(_ text: String, locale: String = "") -> String {
        if text.utf8.allSatisfy(isPrintable) { return text }
        let habit = LanguageHabit.of(locale)
        // Marks of the writing direction have no width.
        let visible = String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.properties.isBidiControl }))
        let known = replacing(visible, by: habit)
        let latin = habit.script.flatMap { Transliterator.named($0)?.transliterate(known) } ?? known
        // A script's rules may produce letters that the language has a habit for.
        let letters = replacing(latin, by: habit)
        let ascii = Transliterator.named("Any-Latin; Latin-ASCII")?.transliterate(letters) ?? BareLetters.written(letters)
        var written = ""
        for character in ascii {
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

    /// A capital that becomes several letters stays one capital, except within capitals: `Ärger` is `Aerger`, `ÄRGER` is `AERGER`.
    private static func replacing(_ text: String, by habit: LanguageHabit) -> String {
        let letters = Array(text)
        var result = ""
        for (index, letter) in letters.enumerated() {
            guard let known = habit.letters[letter] ?? signs[letter] else {
                result.append(letter)
                continue
            }
            let next = index + 1 < letters.count && letters[index + 1].isLetter ? letters[index + 1] : nil
            let neighbor = next ?? (index > 0 ? letters[index - 1] : nil)
            result += letter.isUppercase && neighbor?.isUppercase == true ? known.uppercased() : known
        }
        return result
    }

    /// ICU has no Latin form for these, or one that reads badly in a display's cell.
    private static let signs: [Character: String] = [
        "∞": "inf", "−": "-", "°": "", "µ": "u", "μ": "u", "€": "EUR", "£": "GBP", "¥": "JPY", "♯": "#", "♭": "b", "Ω": "Ohm",
        "→": ">", "←": "<", "↑": "^", "↓": "v", "√": "V", "±": "+-", "·": ".", "•": "*",
        "٫": ".", "٬": ",", "Æ": "Ae", "Œ": "Oe", "Þ": "Th", "ẞ": "Ss",
        // ICU's rules for Cyrillic write the hard and the soft sign like this.
        "ʹ": "", "ʺ": "",
    ]
}

/// Sendable although it owns a pointer: it is never closed, and ICU lets any number of threads transliterate with one at the same time.
@safe private final class Transliterator: @unchecked Sendable {
    private let opened: OpaquePointer?
    /// The transliterators in use, by their rules; nil for rules that this ICU does not have.
    private static let known = Mutex<[String: Transliterator?]>([:])

    /// The transliterator with these rules; nil if this ICU does not have them.
    static func named(_ rules: String) -> Transliterator? {
        known.withLock { known in
            if let one = known[rules] { return one }
            let opened = Transliterator(rules)
            let one = unsafe opened.opened == nil ? nil : opened
            known[rules] = .some(one)
            return one
        }
    }

    private init(_ rules: String) {
        guard ICU.isThere else {
            unsafe opened = nil
            return
        }
        var error = U_ZERO_ERROR
        let units = Array(rules.utf16)
        let opened = unsafe cicu_transliterator_open(units, Int32(clamping: units.count), &error)
        unsafe self.opened = cicu_failed(error) == 0 ? opened : nil
    }

    /// Nil if ICU does not have the tables for that.
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
