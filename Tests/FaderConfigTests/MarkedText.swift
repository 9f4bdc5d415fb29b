/// A text with markers 1️⃣…9️⃣ in it, which tests refer to instead of counting lines and columns.
struct MarkedText {
    /// Without the markers.
    let text: String
    /// The 1-based line and column (in Unicode scalars) of the text after each marker.
    let places: [String: Place]

    struct Place: Hashable {
        var line: Int
        var column: Int
    }

    /// Removes the markers.
    init(_ marked: String) {
        var text = ""
        var places: [String: Place] = [:]
        var place = Place(line: 1, column: 1)
        for character in marked {
            if Self.isMarker(character) {
                precondition(places[String(character)] == nil, "the marker \(character) is there twice")
                places[String(character)] = place
                continue
            }
            text.append(character)
            if character.isNewline {
                place = Place(line: place.line + 1, column: 1)
            } else {
                place.column += character.unicodeScalars.count
            }
        }
        self.text = text
        self.places = places
    }

    /// The marker at a place, or the place as numbers.
    func marker(line: Int, column: Int) -> String {
        places.first { $0.value == Place(line: line, column: column) }?.key ?? "\(line):\(column)"
    }

    /// Whether a character is a digit, the emoji presentation selector and the enclosing keycap.
    private static func isMarker(_ character: Character) -> Bool {
        let scalars = Array(character.unicodeScalars.map(\.value))
        return scalars.count == 3 && (0x31...0x39).contains(scalars[0]) && scalars[1] == 0xFE0F && scalars[2] == 0x20E3
    }
}
