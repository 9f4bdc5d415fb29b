internal import FaderAPI
internal import FaderConsole

/// Where the controls of a surface lie, and what they are, for programs that draw it.
///
/// Places that neither profile nor config gives follow from the ids: `fader.3` is in the third column of a row for all faders. These rows
/// are below all the given ones, in the order of a channel strip. Controls with plain words as ids share the last row.
struct SurfaceLayout {
    /// The place of each control.
    let places: [ControlResource.Place]

    /// From the top of a channel strip to its bottom; any other kind comes before the faders.
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

    /// What a control is. A known word in its id decides. Otherwise it is a button if it does not follow its parameter, if it sends notes
    /// or program changes, or if its id is a plain word; all others are knobs. A control that is known by a
    /// value is pressed, whatever its id is.
    static func kind(of spec: ControlSpec) -> ControlResource.Kind {
        let word = spec.stripKind?.kind ?? spec.id
        if let known = kinds.first(where: { $0.value.contains(word) })?.key {
            return spec.input.value == nil || known == .pedal ? known : .button
        }
        let isPressed = spec.action != .follow || spec.input.kind == .note || spec.input.kind == .program || spec.stripKind == nil
        return isPressed ? .button : .knob
    }
}
