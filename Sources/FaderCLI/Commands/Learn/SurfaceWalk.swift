/// A walk through a whole controller, control after control. Times, messages and answers are arguments, notes for the person are results.
struct SurfaceWalk {
    enum Stage: Int { case faders, knobs, buttons }

    struct Entry: Equatable {
        var id: String
        /// Nil if the id was left out.
        var control: LearnedControl?
    }

    enum Note: Equatable {
        case control(Entry)
        case sentence(String)
    }

    enum Choice: Equatable {
        case any
        case surface(String)
        case client(String)
    }

    private let choice: Choice
    private let profiles: [String: String]
    private var guess = ControlGuess()
    /// The hint that was given last, so that it is not repeated.
    private var hint: String?
    private var strangers: Set<Sender> = []
    private var entries: [Entry] = [] { didSet { guess.sensors = Set(entries.compactMap(\.control?.touch)) } }
    private(set) var stage = Stage.faders
    /// The controller that is being learned; nil until its first control is known.
    private(set) var sender: Sender?
    /// An encoder has been turned to the right, but not yet to the left.
    private(set) var isTurningLeft = false
    /// When it was turned to the right; nil once the person has been told that nothing more came.
    private var turnedAt: Duration?
    private var saidMackie = false
    /// How long a person may take to turn an encoder back.
    private static let patience = Duration.seconds(10)

    init(_ choice: Choice, profiles: [String: String] = [:]) { (self.choice, self.profiles) = (choice, profiles) }

    /// The learned controls, in the order in which they were moved.
    var learned: [(id: String, control: LearnedControl)] {
        entries.compactMap { entry in entry.control.map { (entry.id, $0) } }
    }

    // MARK: Messages

    mutating func hear(_ message: MonitorResource, at now: Duration) -> [Note] {
        let from = Sender(message)
        switch choice {
        case .any: break
        case .surface(let name): guard message.surface == name else { return [] }
        case .client(let name): guard message.surface == nil, message.client == name else { return [] }
        }
        if let sender, sender != from {
            guard message.direction == .received, strangers.insert(from).inserted else { return [] }
            let reason = from.client == sender.client ? "one surface has one port" : "one controller at a time"
            return [.sentence("\(from.words) is ignored: \(reason), and this walk is for \(sender.words)")]
        }
        var message = message
        // The control's entry in the config is not used.
        message.control = nil
        guess.hear(message, at: now)
        return []
    }

    mutating func tick(at now: Duration) -> [Note] {
        switch guess.outcome(at: now) {
        case .waiting:
            guard isTurningLeft, let since = turnedAt, now - since >= Self.patience else { return [] }
            turnedAt = nil
            return [
                .sentence("turning it to the left sent nothing, and an encoder has to send in both directions. \(Self.wayOn)")
            ]
        case .tooLittle(let message):
            return hint(ControlListener.tooLittle(message), about: message)
        case .held(let note): return hint(ControlListener.held(note), about: note)
        case .unmappable(let message):
            startAgain()
            return [.sentence(ControlListener.unmappable(message))]
        case .turnLeft:
            (isTurningLeft, turnedAt) = (true, now)
            return [.sentence(ControlListener.turnLeft)]
        case .unclear(let why):
            startAgain()
            return [.sentence("that is not a control that can be learned: \(why); move it again, or skip it")]
        case .found(let control):
            startAgain()
            return add(control)
        }
    }

    private mutating func startAgain() {
        guess.startAgain()
        (hint, isTurningLeft, turnedAt) = (nil, false, nil)
    }

    /// How to go on included; once for each message.
    private mutating func hint(_ sentence: String, about message: String) -> [Note] {
        guard hint != message else { return [] }
        hint = message
        return [.sentence("\(sentence). \(Self.wayOn)")] + mackieNote(LearnedControl.isMackieTouch(message))
    }

    /// Says once that the controls of a Mackie Control need not be learned.
    private mutating func mackieNote(_ isLikely: Bool) -> [Note] {
        if case .surface = choice { return [] }
        guard isLikely, !saidMackie, sender?.surface == nil else { return [] }
        saidMackie = true
        let profile = "\"faderctl surfaces add mackie-control\" uses it with its profile"
        return [.sentence("it looks like a controller in a mode called Mackie Control or MCU, which need not be learned: \(profile)")]
    }

    private static let wayOn = "To go on without it, type skip"

    private mutating func add(_ control: LearnedControl) -> [Note] {
        var notes: [Note] = []
        if sender == nil {
            sender = control.sender
            notes = [.sentence("this is \(control.sender.words)")]
            if let client = control.sender.client, let profile = profiles[client] {
                notes.append(.sentence("there is a profile for it, \(profile): \"\(SurfaceListCommand.addition(profile))\" uses it"))
            }
        }
        if let sensor = entries.firstIndex(where: { $0.control.map { $0.isButton && $0.input == control.touch } ?? false }) {
            // The finger touched the fader before moving it.
            notes.append(.sentence("\(entries.remove(at: sensor).id) was the touch sensor of this fader, and is not a button"))
        }
        var control = control
        for place in entries.indices where entries[place].control.map({ $0.isBeside(control) }) ?? false {
            control.nameValue()
            guard entries[place].control?.input == control.anyValue else { continue }
            entries[place].control?.nameValue()
            notes.append(.control(entries[place]))
        }
        if let place = entries.firstIndex(where: { $0.control.map { $0.overlaps(control) } ?? false }) {
            let known = entries[place]
            if known.control.map({ control.isMore(than: $0) }) ?? false {
                // The first time it was not moved far enough, or only half of it was heard.
                entries[place].control = control
                return notes + [.control(entries[place])]
            }
            if known.control?.touch == control.input { return notes + [.sentence("that is the touch sensor of \(known.id)")] }
            return notes + [.sentence(compare(place, with: control))]
        }
        let entry = Entry(id: proposal(for: control), control: control)
        entries.append(entry)
        return notes + [.control(entry)] + mackieNote(control.isMackieFader)
    }

    /// Settles a doubt about the control, or raises one.
    private mutating func compare(_ place: Int, with control: LearnedControl) -> String {
        let sentence = "that is \(entries[place].id) already"
        guard let known = entries[place].control else { return sentence }
        guard known.kind == control.kind, known.relative == control.relative else {
            entries[place].control?.doubt = "the second time it looked like \(control.kind == "encoder" ? "an" : "a") \(control.kind)"
            return "\(sentence), but this time it looks like something else: \(control.features)"
        }
        if control.doubt == nil { entries[place].control?.doubt = nil }
        if let reach = control.reach { entries[place].control?.reach?.add(reach) }
        return sentence
    }

    private func proposal(for control: LearnedControl) -> String {
        proposal(control.kind == "fader" && stage != .faders && control.touch == nil ? "knob" : control.kind)
    }

    private func proposal(_ kind: String) -> String { LearnedControl.id(kind, besides: Set(entries.map(\.id))) }

    // MARK: Answers

    /// Handles a line that the person typed; nil if it ends the walk.
    mutating func answer(_ text: String) -> [Note]? {
        let word = text.split(separator: " ").joined(separator: " ")
        switch word {
        case "": return nextStage()
        case "done": return nil
        case "undo": return [.sentence(undo())]
        case "skip": return [.sentence(skip())]
        case "motor": return toggleMotor()
        default: return rename(word.hasPrefix("=") ? String(word.dropFirst()) : word)
        }
    }

    private mutating func nextStage() -> [Note]? {
        guard let next = Stage(rawValue: stage.rawValue + 1) else { return nil }
        startAgain()
        stage = next
        return []
    }

    private mutating func undo() -> String {
        if isTurningLeft {
            startAgain()
            return "the encoder is forgotten"
        }
        startAgain()
        guard let last = entries.popLast() else { return "nothing has been learned yet" }
        return last.control == nil ? "\(last.id) is not left out any more" : "\(last.id) is forgotten; it can be moved again"
    }

    private mutating func skip() -> String {
        let kind = isTurningLeft ? "encoder" : [.faders: "fader", .knobs: "knob", .buttons: "button"][stage] ?? "fader"
        startAgain()
        let id = proposal(kind)
        entries.append(Entry(id: id))
        return "\(id) is left out"
    }

    private mutating func toggleMotor() -> [Note] {
        guard let last = entries.lastIndex(where: { $0.control != nil }) else { return [.sentence("nothing has been learned yet")] }
        entries[last].control?.hasMotor.toggle()
        return [.control(entries[last])]
    }

    private mutating func rename(_ name: String) -> [Note] {
        guard let last = entries.lastIndex(where: { $0.control != nil }) else {
            return [.sentence("nothing has been learned yet that could be called \"\(name)\"; move a control first")]
        }
        guard Names.isControl(name) else {
            return [
                .sentence(
                    "\"\(name)\" cannot be the name of a control; names are words such as play, or a kind and an index such as fader.3: "
                        + "lower-case letters, digits, - and _")
            ]
        }
        guard !entries.contains(where: { $0.id == name && $0 != entries[last] }) else {
            return [.sentence("there is a \(name) already; \(entries[last].id) keeps its name")]
        }
        entries[last].id = name
        return [.control(entries[last])]
    }

    // MARK: The picture

    var prompt: String {
        if isTurningLeft { return "\(proposal("encoder")): now turn it to the left" }
        return switch stage {
        case .faders: "\(proposal("fader")): move it from end to end. Return where there are no more faders"
        case .knobs:
            "the next knob, \(proposal("knob")) or \(proposal("encoder")): turn it, a knob from end to end, an encoder to the right. "
                + "Return where there are no more"
        case .buttons: "\(proposal("button")): press it once. Return where there are no more buttons"
        }
    }

    static let words = "or type another name for the last one, undo, skip, motor (it has one, or a lamp), done"

    var table: [String] {
        let rows = entries.map { entry in
            let (cells, isDoubtful) = (entry.cells, entry.control?.doubt != nil)
            return isDoubtful ? cells.dropLast() + ["\(cells.last ?? ""), doubtful"] : cells
        }
        return ColumnTable.lines([["CONTROL", "SENDS", "IS"]] + rows)
    }

    var doubts: [(id: String, reason: String)] { learned.compactMap { one in one.control.doubt.map { (one.id, $0) } } }

    /// What to do about faders that cannot reach an end of their parameters, on a surface of this name.
    func reachAdvice(_ surface: String) -> [String] {
        learned.compactMap { one in one.control.reachAdvice(surface, one.id).map { "\(one.id): \($0)" } }
    }
}

extension SurfaceWalk.Entry {
    var cells: [String] { [id, control?.input ?? "-", control?.features ?? "left out"] }

    var line: String { cells.filter { !$0.isEmpty }.joined(separator: "  ") }
}
