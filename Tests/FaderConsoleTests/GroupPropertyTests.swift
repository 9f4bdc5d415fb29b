import FaderConsole
import FaderTesting
import FaderValues
import Testing

@Suite("Groups under random actions")
struct GroupPropertyTests {
    @Test("whenever the group is where it was, so is every member that nobody else has changed", arguments: 0..<60)
    func returns(seed: UInt64) {
        var run = GroupRun(seed: seed)
        for deed in 0..<300 {
            let told = run.act()
            guard run.haveReturned() else {
                Issue.record("seed \(seed), deed \(deed), \(told): \(run.drums.values), expected \(run.expected)")
                return
            }
        }
        #expect(run.returns > 50, "seed \(seed): the group was somewhere again only \(run.returns) times")
    }
}

/// Random actions on a group and its members, and what each member was while the group was at each value since somebody else last changed it.
private struct GroupRun {
    private var random: SeededGenerator
    private(set) var drums: Drums
    private var kept: [ParameterIndex: Relation] = [:]
    private var seen: [ParameterIndex: [Double: Double]] = [:]
    /// States since the last action on a member.
    private var states: [[Double]] = []
    private(set) var returns = 0
    /// A member has moved under a finger.
    private var isDragged = false
    private var change: UInt32 = 0

    init(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let members = ["kick", "snare", "hat"].map { id in
            Drums.decibel(
                id, minimum: [-.infinity, -.infinity, -60].randomElement(using: &random) ?? 0,
                step: [0, 0, 0.5, 3].randomElement(using: &random) ?? 0)
        }
        let values = (0..<3).map { _ in Double.random(in: -50...10, using: &random) }
        var configuration = Drums.configuration(members)
        var band = Drums.decibel("band")
        band.members = ["drums"]
        configuration.parameters.append(band)
        configuration.parameters[0].group = "band"
        drums = Drums(configuration, [0] + values + [0])
        self.random = random
    }

    var expected: [Double?] { members.map { seen[$0]?[drums.values[0]] } }
    private var members: Range<ParameterIndex> { 1..<4 }
    private var band: ParameterIndex { 4 }

    /// Whether all members that are expected somewhere are there. From now on they are expected where they are.
    mutating func haveReturned() -> Bool {
        // The daemon fetches them; without room for them, changes are joined.
        while drums.console.nextReport() != nil {}
        if isDragged { return false }
        for (member, group) in [(0, 4), (1, 0), (2, 0), (3, 0)] as [(ParameterIndex, ParameterIndex)] {
            let (value, group) = (drums.console.value(of: member), drums.console.value(of: group))
            // Who is raised there is pulled down when the group comes there again.
            guard group.isFinite else { continue }
            if let known = seen[member]?[group] {
                returns += 1
                if known != value { return false }
            } else {
                seen[member, default: [:]][group] = value
            }
        }
        if drums.values[0].isFinite, drums.values[4].isFinite { states.append(drums.values) }
        return true
    }

    /// A member leaves the group with a reload, and comes back with another one: it relates anew.
    private mutating func reloadWithout(_ member: ParameterIndex) -> String {
        let whole = drums.configuration
        var without = whole
        without.parameters[0].members.removeAll { $0 == whole.parameters[member].id }
        without.parameters[member].group = nil
        drums.reload(without)
        let before = drums.console.value(of: member)
        drums.set(0, .random(in: -30...10, using: &random))
        isDragged = drums.console.value(of: member) != before
        drums.reload(whole)
        forget(member)
        forget(0)
        return "\(member) leaves the group and comes back"
    }

    /// Somebody else has changed a member.
    private mutating func forget(_ member: ParameterIndex) {
        seen[member] = nil
        states = []
    }

    mutating func act() -> String {
        let member = ParameterIndex.random(in: members, using: &random)
        switch Int.random(in: 0..<29, using: &random) {
        case 24..<27:
            let goals: [Double] = [-.infinity, -20, -3.3, 0, 10]
            drums.set(band, goals.randomElement(using: &random) ?? 0, Bool.random(using: &random) ? .text : .recall)
            return "the group of the group is set"
        case 27: return reloadWithout(member)
        case 28:
            // A button holds the group, and nothing stays.
            let before = drums.values
            drums.handle(.hold(parameter: 0, .random(in: -50...10, using: &random), .hand))
            drums.wait(.random(in: 0...50, using: &random))
            drums.handle(.endHold(parameter: 0))
            drums.wait()
            if drums.values != before { isDragged = true }
            return "a button holds the group"
        case 0..<8:
            let goals: [Double] = [-.infinity, -60, -20, -10, -3.3, 0, 4, 10]
            forget(0)
            drums.set(0, goals.randomElement(using: &random) ?? 0, Bool.random(using: &random) ? .text : .recall)
            return "the group is set"
        case 8..<13:
            forget(0)
            drums.touch(1, true)
            for _ in 0..<Int.random(in: 1...20, using: &random) {
                drums.move(1, to: .random(in: 0...127, using: &random))
                drums.wait(.random(in: 0...15, using: &random))
            }
            drums.touch(1, false)
            drums.wait()
            return "a hand moves the group"
        case 13:
            forget(0)
            drums.handle(.glide(parameter: 0, to: .random(in: -70...10, using: &random), over: .milliseconds(200), .recall))
            drums.wait()
            return "the group fades"
        case 14..<16:
            // Later than any echo.
            drums.wait(3_000)
            drums.set(
                member, .random(in: -70...10, using: &random), [.text, .api, .target, .recall].randomElement(using: &random) ?? .text)
            forget(member)
            return "\(member) is set"
        case 16:
            drums.set(member, -.infinity)
            forget(member)
            return "\(member) is off"
        case 17:
            drums.move(UInt16(member.offset + 1), to: .random(in: 0...127, using: &random))
            drums.wait()
            forget(member)
            return "a hand moves \(member)"
        case 18:
            drums.touch(UInt16(member.offset + 1), true)
            let before = drums.console.value(of: member)
            drums.set(0, .random(in: -30...10, using: &random))
            forget(0)
            isDragged = drums.console.value(of: member) != before
            drums.touch(UInt16(member.offset + 1), false)
            forget(member)
            return "the group moves under a finger on \(member)"
        case 19: return recall()
        case 20: return undo()
        case 21:
            drums.restart(&kept)
            return "a restart"
        case 22:
            drums.reload(drums.configuration)
            return "a reload"
        default:
            // Its target rounds.
            forget(0)
            drums.handle(.set(parameter: 0, .random(in: -20...0, using: &random), .text))
            let value = drums.console.value(of: member)
            if value > -30, value < 9 { drums.handle(.set(parameter: member, value + 0.003, .target)) }
            let group = drums.values[0]
            drums.wait()
            drums.set(0, group - 1)
            return "the target of \(member) rounds"
        }
    }

    private mutating func recall() -> String {
        change += 1
        let number = ChangeNumber.ofCaller(change)
        drums.handle(.leaveMembers(of: 0), number)
        let named = members.filter { _ in Bool.random(using: &random) }
        for parameter in ([0] + named).shuffled(using: &random) {
            drums.set(parameter, .random(in: -40...10, using: &random), .recall, number)
        }
        for member in members { forget(member) }
        forget(0)
        return "a recall of the group and \(named)"
    }

    /// Back to a state since which only the group has moved.
    private mutating func undo() -> String {
        guard let state = states.randomElement(using: &random) else { return "nothing to undo" }
        change += 1
        let number = ChangeNumber.ofCaller(change)
        drums.handle(.leaveMembers(of: 0), number)
        for (parameter, value) in zip(drums.configuration.parameters.rowIndices, state).shuffled(using: &random) {
            drums.set(parameter, value, .undo, number)
        }
        return "an undo to \(state)"
    }
}
