/// The meaning of Mixxx's keys: Mixxx's manual, "Mixxx Controls".
enum MixxxKeys {
    private static let continuous: [String: (word: String, kind: ForeignControl.Kind)] = [
        "volume": ("fader", .fader), "rate": ("pitch-fader", .fader), "crossfader": ("crossfader", .fader), "pregain": ("gain-knob", .knob),
        "filterhigh": ("high-knob", .knob), "filtermid": ("mid-knob", .knob), "filterlow": ("low-knob", .knob),
        "headmix": ("head-mix-knob", .knob), "headvolume": ("phones-knob", .knob), "headgain": ("phones-knob", .knob),
        "gain": ("gain-knob", .knob), "balance": ("balance-knob", .knob), "super1": ("super-knob", .knob), "mix": ("mix-knob", .knob),
        "meta": ("meta-knob", .knob), "filterdepth": ("filter-knob", .knob), "filter": ("filter-knob", .knob),
        "jog": ("jog", .knob), "wheel": ("wheel", .knob), "playposition": ("position-fader", .fader),
    ]

    /// The bands of an equalizer, from the lowest.
    private static let bands = ["low-knob", "mid-knob", "high-knob"]

    private static let pressed: [String: String] = [
        "cue_default": "cue", "start_stop": "stop", "beatsync": "sync", "sync_enabled": "sync", "fwd": "forward", "back": "back",
    ]

    /// What a key does. Both are unknown if the key says too little.
    static func meaning(
        of key: String, in group: String, _ message: ForeignMessage
    ) -> (ForeignControl.Kind, ForeignControl.Role?) {
        let (word, index) = (key.lowercased(), deck(of: group))
        if message.isContinuous {
            if let known = continuous[word] { return (known.kind, role(known.word, index)) }
            if word.hasPrefix("parameter"), let number = Int(word.dropFirst(9)), (1...99).contains(number) {
                let isBand = group.lowercased().hasPrefix("[equalizerrack") && number <= bands.count
                return (.knob, role(isBand ? bands[number - 1] : "parameter-\(number)-knob", index))
            }
        }
        guard !message.isContinuous || message.kind == .cc, let named = ControlRole.button(pressed[word] ?? key) else {
            return (.unknown, nil)
        }
        let name = [named.word, named.index.map { "\($0)" }].compactMap { $0 }.joined(separator: "-")
        return (.button, role(name, index))
    }

    /// The first rule out a fader or knob, the others suggest one.
    private static let pressedWords: Set = [
        "button", "btn", "press", "toggle", "enable", "kill", "select", "led", "shift", "touch", "cue", "play", "sync", "reset", "switch",
        "load", "encoder", "enc",
    ]
    private static let faderWords: Set = ["fader", "slider", "volume"]
    private static let pitchWords: Set = ["pitch", "rate", "tempo"]
    private static let knobWords: Set = ["knob", "pot", "potentiometer", "gain", "trim", "eq", "high", "mid", "low", "filter", "pan"]

    /// The likely kind and role of a controller that a script handles; nil if its words say too little.
    static func likely(_ text: String, in group: String) -> (kind: ForeignControl.Kind, role: ForeignControl.Role)? {
        let words = Set(ControlRole.words(of: text))
        guard words.isDisjoint(with: pressedWords) else { return nil }
        if words.contains("crossfader") || words.isSuperset(of: ["cross", "fader"]) { return (.fader, .init(word: "crossfader")) }
        let isFader = !words.isDisjoint(with: faderWords)
        if isFader { return (.fader, role(words.isDisjoint(with: pitchWords) ? "fader" : "pitch-fader", deck(of: group))) }
        return words.isDisjoint(with: knobWords) ? nil : (.knob, .init(word: "knob", isNumbered: true))
    }

    private static func role(_ word: String, _ index: Int?) -> ForeignControl.Role {
        ForeignControl.Role(word: word, index: index, isNumbered: word == "fader")
    }

    /// Of a deck, sampler or unit: the first number in brackets that begin with `Channel`, else the last one.
    private static func deck(of group: String) -> Int? {
        let text = group.firstRange(of: "[Channel").map { group[$0.lowerBound...] } ?? group[...]
        let numbers = text.split { !("0"..."9").contains($0) }.compactMap { Int($0) }.filter { (1...99_999).contains($0) }
        return text.hasPrefix("[Channel") ? numbers.first : numbers.last
    }
}
