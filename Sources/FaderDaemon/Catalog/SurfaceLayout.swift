internal import FaderAPI
internal import FaderConsole

/// The places and kinds of the controls of a surface, for programs that draw it.
///
/// If neither profile nor config gives a place, it is derived from the id: `fader.3` is in the third column of the row of faders. Derived rows are below all
/// given rows, in the order of a channel strip. Controls with a plain word as id share the last row.
struct SurfaceLayout {
    let places: [ControlResource.Place]

    /// The kinds from the top of a channel strip to its bottom. Any other kind comes after these, and faders come last.
    private static let strip = ["display", "encoder", "knob", "push", "rec", "solo", "mute", "select"]

    init(_ controls: [ControlSpec]) {
        let kinds = controls.map(\.stripKind)
        let open = controls.indices.filter { controls[$0].place == nil }
        var rows: [String] = []
        for index in open { if let kind = kinds[index]?.kind, !rows.contains(kind) { rows.append(kind) } }
        rows = rows.enumerated().sorted { (Self.rank($0.element), $0.offset) < (Self.rank($1.element), $1.offset) }.map(\.element)
        let first = (controls.compactMap { $0.place?.row }.max() ?? 0) + 1
        var single = 0
        places = controls.indices.map { index in
            if let place = controls[index].place { return .init(row: place.row, column: place.column, derived: false) }
            if let (kind, number) = kinds[index], let row = rows.firstIndex(of: kind) {
                return .init(row: first + row, column: number, derived: true)
            }
            single += 1
            return .init(row: first + rows.count, column: single, derived: true)
        }
    }

    private static func rank(_ word: String) -> Int {
        strip.firstIndex(of: word) ?? (word == "fader" ? strip.count + 1 : strip.count)
    }

    private static let kinds: [ControlResource.Kind: [String]] = [
        .fader: ["fader", "slider"], .knob: ["knob", "pot", "dial"], .encoder: ["encoder"], .wheel: ["wheel", "jog"],
        .button: ["button", "push", "rec", "solo", "mute", "select", "pad", "key", "function", "user"], .pedal: ["pedal"],
    ]

    /// The kind of a control. A known word in its id decides. Otherwise it is a button if it does not follow its parameter, if it sends notes or program
    /// changes, or if its id is a plain word; all others are knobs. A control that is identified by a value in its message is a button, whatever its id is.
    static func kind(of spec: ControlSpec) -> ControlResource.Kind {
        let word = spec.stripKind?.kind ?? spec.id
        if let known = kinds.first(where: { $0.value.contains(word) })?.key {
            return spec.input.value == nil || known == .pedal ? known : .button
        }
        let isPressed = spec.action != .follow || spec.input.kind == .note || spec.input.kind == .program || spec.stripKind == nil
        return isPressed ? .button : .knob
    }
}
