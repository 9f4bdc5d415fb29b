internal import FaderAPI

/// Draws each strip as a column of pieces. All columns have the same rows.
struct StripPicture {
    private typealias Piece = VirtualDrawing.Piece
    private typealias Strip = VirtualDrawing.Strip

    private let surface: VirtualSurfaceResource
    private let isASCII: Bool
    private let hasDisplay: Bool
    private let hasRings: Bool
    private let hasEncoderTexts: Bool
    private let keys: [String]
    private let hasMeters: Bool
    private let hasFingers: Bool

    private static let eighths = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    private static let lamps = ["rec": "1;31", "solo": "1;33", "mute": "1;31", "select": "1;32"]
    private static let colors = ["red": 41, "green": 42, "yellow": 43, "blue": 44, "magenta": 45, "cyan": 46, "white": 47]
    private static let dim = "2"

    init(_ surface: VirtualSurfaceResource, strips: [VirtualDrawing.Strip], isASCII: Bool) {
        self.surface = surface
        self.isASCII = isASCII
        hasDisplay = surface.display.contains { $0.contains { $0 != " " } }
        let encoders = strips.compactMap(\.encoder)
        hasRings = encoders.contains { $0.parameter != nil || $0.pressed == true || $0.ring?.contains(true) == true || $0.middle == true }
        hasEncoderTexts = strips.contains { $0.encoder?.parameter != nil && $0.encoder?.parameter != $0.fader?.parameter }
        keys = VirtualDrawing.keys.filter { key in
            strips.contains {
                guard let button = $0.controls[key] else { return false }
                return button.parameter != nil || button.pressed == true || (button.lamp ?? .off) != .off
            }
        }
        hasMeters = surface.meters.contains { $0.level > 0 || $0.overload }
        hasFingers = strips.contains { $0.fader?.touched == true }
    }

    func column(_ strip: VirtualDrawing.Strip) -> [VirtualDrawing.Piece] {
        var column: [Piece] = []
        if hasDisplay { column += cells(strip) }
        if hasRings { column.append(ring(strip.encoder)) }
        if hasEncoderTexts {
            let isShown = strip.encoder?.parameter != strip.fader?.parameter
            let missing = strip.encoder == nil ? "" : "-"
            column += [strip.encoder?.label, strip.encoder?.text].map { Piece(text: isShown ? $0 ?? missing : missing) }
        }
        column += keys.map { button($0, strip.controls[$0]) }
        column += (0..<VirtualDrawing.height).reversed().map { row in
            let bar = bar(strip.fader?.position ?? 0, row: row)
            return Piece(text: hasMeters ? "\(bar) \(meter(strip, row: row))" : bar)
        }
        let fader = strip.fader
        column += [fader?.control, fader?.position.map(VirtualDrawing.percent), fader?.label, fader?.text].map { Piece(text: $0 ?? "-") }
        if hasFingers { column.append(Piece(text: fader?.touched == true ? "touched" : "")) }
        return isASCII ? column.map { Piece(text: Self.ascii($0.text), style: $0.style) } : column
    }

    /// Signs of numbers as they are typed, and `?` for any other character.
    private static func ascii(_ text: String) -> String {
        text.map { character in
            switch character {
            case "\u{2212}": "-"
            case "\u{221E}": "inf"
            case "\u{2026}": "..."
            case "\u{A0}", "\u{202F}": " "
            default: character.isASCII ? String(character) : "?"
            }
        }.joined()
    }

    private func cells(_ strip: VirtualDrawing.Strip) -> [VirtualDrawing.Piece] {
        let place = (strip.number - 1) * 7
        let color = strip.number <= surface.colors.count ? surface.colors[strip.number - 1] : "black"
        return surface.display.map { row in
            let text = String(row.dropFirst(place).prefix(7))
            return Piece(text: ColumnTable.pad(text, to: 7), style: Self.colors[color].map { "30;\($0)" } ?? Self.dim)
        }
    }

    /// Eleven lamps, two per character; the middle one is the left half of the fourth. At the right, the lamp below the ring.
    private func ring(_ encoder: VirtualControlResource?) -> VirtualDrawing.Piece {
        guard let lamps = encoder?.ring else { return Piece(text: "") }
        let marks = isASCII ? ["-", ">", "<", "="] : ["·", "▐", "▌", "█"]
        let padded = [false] + lamps
        let ring = stride(from: 0, to: padded.count - 1, by: 2).map { marks[(padded[$0] ? 2 : 0) + (padded[$0 + 1] ? 1 : 0)] }.joined()
        let middle = encoder?.middle == true ? (isASCII ? "*" : "•") : " "
        return Piece(text: ring + middle + (encoder?.pressed == true ? "v" : ""), style: encoder?.pressed == true ? "7" : "")
    }

    /// The name of a button, in capitals if its lamp is lit.
    private func button(_ name: String, _ button: VirtualControlResource?) -> VirtualDrawing.Piece {
        guard let button else { return Piece(text: "") }
        let lamp = button.lamp ?? .off
        let word = lamp == .off ? name : name.uppercased()
        let ends = button.pressed == true ? (">", "<") : lamp == .on ? ("[", "]") : lamp == .flashing ? ("*", "*") : (" ", " ")
        return Piece(text: ends.0 + word + ends.1, style: lamp == .off ? Self.dim : Self.lamps[name] ?? "1")
    }

    private func bar(_ position: Double, row: Int) -> String {
        let whole = VirtualDrawing.height * 8
        return String(repeating: mark(Int((min(max(position, 0), 1) * Double(whole)).rounded()) - row * 8), count: 5)
    }

    private func meter(_ strip: VirtualDrawing.Strip, row: Int) -> String {
        guard strip.number <= surface.meters.count else { return " " }
        let meter = surface.meters[strip.number - 1]
        if meter.overload, row == VirtualDrawing.height - 1 { return "!" }
        return mark(meter.level * VirtualDrawing.height * 8 / 13 - row * 8)
    }

    /// A character of which this many eighths are filled.
    private func mark(_ eighths: Int) -> String {
        let filled = min(max(eighths, 0), 8)
        return isASCII ? (filled == 0 ? " " : filled < 5 ? "_" : "#") : Self.eighths[filled]
    }
}
