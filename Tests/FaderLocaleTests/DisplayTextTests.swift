import FaderLocale
import FaderTesting
import Testing

@Suite("Texts in the characters of a display")
struct DisplayTextTests {
    @Test(
        "letters lose their marks and other scripts are written in Latin",
        arguments: [
            ("Master -6.0 dB", "Master -6.0 dB"), ("Überhöhung", "Uberhohung"), ("Straße", "Strasse"), ("Größe Æther", "Grosse Aether"),
            ("Žluťoučký kůň", "Zlutoucky kun"), ("Бас", "Bas"), ("Ήχος", "Echos"), ("−∞ dB", "-inf dB"), ("90°", "90"), ("5 µs", "5 us"),
            ("10\u{A0}€", "10 EUR"), ("🎛 Mix", "_ Mix"), ("a\nb\tc", "a b c"), ("“Vox”", "\"Vox\""), ("", ""),
            ("\u{200E}−۱۲٫۵\u{A0}dB", "-12.5 dB"), ("\u{61C}-١٢٬٣٤٥٫٥\u{200F}", "-12,345.5"), ("٥٠٪\u{61C}", "50%"),
        ])
    func texts(text: String, written: String) { #expect(DisplayText.ascii(text) == written) }

    @Test(
        "letters are written as the locale's language does without them",
        arguments: [
            ("de_DE", "Überhöhung", "Ueberhoehung"), ("de_CH", "Größe", "Groesse"), ("de_DE", "GITARRE ÄÖÜ", "GITARRE AEOEUE"),
            ("de_DE", "u\u{308}ben", "ueben"), ("sv_SE", "Göteborg Å", "Goteborg A"), ("fi_FI", "Ääni", "Aani"), ("", "Müll", "Mull"),
            ("da_DK", "Ærø Ålborg smørrebrød", "Aeroe Aalborg smoerrebroed"), ("nb_NO", "Ås Øl ØL", "Aas Oel OEL"),
            ("fr_FR", "Chœur Œuvre", "Choeur Oeuvre"), ("pl_PL", "Głos Łódź", "Glos Lodz"), ("tr_TR", "Iğdır İnce ışık", "Igdir Ince isik"),
            ("hr_HR", "Đorđe Žica", "Djordje Zica"), ("sr_RS", "Ђорђе", "Djordje"), ("ca_ES", "Col·lecció", "Colleccio"),
            ("is_IS", "Þór Það", "Thor Thad"), ("ru_RU", "Чаша Щука", "Chasha Shchuka"), ("ru_RU", "Объём", "Obyem"),
            ("uk_UA", "Хор", "Khor"), ("el_GR", "Ήχος Μπάσο", "Ichos Baso"), ("de_DE", "Бас", "Bas"), ("es_ES", "Señal", "Senal"),
        ])
    func habits(locale: String, text: String, written: String) { #expect(DisplayText.ascii(text, locale: locale) == written) }

    @Test("whatever the text, every byte is printable ASCII")
    func bytes() {
        var random = SeededGenerator(seed: 12)
        for _ in 0..<5000 {
            var text = ""
            for _ in 0..<Int.random(in: 0...12, using: &random) {
                let limit: UInt32 = [0x80, 0x600, 0x3000, 0x11_0000].randomElement(using: &random) ?? 0x80
                if let scalar = Unicode.Scalar(UInt32.random(in: 0..<limit, using: &random)) { text.unicodeScalars.append(scalar) }
            }
            let locale = ["", "de", "ru", "el", "sr"].randomElement(using: &random) ?? ""
            let written = DisplayText.ascii(text, locale: locale)
            #expect(written.utf8.allSatisfy { (0x20...0x7E).contains($0) }, "\(text.unicodeScalars.map(\.value))")
        }
    }
}
