public import FaderAPI
internal import FaderConfig
internal import FaderConsole
internal import FaderMIDI
public import FaderServer
public import FaderSystem
internal import FaderTargets
internal import FaderValues
internal import Logging

/// The console counts each trigger's presses that are not done yet, and lights its lamps while there are any. This class runs the actions
/// of one press after the other, and then takes the press off the count.
/// A recall is done when its fade begins, so that a button for the next song works during a fade.
@Owner
public final class Triggers: Subject {
    private let values: Values
    private let history: UndoHistory
    private let snapshots: SnapshotRequests

    private struct Press {
        /// The number of the run, counted over all triggers since the start.
        let run: UInt64
        let report: ParameterReport
        /// Who pressed it: a control, or the name of a writer.
        let by: String?
    }

    /// The presses of each trigger, by its id. The first is running, if it has begun.
    private var presses: [String: [Press]] = [:]
    /// Changes that take a press off the count, until the MIDI thread reports them.
    private var steps: [String: ChangeNumber] = [:]
    /// Runs in a row that a program asked for during the run before.
    private var inTurn: [String: Int] = [:]
    private var due: [String] = []
    private var runs: UInt64 = 0
    /// How runs ended, by the change that took them off the count. For `explain`.
    private(set) var ends = ChangeNotes<String>()
    /// Messages still to be sent when the button of a run is released, by the number of the run.
    private var owed: [UInt64: [Dispatch]] = [:]
    /// Runs that have to send these messages now.
    private var ending: Set<UInt64> = []
    /// Runs that wait before their next action.
    private var pauses: [UInt64: (id: String, actions: [TriggerAction], nap: Task<Bool, Never>)] = [:]
    /// Runs that wait for the release of a button.
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// A lamp stays lit for at least so long, so that people see it.
    private static let shortest = Duration.milliseconds(100)
    /// How long a lamp is lit, and then dark, when it shows a failure.
    private static let blink = Duration.milliseconds(150)
    /// After so many runs in a row that were asked for during the run before, the trigger seems to press itself, and waits as the writes of
    /// a circle do.
    private static let mostInTurn = 32
    private static let longestPause = 60

    init(_ commands: Commands, _ values: Values, _ history: UndoHistory, _ snapshots: SnapshotRequests) {
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
        case .hand, .grip: buttonsChanged()
        case .settled: settled()
        case .entered(let transition): entered(transition.next, new: transition.new)
        default: break
        }
    }

    // MARK: Presses

    /// Presses a trigger. Returns before its actions are done.
    public func press(_ id: String, for wish: ViewerRequest, from caller: Caller) async throws(ServiceError) -> ParameterResource {
        let (state, viewer) = try mirror.look(up: id, wish)
        guard let index = state.parameter, state.catalog.isTrigger(index) else {
            throw .refused("\(id) is not a trigger, so it cannot be pressed; set it: faderctl set \(id) VALUE")
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

    /// A finger on a button of a screen: a trigger is pressed, and its button is down until the gesture ends; a value is held.
    func hold(
        _ id: String, _ request: HoldRequest, for wish: ViewerRequest, from caller: Caller
    ) async throws(ServiceError) -> ParameterResource {
        let (state, viewer) = try mirror.look(up: id, wish)
        let write = try commands.write(viewer, from: caller, in: request.gesture)
        guard let gesture = write.gesture else { preconditionFailure("a hold has a gesture") }
        let isDown = commands.gestures.spec(of: id, heldBy: gesture) != nil
        guard let index = state.parameter, state.catalog.isTrigger(index) else {
            return try await values.hold(state, request, write, isDown: isDown)
        }
        do throws(ServiceError) {
            guard request.value == nil else { throw .refused("\(id) is a trigger, which has no value: leave it out") }
            commands.gestures.hold(state.specs, by: gesture)
            let resource = isDown || request.gesture.isLast ? state.resource(for: viewer) : try await press(id, for: wish, from: caller)
            if request.gesture.isLast { _ = commands.gestures.end(gesture) }
            return resource
        } catch {
            _ = commands.gestures.end(gesture)
            throw error
        }
    }

    private func changed(_ report: ParameterReport, _ catalog: Catalog) {
        let id = catalog.id(of: report.parameter)
        if steps[id] == report.change { steps[id] = nil }
        // A report from before the count went down still includes the press that has ended.
        let count = Int(report.value) - (steps[id] == nil ? 0 : 1)
        while presses[id, default: []].count < count {
            runs += 1
            let by = report.control.map { catalog.controlName($0) } ?? authors.writers[report.change]
            let press = Press(run: runs, report: report, by: by)
            presses[id, default: []].append(press)
            publish(EventName.press, PressEvent(id: id, by: by, run: press.run), of: id, press)
            followers.tell(.pressed(id))
            if presses[id]?.count == 1 { due.append(id) }
        }
    }

    /// Every change was reported, so it is known which buttons are down, and the presses can run.
    private func settled() {
        for id in due { begin(id) }
        due.removeAll()
    }

    private func begin(_ id: String) {
        guard let press = presses[id]?.first else { return }
        // Changes made by a press with the key of a page count as made with that key.
        let hasPageKey = authors.ofKeys[press.report.change] != nil
        Owner.start { await Peer.$hasPageKey.withValue(hasPageKey) { await self.run(id, press) } }
    }

    /// Forgets the presses of triggers that are gone, or are new under an old id. Runs in progress end by themselves.
    private func entered(_ catalog: Catalog, new: [ParameterIndex]) {
        let new = Set(new.map { catalog.id(of: $0) })
        let isKept = { (id: String) in catalog.index(of: id).map { catalog.isTrigger($0) && !new.contains(id) } ?? false }
        presses = presses.filter { isKept($0.key) }
        steps = steps.filter { isKept($0.key) }
        inTurn = inTurn.filter { isKept($0.key) }
        guard !waiting.isEmpty else { return }
        // The MIDI thread reports only afterwards which buttons are down in this configuration.
        Owner.start {
            // If this fails, the MIDI thread has stopped, and no button comes up any more.
            try? await self.engine.settle()
            self.buttonsChanged()
        }
    }

    /// Lets runs go on that wait for a release: hands or the configuration have changed.
    private func buttonsChanged() {
        let woken = waiting
        waiting = []
        for continuation in woken { continuation.resume() }
    }

    // MARK: Runs

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

    /// Throws `conflict` if a reload changes the actions of the trigger, or the daemon ends.
    private func pause(_ id: String, _ run: UInt64, _ actions: [TriggerAction], _ length: Duration) async throws(ServiceError) {
        let nap = Owner.start { await Owner.sleep(for: length) }
        pauses[run] = (id, actions, nap)
        let isOver = await nap.value
        pauses[run] = nil
        guard isOver else { throw .conflict("the rest was not done, because a reload has changed it, or faderd has ended") }
    }

    private func end(_ id: String, _ press: Press, _ event: EndedEvent) async {
        guard presses[id]?.first?.run == press.run else { return }
        presses[id]?.removeFirst()
        // A press that arrives from now on begins in `settled`.
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

    /// Ends waiting runs whose trigger has other actions in the next configuration, and sends messages due at a release that it no longer
    /// has. If the daemon ends (nil), does so for all runs.
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

    /// Does one action. Returns a text about it for the ended event.
    private func perform(_ action: TriggerAction, _ id: String, _ press: Press) async throws(ServiceError) -> String? {
        // As long as a writer's name may be.
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
        case .undo(let count):
            // Who has only the key of a page must not take back what somebody at the desk did.
            guard Peer.hasPageKey else { _ = try await history.undo(UndoRequest(count: count), for: wish, by: writer); break }
            for _ in 0..<count { _ = try await history.undoOwn(of: nil, key: press.by ?? "", for: wish) }
        case .undoRecall: tell(try await history.undo(UndoRequest(recall: true), for: wish, by: writer), by: writer)
        case .redo(let count): _ = try await history.redo(UndoRequest(count: count), for: wish, by: writer)
        case .set(let assignments, let seconds):
            let items = assignments.map { ($0.id, ParametersPatch.Item(.text($0.text))) }
            let patch = ParametersPatch(Dictionary(items, uniquingKeysWith: { $1 }))
            let fade = seconds.flatMap {
                $0 > 0 ? PatchFade(seconds: $0) { [history] in history.noteGlide(of: $0, $1, isRecall: false) } : nil
            }
            _ = try await values.put(patch, for: wish, from: Caller(.ofDaemon, writer: writer), fade: fade)
        // `run` handles this itself, because a wait can be ended.
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

    /// How often sending is tried while a surface has no room for messages.
    private static let mostTries = 50

    /// Sends messages, which are found by their content in the configuration in force.
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

    var endpoints: [Endpoint] {
        [
            .on(Routes.pressTrigger) { [self] call, _, caller throws(ServiceError) in
                try await press(call.id, for: call.viewer, from: caller)
            },
            .on(Routes.holdParameter) { [self] call, ask, caller throws(ServiceError) in
                try await hold(call.id, ask, for: call.viewer, from: caller)
            },
        ]
    }
}
