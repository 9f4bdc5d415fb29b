public import FaderAPI
internal import FaderConfig
internal import FaderConsole
internal import FaderEngine
public import FaderLoops
internal import FaderModel
public import FaderServer
internal import FaderTargets
internal import Logging

/// The triggers: who presses them, and what they do then.
///
/// The console counts the presses of each that are not done yet, and lights its lamps while there are any. This does what a press asks for,
/// one after the other, and takes it off the count.
///
/// A recall is done when its fade begins: a button for the next song must not be dead for as long as a fade takes.
@Owner
public final class Triggers: Subject {
    private let values: Values
    private let history: UndoHistory
    private let snapshots: Snapshots

    /// A press that is not done yet.
    private struct Press {
        /// Counted over all triggers since the start.
        let run: UInt64
        let report: ParameterReport
        /// Who pressed it: a control, or the name of a writer.
        let by: String?
    }

    /// The presses of each trigger, by its id. The first is being done, if it has begun.
    private var presses: [String: [Press]] = [:]
    /// The changes that take a press off the count and that the MIDI thread has not reported yet, by the trigger.
    private var steps: [String: ChangeNumber] = [:]
    /// How many runs of each trigger were asked for by a program while the one before went on, without a break.
    private var inTurn: [String: Int] = [:]
    /// The triggers whose first press has not begun.
    private var due: [String] = []
    private var runs: UInt64 = 0
    /// How presses ended, by the changes that took them off the count. For `explain`.
    private(set) var ends = ChangeNotes<String>()
    /// What runs still have to send when their button comes up, by the number of the press.
    private var owed: [UInt64: [Dispatch]] = [:]
    /// The runs that have to send it now.
    private var ending: Set<UInt64> = []
    /// The runs that wait before the next thing that they do, by the number of the press.
    private var pauses: [UInt64: (id: String, actions: [TriggerAction], nap: Task<Bool, Never>)] = [:]
    /// Those who wait for a button to come up.
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// For how long a lamp is lit at least, so that people see it.
    private static let shortest = Duration.milliseconds(100)
    /// For how long a lamp shows a failure, and how long it is dark in between.
    private static let blink = Duration.milliseconds(150)
    /// After so many runs of which each was asked for while the one before went on, the next waits, as the writes of a circle do: what it runs
    /// seems to press it again.
    private static let mostInTurn = 32
    private static let longestPause = 60

    init(_ commands: Commands, _ values: Values, _ history: UndoHistory, _ snapshots: Snapshots) {
        (self.values, self.history, self.snapshots) = (values, history, snapshots)
        super.init(commands)
        followers.add { [weak self] in self?.follow($0) }
    }

    private func follow(_ event: Followers.Event) {
        switch event {
        case .changed(let changes):
            for change in changes where change.isNew && change.catalog.isTrigger(change.report.parameter) {
                changed(change.report, change.catalog)
            }
        case .hand: buttonsChanged()
        case .settled: settled()
        case .entered(let passage): entered(passage.next, new: passage.new)
        default: break
        }
    }

    // MARK: Presses

    /// Presses a trigger. Returns at once, with the trigger as it is now.
    public func press(_ id: String, for wish: ViewerRequest, from caller: Caller) async throws(ServiceError) -> ParameterResource {
        let (state, viewer) = try mirror.look(up: id, wish)
        guard let index = state.parameter, state.catalog.isTrigger(index) else {
            throw .refused("\(id) is no trigger, so it cannot be pressed; set it: faderctl set \(id) VALUE")
        }
        let write = Write(
            viewer: viewer, condition: caller.condition, number: commands.nextChange(by: caller.writer), isPress: true)
        let changed = try await values.submitted(state, write) { _, index in
            .press(parameter: index, .api)
        }
        var resource = changed.resource(viewer)
        if changed.isClamped { resource.notice = "\(id) is running, and one press waits already: this one does nothing" }
        return resource
    }

    /// A trigger has another number of presses, as the MIDI thread reports.
    private func changed(_ report: ParameterReport, _ catalog: Catalog) {
        let id = catalog.id(of: report.parameter)
        if steps[id] == report.change { steps[id] = nil }
        // What was reported before the count went down still has the press that has ended.
        let count = Int(report.value) - (steps[id] == nil ? 0 : 1)
        while presses[id, default: []].count < count {
            runs += 1
            let by = report.control.map { catalog.controlName($0) } ?? authors.writers[report.change]
            let press = Press(run: runs, report: report, by: by)
            presses[id, default: []].append(press)
            publish(EventName.press, PressEvent(id: id, by: by, run: press.run), of: id, press)
            if presses[id]?.count == 1 { due.append(id) }
        }
    }

    /// Everything that changed together has been reported: which buttons are down is known, so the presses can be done.
    private func settled() {
        for id in due { begin(id) }
        due.removeAll()
    }

    private func begin(_ id: String) {
        guard let press = presses[id]?.first else { return }
        // What a press with the key of a page changes is changed with that key.
        let hasPageKey = authors.ofKeys[press.report.change] != nil
        Owner.start { await Peer.$hasPageKey.withValue(hasPageKey) { await self.run(id, press) } }
    }

    /// A new configuration is in force: what triggers that are gone, or new under an old id, were pressed for is forgotten. What runs ends by itself.
    private func entered(_ catalog: Catalog, new: [ParameterIndex]) {
        let new = Set(new.map { catalog.id(of: $0) })
        let isKept = { (id: String) in catalog.index(of: id).map { catalog.isTrigger($0) && !new.contains(id) } ?? false }
        presses = presses.filter { isKept($0.key) }
        steps = steps.filter { isKept($0.key) }
        inTurn = inTurn.filter { isKept($0.key) }
        guard !waiting.isEmpty else { return }
        // Which buttons are down under this configuration is reported only after it has come into force.
        Owner.start {
            // If this fails, the MIDI thread has stopped, and no button comes up any more.
            try? await self.engine.settle()
            self.buttonsChanged()
        }
    }

    /// A button came up, or other parameters are there now.
    private func buttonsChanged() {
        let woken = waiting
        waiting = []
        for continuation in woken { continuation.resume() }
    }

    // MARK: What they do

    private func run(_ id: String, _ press: Press) async {
        let start = ContinuousClock.now
        let actions = mirror.catalog.settings.triggers.first { $0.id == id }?.actions ?? []
        var (told, failure): ([String], String?) = ([], nil)
        for action in actions {
            do throws(ServiceError) {
                if case .midi(_, let release?) = action { owed[press.run, default: []].append(release) }
                if case .wait(let length) = action {
                    try await pause(id, press.run, actions, length)
                } else if let text = try await perform(action, id, press) {
                    told.append(text)
                }
            } catch {
                failure = error.problem.detail
                break
            }
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let releases = owed[press.run] ?? []
        if !releases.isEmpty { await untilReleased(id, press.run) }
        for release in releases {
            do throws(ServiceError) { try await send(release) } catch { failure = failure ?? error.problem.detail }
        }
        owed[press.run] = nil
        let rest = Self.shortest - (ContinuousClock.now - start)
        if rest > .zero { await Owner.sleep(for: rest) }
        await end(
            id, press,
            EndedEvent(id: id, run: press.run, ok: failure == nil, message: failure ?? told.joined(separator: ", "), seconds: seconds))
    }

    /// Waits before the next thing that a run does; `conflict` if a reload changes what the trigger does, or the daemon ends.
    private func pause(_ id: String, _ run: UInt64, _ actions: [TriggerAction], _ length: Duration) async throws(ServiceError) {
        let nap = Owner.start { await Owner.sleep(for: length) }
        pauses[run] = (id, actions, nap)
        let isOver = await nap.value
        pauses[run] = nil
        guard isOver else { throw .conflict("what was left was not done, because a reload has changed it, or faderd has ended") }
    }

    /// Takes a press off the count, and begins the next one.
    private func end(_ id: String, _ press: Press, _ event: EndedEvent) async {
        guard presses[id]?.first?.run == press.run else { return }
        presses[id]?.removeFirst()
        // One that comes from now on is begun when everything has settled.
        let next = presses[id]?.first
        if next == nil { presses[id] = nil }
        let change = commands.nextChange()
        steps[id] = change
        let took = "ran \(Int((event.seconds * 1000).rounded())) ms"
        ends.note(event.ok ? took + (event.message.isEmpty ? "" : ", \(event.message)") : "failed: \(event.message)", of: change)
        await command(id, change) { .step(parameter: $0, by: -1, .ordinary, press.report.origin) }
        if steps[id] == change { steps[id] = nil }
        publish(EventName.ended, event, of: id, press)
        if !event.ok {
            log.warning("\(id) failed: \(event.message)")
            Owner.start { await self.blink(id) }
        }
        guard let next, presses[id]?.first?.run == next.run else { return inTurn[id] = nil }
        inTurn[id] = next.report.control == nil ? inTurn[id, default: 0] + 1 : nil
        await waitInTurn(id)
        if presses[id]?.first?.run == next.run { begin(id) }
    }

    private func waitInTurn(_ id: String) async {
        guard let count = inTurn[id], count >= Self.mostInTurn else { return }
        if count == Self.mostInTurn {
            log.warning("\(id): this seems to be a circle: what it runs presses it again; it waits longer and longer")
        }
        await Owner.sleep(for: .seconds(min(1 << min(count - Self.mostInTurn, 6), Self.longestPause)))
    }

    private func blink(_ id: String) async {
        for isOn in [true, false, true, false] {
            await command(id, .none) { .blink(parameter: $0, isOn) }
            if isOn || presses[id] == nil { await Owner.sleep(for: Self.blink) }
        }
    }

    /// Has the console do something with a trigger, if it is still there.
    private func command(_ id: String, _ change: ChangeNumber, _ command: (ParameterIndex) -> Command) async {
        while let state = mirror.look(up: id), let index = state.parameter, state.catalog.isTrigger(index) {
            let wanted = command(index)
            do {
                if try await engine.submit(wanted, under: Terms(change: change), generation: state.catalog.generation) != nil { return }
            } catch EngineError.busy {
                await engine.room()
            } catch {
                // The MIDI thread has stopped, and with it all lamps.
                return
            }
        }
    }

    private func untilReleased(_ id: String, _ run: UInt64) async {
        while isPressed(id, run) { await withCheckedContinuation { if isPressed(id, run) { waiting.append($0) } else { $0.resume() } } }
        ending.remove(run)
    }

    private func isPressed(_ id: String, _ run: UInt64) -> Bool {
        guard !ending.contains(run), let state = mirror.look(up: id) else { return false }
        return state.hands.isTouched(state.parameters[0])
    }

    /// Ends the runs that wait and whose trigger does something else in a new configuration, or all of them. Sends what is owed at the
    /// release of buttons that are still down, and that the configuration does not have any more, or all of it.
    ///
    /// - Parameter next: what is to come into force; nil: the daemon ends.
    func release(before next: Declared.Plan?) async {
        let actions = Dictionary(next?.settings.triggers.map { ($0.id, $0.actions) } ?? [], uniquingKeysWith: { first, _ in first })
        let paused = pauses.filter { actions[$0.value.id] != $0.value.actions }
        for pause in paused.values { pause.nap.cancel() }
        let kept = next?.configuration.dispatches ?? []
        ending = Set(owed.filter { paused[$0.key] != nil || $0.value.contains { !kept.contains($0) } }.keys)
        guard !ending.isEmpty else { return }
        let runs = ending
        buttonsChanged()
        for _ in 0..<10 where runs.contains(where: { owed[$0] != nil }) { await Owner.sleep(for: .milliseconds(10)) }
    }

    /// Does one thing. Returns what there is to tell of it.
    private func perform(_ action: TriggerAction, _ id: String, _ press: Press) async throws(ServiceError) -> String? {
        // A name of a writer has at most as many characters.
        let writer = String("trigger \(id)".prefix(Names.longestProgram))
        let wish = ViewerRequest()
        switch action {
        case .recall(let name, let over):
            tell(try await snapshots.recall(name, RecallRequest(over: over), for: wish, by: writer), by: writer)
        case .recallNext(let places):
            let restored = try await snapshots.recallNext(RecallNextRequest(by: places), for: wish, by: writer)
            tell(restored, by: writer)
            return restored.snapshot.map { "recalled \($0)" }
        case .save(let name): _ = try await snapshots.save(name, SnapshotRequest())
        case .undo(let count): _ = try await history.undo(UndoRequest(count: count), for: wish, by: writer)
        case .undoRecall: tell(try await history.undo(UndoRequest(recall: true), for: wish, by: writer), by: writer)
        case .redo(let count): _ = try await history.redo(UndoRequest(count: count), for: wish, by: writer)
        case .set(let assignments, let seconds):
            let items = assignments.map { ($0.id, ParametersPatch.Item(.text($0.text))) }
            let patch = ParametersPatch(Dictionary(items, uniquingKeysWith: { $1 }))
            let fade = seconds.flatMap {
                $0 > 0 ? PatchFade(seconds: $0) { [history] in history.noteGlide(of: $0, $1, isRecall: false) } : nil
            }
            _ = try await values.put(patch, for: wish, from: Caller(.ofDaemon, writer: writer), fade: fade)
        // Only a run can be ended while it waits.
        case .wait: break
        case .target(let target):
            let (text, isDone) = await targets.press(target)
            guard isDone else { throw .conflict(text) }
            return text
        case .midi(let messages, _): try await send(messages)
        }
        return nil
    }

    private func tell(_ restored: RestoredResource, by writer: String) {
        for sentence in restored.skipped { log.notice("\(writer): \(sentence)") }
    }

    /// For how long is tried to send messages to a surface that has no room for them.
    private static let mostTries = 50

    /// Sends messages, from wherever the configuration in force has them.
    private func send(_ dispatch: Dispatch) async throws(ServiceError) {
        let name = dispatch.surface
        var (sent, tries) = (0, 0)
        while true {
            let generation = mirror.catalog.generation
            guard let place = mirror.catalog.configuration.dispatches.firstIndex(of: dispatch) else {
                throw .conflict("a reload has removed the messages for the surface \(name)")
            }
            guard let answer = try await engine.asked({ try await $0.dispatch(place, from: sent, generation: generation) }) else {
                continue
            }
            guard let count = answer else { throw .conflict("the surface \(name) is not there") }
            if count == dispatch.messages.count { return }
            sent = count
            tries += 1
            guard tries < Self.mostTries else { throw .conflict("the surface \(name) takes no more messages") }
            await Owner.sleep(for: .milliseconds(10))
        }
    }

    private func publish(_ name: String, _ event: any Encodable & Sendable, of id: String, _ press: Press) {
        guard hub.isWatched else { return }
        var news = News(name, event, of: "\(id) \(press.run)", generation: mirror.catalog.generation.number)
        news.parameter = id
        hub.publish(news)
    }

    /// What clients ask of triggers.
    var endpoints: [Endpoint] {
        [
            .on(Routes.pressTrigger) { [self] call, _, caller throws(ServiceError) in
                try await press(call.id, for: call.viewer, from: caller)
            }
        ]
    }
}
