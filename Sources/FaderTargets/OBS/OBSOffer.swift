internal import FaderJSON
internal import FaderValues

struct OBSThing {
    /// `obs` (the connection), `input`, `filter` or `item`.
    let kind: String
    let name: String
    /// The words that it can be matched by.
    let words: [String]
    let offers: [OBSOffer]
}

struct OBSOffer {
    let subject: OBSTargetSpec.Subject
    let what: String
    /// The keys of the parameter besides its target.
    let keys: [String: JSONValue]
    let value: String?

    init(_ subject: OBSTargetSpec.Subject, _ what: String, _ keys: [String: JSONValue], _ value: String? = nil) {
        (self.subject, self.what, self.keys, self.value) = (subject, what, keys, value)
    }

    static func toggle(_ subject: OBSTargetSpec.Subject, _ what: String, _ isOn: Bool?) -> OBSOffer {
        OBSOffer(subject, what, ["kind": .text("toggle")], isOn.map { $0 ? "on" : "off" })
    }

    static func choice(_ subject: OBSTargetSpec.Subject, _ what: String, _ name: String?) -> OBSOffer {
        OBSOffer(subject, what, ["kind": .text("choice")], name.map(OBSWords.shown))
    }

    static func number(
        _ subject: OBSTargetSpec.Subject, _ what: String, in range: ClosedRange<Double>, unit: String? = nil, decimals: Int,
        _ value: Double?
    ) -> OBSOffer {
        var keys: [String: JSONValue] = [
            "min": whole(range.lowerBound), "max": whole(range.upperBound), "decimals": .number(spelling: "\(decimals)"),
        ]
        if let unit { keys["unit"] = .text(unit) }
        return OBSOffer(subject, what, keys, value.map { text($0, decimals: decimals) + (unit.map { " \($0)" } ?? "") })
    }

    private static func whole(_ number: Double) -> JSONValue { .number(spelling: text(number, decimals: 0)) }

    private static func text(_ number: Double, decimals: Int) -> String {
        let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
        let rounded = (number * scale).rounded() / scale
        return decimals == 0 ? Int(exactly: rounded)?.description ?? rounded.description : rounded.description
    }

    /// In decibels.
    static func volume(_ input: String, _ level: Double?) -> OBSOffer {
        OBSOffer(
            .input(input, .volume), "volume", ["type": .text("decibel")],
            level.map { $0 <= -100 ? "-inf dB" : "\(text($0, decimals: 1)) dB" })
    }

    /// - Parameter connection: as the config calls it.
    func resource(of connection: String) -> TargetOffer {
        let target = subject.keys.merging([OBSTargetSpec.word: .text(connection)]) { $1 }
        return TargetOffer(what: what, parameter: keys.merging(["target": .object(target)]) { $1 }, value: value)
    }
}

extension OBSTargetSpec.Subject {
    var keys: [String: JSONValue] {
        switch self {
        case .input(let input, .volume): return ["input": .text(input)]
        case .input(let input, let property):
            let key = property == .mute || property == .balance ? "property" : "setting"
            return ["input": .text(input), key: .text(property.rawValue)]
        case .scene(let side): return ["scene": .text(side.rawValue)]
        case .tBar: return ["t-bar": .flag(true)]
        case .studioMode: return ["studio-mode": .flag(true)]
        case .output(let output): return [output.rawValue: .flag(true)]
        case .transition(let property): return ["transition": .text(property.rawValue)]
        case .filter(let source, let filter, let setting):
            let keys = ["source": JSONValue.text(source), "filter": .text(filter)]
            return setting.map { keys.merging(["setting": .text($0)]) { $1 } } ?? keys
        case .item(let scene, let item, let setting):
            let keys = ["scene": JSONValue.text(scene), "item": .text(item)]
            return setting.map { keys.merging(["setting": .text($0.rawValue)]) { $1 } } ?? keys
        case .request(let request, _):
            guard let word = OBSTargetReader.acts.first(where: { $0.value == request })?.key else { return ["request": .text(request)] }
            return [word: .flag(true)]
        }
    }
}

/// Ranges that OBS does not tell, as in its own window (OBS, plugins/obs-filters).
enum OBSFilterSettings {
    struct Setting {
        let key: String
        let range: ClosedRange<Double>
        let unit: String?
        let decimals: Int

        init(_ key: String, _ range: ClosedRange<Double>, _ unit: String?, decimals: Int) {
            (self.key, self.range, self.unit, self.decimals) = (key, range, unit, decimals)
        }
    }

    private static func level(_ key: String, _ range: ClosedRange<Double>) -> Setting { Setting(key, range, "dB", decimals: 1) }
    private static func time(_ key: String, _ range: ClosedRange<Double>) -> Setting { Setting(key, range, "ms", decimals: 0) }
    private static func color(_ key: String, _ range: ClosedRange<Double>) -> Setting { Setting(key, range, nil, decimals: 2) }

    private static let all: [String: [Setting]] = [
        "gain_filter": [level("db", -30...30)],
        "compressor_filter": [
            level("threshold", -60...0), Setting("ratio", 1...32, nil, decimals: 1), time("attack_time", 1...500),
            time("release_time", 1...1000), level("output_gain", -32...32),
        ],
        "limiter_filter": [level("threshold", -60...0), time("release_time", 1...1000)],
        "noise_gate_filter": [
            level("open_threshold", -96...0), level("close_threshold", -96...0), time("attack_time", 0...10_000),
            time("hold_time", 0...10_000), time("release_time", 0...10_000),
        ],
        "color_filter": colors, "color_filter_v2": colors,
    ]
    private static let colors = [
        color("gamma", -3...3), color("contrast", -4...4), color("brightness", -1...1), color("saturation", -1...5),
        Setting("hue_shift", -180...180, "°", decimals: 0),
    ]

    /// The settings of a kind of filter; empty if its ranges are not known here.
    static func of(_ kind: String) -> [Setting] { all[kind] ?? [] }
}
