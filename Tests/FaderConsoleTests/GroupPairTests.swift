import FaderConsole
import FaderTesting
import FaderValues
import Testing

/// Groups together with whatever else changes values.
@Suite("Groups beside recalls, undo, targets and reloads")
struct GroupPairTests {
    @Test(
        "a target that rounds to whole decibels, or shows its lowest value for −∞, sets no distance anew, however late it answers",
        arguments: [1.0, 2, 0.25])
    func coarse(step: Double) {
        var run = Drums()
        let begin = run.members[0]
        var goals: [Double] = [-10.3, -24, -.infinity, -33.7, -70, 4.1]
        if step > 1 { goals = [-.infinity] }
        for goal in goals {
            run.handle(.set(parameter: 0, goal, .text))
            run.wait(1_500)
            let value = max((run.members[0] / step).rounded() * step, -60)
            run.handle(.set(parameter: 1, value, .target))
            run.wait(5_000)
        }
        run.set(0, 0)
        #expect(run.members[0] == begin)
    }

    @Test("a group whose value was not known has not moved when its target tells it")
    func groupUnheard() {
        var configuration = Drums.band
        configuration.parameters[0].isTold = true
        var run = Drums(configuration, [nil, -6.25, 3, -20.5])
        run.set(0, -12, .target)
        #expect(run.values == [-12, -6.25, 3, -20.5])
        run.set(0, -13, .target)
        #expect(run.members == [-7.25, 2, -21.5])
    }
}

/// A mute of a group on 0 with the members 1 to 3.
private struct Mutes {
    var run: Drums
    var kept: [ParameterIndex: Relation] = [:]

    init() {
        var specs = ["drums", "kick", "snare", "hat"].map {
            ParameterSpec(id: "\($0).mute", step: 1, decimals: 0, kind: .toggle(off: "open", on: "muted"))
        }
        specs[0].members = specs[1...3].map(\.id)
        for place in 1...3 { specs[place].group = "drums.mute" }
        run = Drums(Configuration(parameters: specs, surfaces: Drums.band.surfaces), [0, 0, 0, 0])
    }
}

@Suite("Mutes of groups")
struct GroupMuteTests {
    @Test("who muted whom is known through random presses, acts, restarts and reloads", arguments: 0..<60)
    func random(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var mutes = Mutes()
        var (values, byGroup): ([Double], Set<Int>) = ([0, 0, 0, 0], [])
        for deed in 0..<200 {
            let member = Int.random(in: 1...3, using: &random)
            let wanted: Double = Bool.random(using: &random) ? 1 : 0
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<4:
                mutes.run.set(0, wanted, .hand)
                guard wanted != values[0] else { break }
                if wanted > 0 { byGroup = Set((1...3).filter { values[$0] == 0 }) }
                for one in byGroup { values[one] = wanted }
                values[0] = wanted
                if wanted == 0 { byGroup = [] }
            case 4..<8:
                let origin = [ChangeOrigin.hand, .text, .target, .recall].randomElement(using: &random) ?? .hand
                mutes.run.set(ParameterIndex(member), wanted, origin)
                guard wanted != values[member] || origin == .text else { break }
                let wasMuted = values[member] > 0
                values[member] = wanted
                byGroup.remove(member)
                if wanted == 0, wasMuted, values[0] > 0, byGroup.isEmpty { values[0] = 0 }
            case 8: mutes.run.restart(&mutes.kept)
            default: mutes.run.reload(mutes.run.configuration)
            }
            guard mutes.run.values == values else {
                Issue.record("seed \(seed), deed \(deed): \(mutes.run.values), expected \(values), by the group: \(byGroup)")
                return
            }
        }
    }
}
