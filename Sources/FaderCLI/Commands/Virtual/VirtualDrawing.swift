internal import FaderAPI

/// A column for each strip, as many side by side as fit. Whatever is not lit, held or mapped is left out. Pure.
struct VirtualDrawing {
    var width = 80
    var isASCII = false
    var isColored = false

    static let height = 8
    private static let widest = 9
    private static let narrowest = 8
    static let keys = ["rec", "solo", "mute", "select"]

    /// A text with the terminal's code for its style (SGR).
    struct Piece {
        var text: String
        var style = ""
    }

    /// The controls that have the same number.
    struct Strip {
        let number: Int
        let controls: [String: VirtualControlResource]

        var fader: VirtualControlResource? { controls["fader"] }
        var encoder: VirtualControlResource? { controls["encoder"] }

        /// Whether it is touched or pressed, or drives or shows something.
        var isUsed: Bool {
            controls.values.contains {
                $0.parameter != nil || $0.touched == true || $0.pressed == true || ($0.position ?? 0) > 0 || ($0.lamp ?? .off) != .off
            }
        }
    }

    func lines(_ surface: VirtualSurfaceResource) -> [String] {
        let strips = Self.strips(surface)
        let picture = StripPicture(surface, strips: strips, isASCII: isASCII)
        let columns = strips.map { picture.column($0) }
        let isTight = columns.reduce(-1) { $0 + 1 + max(Self.widest, Self.width($1)) } > width
        let widths = columns.map { max(isTight ? Self.narrowest : Self.widest, Self.width($0)) }
        var lines: [String] = []
        var rest = Array(zip(columns, widths))[...]
        while !rest.isEmpty {
            var (used, count) = (rest[rest.startIndex].1, 1)
            for (_, width) in rest.dropFirst() {
                used += 1 + width
                guard used <= self.width else { break }
                count += 1
            }
            if !lines.isEmpty { lines.append("") }
            lines += block(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        return lines + others(surface)
    }

    private static func strips(_ surface: VirtualSurfaceResource) -> [Strip] {
        var found: [Int: [String: VirtualControlResource]] = [:]
        for control in surface.controls {
            let parts = control.control.split(separator: ".")
            guard parts.count == 2, let number = Int(parts[1]), parts[0] != "user" else { continue }
            found[number, default: [:]][String(parts[0])] = control
        }
        return found.map { Strip(number: $0, controls: $1) }.filter { $0.number <= surface.colors.count || $0.isUsed }
            .sorted { $0.number < $1.number }
    }

    private static func width(_ column: [Piece]) -> Int { column.map { ColumnTable.width($0.text) }.max() ?? 0 }

    private func block(_ columns: ArraySlice<([Piece], Int)>) -> [String] {
        let height = columns.map(\.0.count).max() ?? 0
        let first = (0..<height).first { row in columns.contains { $0.0.count > row && $0.0[row].text.contains { $0 != " " } } }
        return ((first ?? height)..<height).map { row in
            let pieces = columns.map { column, width in
                let piece = row < column.count ? column[row] : Piece(text: "")
                return Piece(text: ColumnTable.pad(Output.printable(piece.text), to: width), style: piece.style)
            }
            return line(pieces)
        }
    }

    private func line(_ pieces: [Piece]) -> String {
        guard isColored else {
            return ColumnTable.trimmed(pieces.map(\.text).joined(separator: " "))
        }
        return pieces.map { $0.style.isEmpty ? $0.text : "\u{1B}[\($0.style)m\($0.text)\u{1B}[0m" }.joined(separator: " ")
    }

    /// The digits, and the buttons outside the strips that are lit or pressed.
    private func others(_ surface: VirtualSurfaceResource) -> [String] {
        let buttons = surface.controls.filter { Int($0.control.split(separator: ".").last ?? "") == nil || $0.control.hasPrefix("user") }
        func named(_ word: String, _ isSo: (VirtualControlResource) -> Bool) -> String? {
            let names = buttons.filter(isSo).map(\.control)
            return names.isEmpty ? nil : "\(word): \(names.joined(separator: ", "))"
        }
        let digits = [("assignment", surface.assignment), ("time", surface.timecode)].compactMap { word, text -> String? in
            text.allSatisfy { $0 == " " } ? nil : "\(word): \(text.drop { $0 == " " })"
        }
        let parts =
            digits
            + [
                named("lit") { $0.lamp == .on }, named("flashing") { $0.lamp == .flashing }, named("pressed") { $0.pressed == true },
            ].compactMap { $0 }
        return parts.isEmpty ? [] : [""] + parts.map(Output.printable)
    }

    static func percent(_ position: Double) -> String { "\(Int((position * 100).rounded())) %" }
}
