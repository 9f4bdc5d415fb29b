/// How the people of a language write it in plain Latin letters, where ICU's general rules differ from that.
///
/// In most languages letters simply lose their marks, as ICU does it: Swedish `ö` is `o`, Polish `ł` is `l`, Turkish `ı` is `i`, French `œ`
/// is `oe`.
struct LanguageHabit {
    var letters: [Character: String] = [:]
    /// ICU's transliterator for the language's own script.
    var script: String?

    /// The habit of a locale's language, for example `de_CH`.
    static func of(_ locale: String) -> LanguageHabit {
        let language = locale.prefix { $0 != "_" && $0 != "-" && $0 != "." && $0 != "@" }
        return habits[language.lowercased()] ?? LanguageHabit()
    }

    private static let german: [Character: String] = ["ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"]
    private static let danish: [Character: String] = ["æ": "ae", "ø": "oe", "å": "aa", "Æ": "Ae", "Ø": "Oe", "Å": "Aa"]
    private static let serbian: [Character: String] = ["đ": "dj", "Đ": "Dj"]

    private static let habits: [String: LanguageHabit] = [
        "de": LanguageHabit(letters: german),
        "gsw": LanguageHabit(letters: german),
        "lb": LanguageHabit(letters: german),
        "da": LanguageHabit(letters: danish),
        "nb": LanguageHabit(letters: danish),
        "nn": LanguageHabit(letters: danish),
        "no": LanguageHabit(letters: danish),
        "hr": LanguageHabit(letters: serbian),
        "bs": LanguageHabit(letters: serbian),
        "sr": LanguageHabit(letters: serbian, script: "sr-sr_Latn/BGN"),
        // `l·l` is one sound, which is written `ll`.
        "ca": LanguageHabit(letters: ["·": "", "Ŀ": "L", "ŀ": "l"]),
        "ru": LanguageHabit(script: "ru-ru_Latn/BGN"),
        "uk": LanguageHabit(script: "uk-uk_Latn/BGN"),
        "be": LanguageHabit(script: "be-be_Latn/BGN"),
        "bg": LanguageHabit(script: "bg-bg_Latn/BGN"),
        "mk": LanguageHabit(script: "mk-mk_Latn/BGN"),
        "el": LanguageHabit(script: "Greek-Latin/UNGEGN"),
    ]
}
