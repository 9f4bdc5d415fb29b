internal import FaderConsole
internal import FaderValues

extension Transcript {
    /// The command that a line is, and its terms; nil if it is none.
    func command(_ line: ArraySlice<String>) -> (Command, Terms)? {
        var (words, terms, origin) = (line, Terms(), nil as ChangeOrigin?)
        var seen: UInt64?
        while words.count > 3 {
            let (word, value) = (words[words.endIndex - 2], words[words.endIndex - 1])
            switch word {
            case "by": origin = ChangeOrigin(rawValue: value)
            case "as": terms.change = ChangeNumber.ofCaller(UInt32(value) ?? 0)
            case "seen": seen = UInt64(value)
            case "grip": terms.grip = value == "hold" ? .hold : .letGo
            default: return ended(words, origin, terms, seen)
            }
            words.removeLast(2)
        }
        return ended(words, origin, terms, seen)
    }

    private func ended(_ words: ArraySlice<String>, _ origin: ChangeOrigin?, _ terms: Terms, _ seen: UInt64?) -> (Command, Terms)? {
        guard words.count > 1, let command = command(words, by: origin) else { return nil }
        var terms = terms
        if let seen {
            let low = parameter(words)
            terms.expected = Expectation(words.first == "both" ? [low, low.advanced(by: 1)] : [low], changes: seen)
        }
        return (command, terms)
    }

    private func command(_ words: ArraySlice<String>, by origin: ChangeOrigin?) -> Command? {
        let numbers = words.dropFirst(2).map { Self.double($0) }
        let last = numbers.last ?? 0
        switch words.first {
        case "set": return .set(parameter: parameter(words), last, origin ?? .text)
        case "position": return .setPosition(parameter: parameter(words), Position(last), origin ?? .api)
        case "step":
            let size: StepLength = words.last == "big" ? .big : words.last == "fine" ? .fine : .ordinary
            return .step(parameter: parameter(words), by: Int(numbers[0]), size, origin ?? .text)
        case "blink": return .blink(parameter: parameter(words), last == 1)
        case "both": return .setBoth(low: parameter(words), numbers[0], last, origin ?? .text)
        case "parts":
            let first = parameter(words)
            let parts = numbers.enumerated().map { PartValue(first.advanced(by: $0), $1) }
            return .setParts(parts[0], parts[1], parts.count > 2 ? parts[2] : nil, origin ?? .api)
        case "glide":
            let time = Self.time(words[words.startIndex + 3]) ?? .zero
            return .glide(parameter: parameter(words), to: numbers[0], over: time.interval(since: .zero), origin ?? .recall)
        case "hold": return .hold(parameter: parameter(words), last, origin ?? .api)
        case "let": return .endHold(parameter: parameter(words.dropFirst()))
        case "nothing": return .nothing(parameter: parameter(words))
        case "leave": return .leaveMembers(of: parameter(words))
        case "reset" where !configuration.surfaces.contains { $0.name == words.last }:
            return .reset(parameter: parameter(words), origin ?? .text)
        default: return nil
        }
    }
}
