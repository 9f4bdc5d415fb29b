internal import FaderValues

extension ConsoleFamily {
    /// What a config gets: strips, and their properties.
    static let (described, properties) = (["ch", "bus", "dca"], [ConsoleProperty.mute, .pan, .solo])

    var namePlaces: [String] { strips.filter { Self.described.contains($0.word) }.flatMap(namePlaces) }

    func namePlaces(_ strip: ConsoleStrip) -> [String] { (1...strip.count).compactMap { point(strip, $0, .name)?.address } }
}

extension FoundConsole {
    /// `name` has the name that is told at an address.
    mutating func describe(_ family: ConsoleFamily, _ name: (String) -> String) {
        strips = ConsoleFamily.described.compactMap { word in
            family.strips.first { $0.word == word }.map { strip in
                let (places, properties) = (family.namePlaces(strip), ConsoleFamily.properties)
                return Strips(
                    word: word, names: places.isEmpty ? Array(repeating: "", count: strip.count) : places.map(name),
                    properties: properties.filter { family.point(strip, 1, $0) != nil }.map(\.rawValue))
            }
        }
        let strip = family.strips.first { $0.word == "main" }
        main = strip.map { $0.names.first ?? "1" }
        mutesMain = strip.map { family.point($0, 1, .mute) != nil }
        selects = family.selected != nil
    }
}
