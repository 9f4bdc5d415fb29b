@testable import FaderTargets

/// Runs a script of the rules: each line is an event with its time in ms, and after `>` the resulting actions.
///
///     0 appears > read
///     100 tick
///     120 set 5 > write 5
///
/// Lines without a time: `reload` makes the rules anew, with what they leave behind; `another 30` is what another target of the parameter
/// showed when it appeared; `is waiting`, `divided`, `apart` or `found`, or `is not …`, says how they are.
struct RulesTranscript {
    var rules: TargetRules
    private var isChosen = true

    init(acknowledges: Bool = true, isReadable: Bool = true) {
        rules = TargetRules(
            TargetRules.Traits(halfStep: 0.5, acknowledges: acknowledges, isReadable: isReadable), wanted: 50, isChosen: true)
    }

    /// Rules from the words of a `target` in `Tests/Scripts/targets`; nil if there are others.
    init?(_ words: some Sequence<String>) {
        var traits = TargetRules.Traits(halfStep: 0.5)
        var legacy = TargetRules.Legacy()
        var (wanted, leftHeld): (Double, Double?) = (50, nil)
        for word in words {
            switch word {
            case "device": traits.owner = .target
            case "program": traits.owner = .parameter
            case "no acknowledgements": traits.acknowledges = false
            case "unreadable": traits.isReadable = false
            case "keeps moves": traits.keepsMoves = true
            case "shows what succeeded": traits.showsWhatSucceeded = true
            case "follows": traits.leads = false
            case "tells no state": traits.reportsState = false
            case "unchosen": isChosen = false
            case "wanted 100": wanted = 100
            case "was on its way": legacy.isWaiting = true
            case "was there": legacy.wasPresent = true
            case "showed 90": legacy.shown = 90
            case "held 80 at a kill": leftHeld = 80
            default: return nil
            }
        }
        rules = TargetRules(traits, wanted: wanted, isChosen: isChosen, after: legacy)
        rules.leftHeld = leftHeld
    }

    /// Returns what was done, in the form of the script.
    mutating func play(_ script: String) -> String { script.split(separator: "\n").map { play(line: $0) }.joined(separator: "\n") }

    private mutating func play(line: Substring) -> String {
        if line == "reload" {
            rules = TargetRules(rules.traits, wanted: rules.wanted, isChosen: isChosen, after: rules.legacy)
            return "reload"
        }
        if line.hasPrefix("another ") {
            rules.follow(Double(line.dropFirst("another ".count)) ?? .nan)
            return String(line)
        }
        if line.hasPrefix("is ") { return state(String(line.split(separator: " ").last ?? "")) }
        let given = line.split(separator: ">")[0].split(separator: " ")
        guard let now = Int(given[0]) else { return "no moment in: \(line)" }
        let effects = rules.handle(Self.event(given.dropFirst().map(String.init)), at: .milliseconds(now)).map(Self.text)
        let head = given.joined(separator: " ")
        return effects.isEmpty ? head : "\(head) > \(effects.joined(separator: ", "))"
    }

    private func state(_ word: String) -> String {
        let states = ["waiting": rules.isWaiting, "divided": rules.isDivided, "apart": rules.isApart, "found": rules.isFound]
        guard let isSo = states[word] else { return "no state: \(word)" }
        return isSo ? "is \(word)" : "is not \(word)"
    }

    private static func event(_ words: [String]) -> TargetRules.Event {
        let number = words.count > 1 ? Double(words[1]) : nil
        switch words[0] {
        case "set": return .parameter(number ?? .nan)
        case "ask": return .parameter(number ?? .nan, isAsked: true)
        case "hand": return .parameter(number ?? .nan, isOfHand: true)
        case "fade": return .parameter(number ?? .nan, isFade: true)
        case "told": return .told(number ?? .nan)
        case "shows": return .shows(number ?? .nan)
        case "own": return .parameter(number ?? .nan, isOwn: true)
        case "touch": return .touched(true)
        case "release": return .touched(false)
        case "appears": return .appeared
        case "goes": return .disappeared
        case "lost": return .lost(unheardSince: .milliseconds(Int(number ?? 0)))
        case "joined": return .joined([UInt32(number ?? 0)])
        case "heard": return .heard([UInt32(words[2]) ?? 0: number ?? .nan])
        case "left": return .left(Set(words.dropFirst().compactMap { UInt32($0) }))
        case "noticed": return .noticed
        case "reads": return .reading(number ?? .nan, words.count > 2 ? UInt32(words[2]) ?? 0 : 0)
        case "ended": return .readEnded
        case "done": return .acknowledged
        case "failed": return .failed
        case "tick": return .tick
        default: preconditionFailure("no event: \(words)")
        }
    }

    private static func text(_ effect: TargetRules.Effect) -> String {
        switch effect {
        case .write(let value, nil): "write \(short(value))"
        case .write(let value, let members?): "write \(short(value)) to \(members.sorted().map(String.init).joined(separator: " "))"
        case .read: "read"
        case .circle(let values): "circle \(values.map(short).joined(separator: " "))"
        case .adopt(let value): "adopt \(short(value))"
        }
    }

    private static func short(_ value: Double) -> String { Int(exactly: value).map(String.init) ?? "\(value)" }
}
