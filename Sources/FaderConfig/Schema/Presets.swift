/// The types that come with faderd, as a config would have them. docs/kinds.md lists them in a table.
enum Presets {
    static let yaml = """
        percent:   {min: 0, max: 100, unit: "%", decimals: 0}
        decibel:   {min: -inf, max: 10, unit: dB, taper: audio, decimals: 1, default: 0}
        gain:      {min: -20, max: 20, unit: dB, decimals: 1, default: 0, format: {sign: always}}
        frequency: {min: 20, max: 20000, unit: Hz, taper: log, decimals: 0, default: 1000}
        time:      {min: 1, max: 10000, unit: ms, taper: log, decimals: 0, default: 100}
        tempo:     {min: 40, max: 240, unit: BPM, decimals: 1, step: 0.5, default: 120}
        pan:       {min: -100, max: 100, decimals: 0, default: 0, format: {negative: L, positive: R, words: {middle: C}}}
        semitones: {min: -24, max: 24, unit: st, decimals: 0, step: 1, default: 0, format: {sign: always}}
        angle:     {min: 0, max: 360, unit: "°", decimals: 0}
        midi:      {kind: integer, min: 0, max: 127, step: 1, decimals: 0}
        price:     {min: 0, max: 1000, currency: local, step: 1, format: {grouping: true}}
        """

    static func entries() -> [Node.Entry] {
        let report = Report()
        let source = Source(name: "the types that come with faderd", bytes: Array(yaml.utf8))
        guard case .block(let entries) = TreeBuilder.tree(of: source, report: report)?.content, !report.hasErrors else {
            preconditionFailure("the types that come with faderd are not YAML")
        }
        return entries
    }
}
