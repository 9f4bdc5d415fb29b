internal import FaderJSON
internal import FaderValues

/// What Home Assistant has told of an entity, as far as targets want it. Pure.
struct HomeAssistantState: Equatable {
    /// `on`, `off`, `unavailable`, a number of a `number`, an option of a `select`.
    private(set) var state = ""
    private(set) var attributes: [String: JSONValue] = [:]
    /// The id of what caused it: that of the call, if it was one.
    private(set) var context = ""

    private static let kept: Set<String> = [
        "brightness", "rgb_color", "color_temp_kelvin", "effect", "effect_list", "percentage", "preset_mode", "preset_modes",
        "current_position", "current_tilt_position", "volume_level", "is_volume_muted", "source", "source_list", "temperature",
        "hvac_modes", "options", "friendly_name",
    ]
    /// Items of a list and scalars of a text: one more than an option can have, so that it is seen to be too long.
    private static let (mostItems, longest) = (SuppliedOptions.most + 1, SuppliedOptions.longest + 1)

    /// A whole state (`a` of an event); nil if it is none.
    init?(_ told: JSONValue) {
        guard told["s"]?.text != nil else { return nil }
        add(told)
    }

    /// `c` of an event: what has come or changed, and attributes that have gone.
    mutating func change(_ told: JSONValue) {
        if let news = told["+"] { add(news) }
        if case .list(let gone)? = told["-"]?["a"] { for name in gone { if let name = name.text { attributes[name] = nil } } }
    }

    private mutating func add(_ told: JSONValue) {
        if let state = told["s"]?.text { self.state = Self.cut(state) }
        if let context = (told["c"]?.text ?? told["c"]?["id"]?.text) { self.context = Self.cut(context) }
        guard case .object(let members)? = told["a"] else { return }
        for (name, value) in members where Self.kept.contains(name) { attributes[name] = Self.cut(value) }
    }

    private static func cut(_ text: String) -> String { String(String.UnicodeScalarView(text.unicodeScalars.prefix(longest))) }

    private static func cut(_ value: JSONValue) -> JSONValue {
        switch value {
        case .null, .flag, .number: value
        case .text(let text): .text(cut(text))
        case .object: .null
        case .list(let items): .list(items.prefix(mostItems).compactMap { $0.text.map { .text(cut($0)) } ?? ($0.double == nil ? nil : $0) })
        }
    }

    // MARK: For targets

    func number(_ name: String) -> Double? { attributes[name]?.double }
    func text(_ name: String) -> String? { attributes[name]?.text }
    func texts(_ name: String) -> [String] { if case .list(let items)? = attributes[name] { items.compactMap(\.text) } else { [] } }

    var name: String? { text("friendly_name").flatMap { $0.isEmpty ? nil : $0 } }

    /// Whether it is on its way by itself, as a cover is.
    var isMoving: Bool { state == "opening" || state == "closing" }

    /// Red, green and blue, each 0…255.
    var color: [Double]? {
        guard case .list(let items)? = attributes["rgb_color"], items.count == 3 else { return nil }
        let parts = items.compactMap(\.double)
        return parts.count == 3 && parts.allSatisfy { (0...255).contains($0) } ? parts : nil
    }
}
