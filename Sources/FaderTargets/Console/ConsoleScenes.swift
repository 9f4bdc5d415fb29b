internal import FaderValues

/// The scenes of a console, by number, as the options of a choice. A scene without a name is none, as on the console. Pure.
struct ConsoleScenes {
    let family: ConsoleFamily.Scenes
    /// The names that were heard; empty for a number without a scene.
    private var names: [Int: String] = [:]
    /// Names are asked one after the other, because there are many and nobody waits for them; nil when all are known.
    private var asked: Int?
    private var isMissed = false

    init(_ family: ConsoleFamily.Scenes) { (self.family, asked) = (family, family.numbers.lowerBound) }

    /// All names were heard, or the console does not tell any.
    var areKnown: Bool { asked == nil || isMissed && names.isEmpty }

    var addresses: [String] { family.numbers.map(family.address) }

    var question: String? { asked.map(family.address) }

    mutating func begin() { self = ConsoleScenes(family) }

    /// Returns the former title of the scene if it has another one now.
    mutating func hear(_ name: String, of number: Int) -> String? {
        let former = areKnown && isThere(number) ? title(of: number) : nil
        let isBlank = name.unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0.properties.generalCategory == .control }
        names[number] = isBlank ? "" : name.withoutControls()
        if asked == number { asked = number < family.numbers.upperBound ? number + 1 : nil }
        return former == title(of: number) ? nil : former
    }

    mutating func miss() { isMissed = true }

    func title(of number: Int) -> String {
        guard let name = names[number], !name.isEmpty else { return "Scene \(number)" }
        // Of several scenes of one name, the first keeps it.
        return names.contains { $0.key < number && $0.value == name } ? "\(name) (\(number))" : name
    }

    func number(titled title: String) -> Int? { options.first { $0.title == title }?.number }

    /// The titles of the scenes, in the order of their numbers: all that are possible if the console does not tell names.
    var titles: [String] { options.map(\.title) }

    private var options: [(number: Int, title: String)] {
        family.numbers.filter { names.isEmpty || isThere($0) }.map { ($0, title(of: $0)) }
    }

    private func isThere(_ number: Int) -> Bool { names[number]?.isEmpty == false }
}
