@testable import FaderTargets

/// Runs a script of the rules: each line is an event with its time in ms, and after `>` the resulting actions.
///
///     0 appears > read
///     100 tick
///     120 set 5 > write 5
struct RulesTranscript {
    var rules: TargetRules

    init(
        _ owner: TargetRules.Traits.Owner = .target, wanted: Double? = 50, isChosen: Bool = true, acknowledges: Bool = true,
        isReadable: Bool = true, keepsMoves: Bool = false, showsWhatSucceeded: Bool = false, leads: Bool = true, reportsState: Bool = true,
        after legacy: TargetRules.Legacy = TargetRules.Legacy()
    ) {
        rules = TargetRules(
            TargetRules.Traits(
                owner: owner, leads: leads, reportsState: reportsState, halfStep: 0.5, acknowledges: acknowledges, isReadable: isReadable,
                showsWhatSucceeded: showsWhatSucceeded,
                keepsMoves: keepsMoves),
            wanted: wanted, isChosen: isChosen, after: legacy)
    }

    /// Returns what was done, in the form of the script; `due` runs a tick at each deadline before the next line.
    mutating func play(_ script: String) -> String {
        script.split(separator: "\n").map { line in
            let given = line.split(separator: ">")[0].split(separator: " ")
            guard let now = Int(given[0]) else { return "no moment in: \(line)" }
            let effects = rules.handle(Self.event(given.dropFirst().map(String.init)), at: .milliseconds(now)).map(Self.text)
            let head = given.joined(separator: " ")
            return effects.isEmpty ? head : "\(head) > \(effects.joined(separator: ", "))"
        }.joined(separator: "\n")
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
