internal import ArgumentParser
internal import FaderValues

enum FadeOption {
    private static let units: [(suffix: String, seconds: Double)] = [("ms", 0.001), ("min", 60), ("s", 1), ("", 1)]

    /// `3s`, `500ms`, `2min`, or `3` for seconds.
    static func seconds(_ argument: String) throws -> Double { try seconds(argument, of: "--over") }

    static func seconds(_ argument: String, of option: String) throws -> Double {
        let text = argument.lowercased().filter { $0 != " " }
        guard let unit = units.first(where: { text.hasSuffix($0.suffix) }), let number = Double(text.dropLast(unit.suffix.count)),
            number == 0 || Fade.isLength(number * unit.seconds)
        else {
            throw ValidationError("\(option) takes 0 to \(Int(Fade.longest)) s, such as 3s, 500ms or 2min; found \"\(argument)\"")
        }
        return number * unit.seconds
    }

    /// The length as a person reads it: `2 s`, `0.5 s`.
    static func text(_ seconds: Double) -> String { "\(seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)") s" }
}
