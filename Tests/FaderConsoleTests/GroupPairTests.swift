import FaderConsole
import FaderTesting
import FaderValues
import Testing

/// Groups together with whatever else changes values.
@Suite("Groups beside recalls, undo, targets and reloads")
struct GroupPairTests {
    @Test("a member that a hand moved, and a recall sets to −∞ together with its group, comes back to where the hand had it")
    func blackout() {
        var run = Drums()
        run.set(0, -3)
        run.set(0, 0)
        run.set(1, -20)
        run.handle(.leaveMembers(of: 0), .ofCaller(7))
        for parameter in 0..<4 as Range<ParameterIndex> { run.set(parameter, -.infinity, .recall, .ofCaller(7)) }
        run.set(0, 0)
        #expect(run.members == [-20, 3, -20.5])
    }

    @Test("the same if the group has never moved before")
    func firstBlackout() {
        var run = Drums()
        run.handle(.leaveMembers(of: 0), .ofCaller(7))
        for parameter in (0..<4 as Range<ParameterIndex>).reversed() { run.set(parameter, -.infinity, .recall, .ofCaller(7)) }
        run.set(0, -1)
        #expect(run.members == [-7.25, 2, -21.5])
    }

    @Test("a fade of a group and a member goes on over a reload, and the other members stay where they are")
    func fadeOverReload() {
        var run = Drums()
        run.handle(.leaveMembers(of: 0), .ofCaller(8))
        for (parameter, value) in [(0, -10.0), (1, -1)] as [(ParameterIndex, Double)] {
            run.handle(.glide(parameter: parameter, to: value, over: .milliseconds(300), .recall), .ofCaller(8))
        }
        run.wait(100)
        run.reload(run.configuration)
        run.wait()
        #expect(run.values == [-10, -1, 3, -20.5])
    }

    @Test("a fade of the group alone goes on over a reload with its members, of which one may be new")
    func groupFadesOverReload() {
        var run = Drums()
        run.handle(.glide(parameter: 0, to: -10, over: .milliseconds(300), .recall), .ofCaller(8))
        run.wait(100)
        let fallen = run.values[0]
        #expect(fallen < 0 && fallen > -10)
        run.reload(Drums.configuration([Drums.decibel("snare"), Drums.decibel("tom")]))
        run.wait()
        #expect(run.values[...1] == [-10, -7])
        #expect((run.members[1] - (-10 - fallen)).magnitude < 1e-9, "\(run.members[1])")
    }

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

    @Test("a value that a target once made of another one, and that a recall sets later, counts as set")
    func formerRounding() {
        var run = Drums()
        run.handle(.set(parameter: 0, -10, .text))
        run.handle(.set(parameter: 1, -16.5, .target))
        run.set(0, -20)
        run.set(1, -16.5, .recall)
        run.set(0, -10)
        #expect(run.members[0] == -6.5)
    }

    @Test("an undo after a target has rounded leads back to the same distances")
    func undoOfRounded() {
        var run = Drums()
        run.handle(.set(parameter: 0, -10, .text))
        run.handle(.set(parameter: 1, -16.5, .target))
        run.set(0, -20)
        run.handle(.leaveMembers(of: 0), .ofCaller(9))
        for (parameter, value) in [(0, -10.0), (1, -16.5), (2, -7), (3, -30.5)] as [(ParameterIndex, Double)] {
            run.set(parameter, value, .undo, .ofCaller(9))
        }
        run.set(0, 0)
        #expect(run.members == [-6.25, 3, -20.5])
    }

    @Test("after a hold, a member that was raised while its group stood at −∞ is where it was; what is saved meanwhile is that, too")
    func heldWhileRaised() {
        var run = Drums()
        run.set(0, -.infinity)
        run.set(1, -12)
        run.handle(.hold(parameter: 0, -10, .hand))
        #expect(run.members[0] == -22)
        #expect(run.console.report(of: 1).lasting == -12)
        run.handle(.endHold(parameter: 0))
        #expect(run.values == [-.infinity, -12, -.infinity, -.infinity])
        run.set(0, 0)
        #expect(run.members == [-12, 3, -20.5])
    }

    @Test("a member that a button holds for a moment while its group stands at −∞ comes up again with the group")
    func memberHeld() {
        var run = Drums()
        run.set(0, -.infinity)
        run.handle(.hold(parameter: 1, -10, .hand))
        run.handle(.endHold(parameter: 1))
        #expect(run.members[0] == -.infinity)
        run.set(0, 0)
        #expect(run.members == [-6.25, 3, -20.5])
    }

    @Test("an undo of a group that moved alone moves no members")
    func undoneAlone() {
        var run = Drums()
        for member in 2...4 as ClosedRange<UInt16> { run.touch(member, true) }
        run.set(0, -10)
        for member in 2...4 as ClosedRange<UInt16> { run.touch(member, false) }
        run.wait()
        run.set(0, 0, .undo, .ofCaller(4))
        #expect(run.values == [0, -6.25, 3, -20.5])
        run.set(0, -1)
        #expect(run.members == [-7.25, 2, -21.5])
    }

    @Test(
        "a recalled group leaves alone what no recall may touch, and explain says so; a hand on the group moves it", arguments: [0.0, 300])
    func recallSafe(milliseconds: Double) {
        var configuration = Drums.band
        configuration.parameters[2].isRecallSafe = true
        var run = Drums(configuration)
        let length = MonotonicTime.Interval.milliseconds(UInt64(milliseconds))
        run.handle(.glide(parameter: 0, to: -10, over: length, .recall), .ofCaller(3))
        run.wait()
        #expect(run.values == [-10, -16.25, 3, -30.5])
        #expect(run.decisions(2).contains(.recallSafe))
        run.set(0, -12)
        #expect(run.members == [-18.25, 1, -32.5])
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

    @Test("a change at a target more than half a decibel away is somebody's, also right after a movement of the group")
    func tablet() {
        var run = Drums()
        run.handle(.set(parameter: 0, -10, .text))
        run.set(1, -14, .target)
        run.set(0, 0)
        #expect(run.members[0] == -4)
    }
}

/// A mute of a group on 0 with the members 1 to 3; `bands`: a mute that has this one as its only member on 4.
private struct Mutes {
    var run: Drums
    var kept: [ParameterIndex: Relation] = [:]

    init(bands: Bool = false, _ values: [Double?] = [0, 0, 0, 0]) {
        var specs = (["drums", "kick", "snare", "hat"] + (bands ? ["band"] : [])).map {
            ParameterSpec(id: "\($0).mute", step: 1, decimals: 0, kind: .toggle(off: "open", on: "muted"))
        }
        specs[0].members = specs[1...3].map(\.id)
        for place in 1...3 { specs[place].group = "drums.mute" }
        if bands {
            specs[4].members = ["drums.mute"]
            specs[0].group = "band.mute"
        }
        run = Drums(Configuration(parameters: specs, surfaces: Drums.band.surfaces), values + (bands ? [0] : []))
    }

    /// Sets several as one act, as a recall or a PATCH does.
    mutating func set(_ values: [ParameterIndex: Double], _ origin: ChangeOrigin, _ change: UInt32) {
        let number = ChangeNumber.ofCaller(change)
        if values[0] != nil { run.handle(.leaveMembers(of: 0), number) }
        for (parameter, value) in values { run.set(parameter, value, origin, number) }
    }
}

@Suite("Mutes of groups")
struct GroupMuteTests {
    @Test(
        "a mute goes off when the last one that it muted is opened by a hand, a target, a text or a recall",
        arguments: [ChangeOrigin.hand, .target, .text, .api, .recall])
    func goesOff(origin: ChangeOrigin) {
        var mutes = Mutes([0, 1, 0, 0])
        mutes.run.set(0, 1)
        mutes.run.set(2, 0, origin)
        #expect(mutes.run.values == [1, 1, 0, 1])
        mutes.run.set(3, 0, origin)
        #expect(mutes.run.values == [0, 1, 0, 0])
        #expect(mutes.run.decisions(0).contains(.noneMuted))
        #expect(mutes.run.console.report(of: 0).change == mutes.run.console.report(of: 3).change, "one change, and one undo")
        mutes.run.set(0, 1)
        #expect(mutes.run.values == [1, 1, 1, 1])
        mutes.run.set(0, 0)
        #expect(mutes.run.values == [0, 1, 0, 0])
    }

    @Test("an undo of that brings back the group's mute, and it opens what it muted")
    func undone() {
        var mutes = Mutes([0, 1, 0, 0])
        mutes.run.set(0, 1)
        mutes.run.set(2, 0)
        mutes.run.set(3, 0)
        mutes.set([3: 1, 0: 1], .undo, 5)
        #expect(mutes.run.values == [1, 1, 0, 1])
        mutes.set([2: 1], .undo, 6)
        mutes.run.set(0, 0)
        #expect(mutes.run.values == [0, 1, 0, 0])
    }

    @Test("an act that names the group and members sets what it names: the group's mute stays on although all are open")
    func named() {
        var mutes = Mutes()
        mutes.run.set(0, 1)
        mutes.set([0: 1, 1: 0, 2: 0, 3: 0], .recall, 5)
        #expect(mutes.run.values == [1, 0, 0, 0])
        mutes.run.set(0, 0)
        #expect(mutes.run.values == [0, 0, 0, 0])
    }

    @Test("what a recall has muted, the group does not open")
    func recalled() {
        var mutes = Mutes()
        mutes.run.set(0, 1)
        mutes.run.set(1, 0)
        mutes.run.set(1, 1, .recall)
        mutes.run.set(0, 0)
        #expect(mutes.run.values == [0, 1, 0, 0])
    }

    @Test("a mute of mutes goes off with the last one that it muted")
    func nested() {
        var mutes = Mutes(bands: true)
        mutes.run.set(4, 1)
        #expect(mutes.run.values == [1, 1, 1, 1, 1])
        for member in 1..<4 as Range<ParameterIndex> { mutes.run.set(member, 0, .hand) }
        #expect(mutes.run.values == [0, 0, 0, 0, 0])
    }

    @Test("a program that holds one open leaves it muted by the group", arguments: [0.0, 1])
    func held(byItself: Double) {
        var mutes = Mutes([0, byItself, 0, 0])
        mutes.run.set(0, 1)
        for member in [2, 3] as [ParameterIndex] { mutes.run.set(member, 0) }
        if byItself == 0 {
            mutes.run.handle(.hold(parameter: 1, 0, .api))
            #expect(mutes.run.values == [1, 0, 0, 0])
            mutes.run.handle(.endHold(parameter: 1))
            #expect(mutes.run.values == [1, 1, 0, 0])
        } else {
            #expect(mutes.run.values[0] == 0, "nothing that it muted is muted")
        }
        mutes.run.set(0, 0)
        #expect(mutes.run.values == [0, byItself, 0, 0])
    }

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
