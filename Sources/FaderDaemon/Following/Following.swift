internal import FaderAPI
internal import FaderConfig
internal import FaderServer
internal import FaderStore
public import FaderSystem
internal import FaderTargets
internal import FaderValues
internal import Glibc
internal import Logging

/// A second machine: of two daemons one leads, and the other keeps what it has, drives nothing, and takes over when somebody says so. The
/// one whose config has `follow` asks the other, whichever of them leads: what the leader has comes with the answer, or goes with the
/// request.
@Owner
public final class Following: Subject {
    struct Other {
        var name: String
        var version: String
        var leads: Bool
        /// Of a follower: whom it follows, if that one leads.
        var leader: String?
    }

    let declared: Declared
    private let configurations: Configurations
    private let bindings: Bindings
    private let remembered: RememberedValues
    private let file: LeadFile
    private let name: String
    var lead: Lead
    private(set) var other: Other?
    /// When what the follower has was the state of its leader; nil if it never had it.
    var upToDate: ContinuousClock.Instant?
    /// Of a follower: up to which changes of its leader it has everything.
    var mark: String?
    /// Of a leader that asks: the same of its follower, which is nil until the follower has said so.
    private var otherMark: String??
    var trouble: String?
    private(set) var refusal: String?
    /// What the leader has and this config does not, and what cannot have the leader's value.
    var unknown: Set<String> = []
    var unfit: Set<String> = []
    /// One question, answer or promotion at a time.
    let turns = AsyncMutex()
    private(set) var asking: (spec: FollowSpec, task: Task<Void, Never>)?
    private var isReady = false

    init(
        _ commands: Commands, _ declared: Declared, _ configurations: Configurations, _ bindings: Bindings, _ remembered: RememberedValues,
        _ file: LeadFile
    ) {
        (self.declared, self.configurations, self.bindings, self.remembered) = (declared, configurations, bindings, remembered)
        self.file = file
        name = Self.machineName
        lead = Lead(term: file.term, leads: !declared.isFollowing, run: UInt64.random(in: 1 ... .max))
        super.init(commands)
        followers.add { [weak self] in self?.follow($0) }
    }

    private static var machineName: String {
        var bytes = [CChar](repeating: 0, count: 65)
        guard unsafe gethostname(&bytes, bytes.count - 1) == 0 else { return "faderd" }
        let name = String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return Names.isProgram(name) ? name : "faderd"
    }

    func begin() {
        isReady = true
        if !lead.leads { log.notice("this faderd follows \(otherName) and drives nothing; \"faderctl promote\" takes over") }
        configured()
    }

    func end() {
        asking?.task.cancel()
        isReady = false
    }

    private func follow(_ event: Followers.Event) {
        switch event {
        case .entered:
            // The leader has to pass on everything again: this configuration may have parameters that the one before did not have.
            mark = nil
            configured()
        case .relabeled: configured()
        default: break
        }
    }

    private func configured() {
        guard isReady else { return }
        let spec = declared.follow
        if declared.isFollowing == lead.leads {
            // The config has, or has lost, its leader.
            lead.begin(leads: !declared.isFollowing)
            (mark, upToDate, otherMark) = (nil, nil, nil)
            log.notice("this faderd \(lead.leads ? "leads" : "follows \(otherName) and drives nothing") now, as the config says")
        }
        guard spec != asking?.spec else { return }
        asking?.task.cancel()
        (asking, trouble, otherMark) = (nil, nil, nil)
        guard let spec else { return }
        asking = (spec, Owner.start { [weak self] in await self?.ask(spec) })
    }

    // MARK: Asking

    /// How often the other machine is asked. So a follower is at most a second behind, the way there and back included.
    private static let (pace, idlePace) = (Duration.milliseconds(400), Duration.milliseconds(750))
    /// How often it is asked while it has another state, which it passes on as a whole each time.
    private static let refusedPace = Duration.seconds(10)
    /// The shortest time between two questions, and the longest time to wait for an answer.
    private static let (rest, patience) = (Duration.milliseconds(100), Duration.seconds(3))

    private enum Asked: Equatable {
        case changed, unchanged, failed(MachineFailure)
    }

    private func ask(_ spec: FollowSpec) async {
        var key: String?
        while !Task.isCancelled {
            if key == nil {
                switch await SeparateThread.run({ spec.key.secret() }) {
                case .success(let secret): key = secret
                case .failure(let failure): note(failure, spec)
                }
            }
            let began = ContinuousClock.now
            var pace = Self.pace
            if let known = key {
                switch await ask(spec, known) {
                case .unchanged: pace = Self.idlePace
                case .changed where refusal != nil: pace = Self.refusedPace
                case .failed(.refused(401)): key = nil
                case .changed, .failed: break
                }
            }
            guard await Owner.sleep(for: max(Self.rest, pace - began.duration(to: .now))) else { return }
        }
    }

    private func ask(_ spec: FollowSpec, _ key: String) async -> Asked {
        let began = ContinuousClock.now
        var hello = hello(mark: mark)
        // What goes to the follower is prepared only once it is known what it has.
        if lead.leads, let otherMark { hello.changes = await changes(since: otherMark) }
        let result = await MachineRequest.post(
            hello.json, to: spec.host, port: spec.port, path: Routes.follow.path(), key: key, within: Self.patience)
        guard asking?.spec == spec, !Task.isCancelled else { return .unchanged }
        switch result {
        case .failure(let failure):
            note(failure, spec)
            return .failed(failure)
        case .success(let bytes):
            guard let answer = await SeparateThread.run({ Hello(bytes) }) else {
                let failure = MachineFailure.unreached("what answers there is no faderd, or one of another version")
                note(failure, spec)
                return .failed(failure)
            }
            await turns.lock()
            defer { turns.unlock() }
            if trouble != nil { log.notice("\(answer.name) answers at \(spec.url)") }
            trouble = nil
            await hear(answer, at: began, isAsked: true)
            otherMark = lead.leads && !answer.leads ? .some(answer.mark) : nil
            if lead.leads, !answer.leads, answer.mark != nil { upToDate = began }
            let changes = hello.changes ?? answer.changes
            return changes.map { $0.isEmpty } ?? false ? .unchanged : .changed
        }
    }

    private func note(_ failure: MachineFailure, _ spec: FollowSpec) {
        let sentence =
            switch failure {
            case .unreached(let reason): reason
            case .refused(401):
                "it refuses the key in \(spec.key.name.withoutControls()): make another one there with \"faderctl key add NAME --follow\""
            case .refused(403):
                "the key in \(spec.key.name.withoutControls()) is not for a second machine: make one there with \"faderctl key add NAME --follow\""
            case .refused(404): "it is a faderd of an earlier version, or something else"
            case .refused(409): "it is this faderd itself: url is that of the other machine"
            case .refused(let status): "it answers \(status)"
            }
        otherMark = nil
        guard trouble != sentence else { return }
        trouble = sentence
        log.warning("\(spec.url): \(sentence)\(lead.leads ? "" : "; \"faderctl promote\" takes over")")
    }

    // MARK: Hearing

    private func hello(mark: String?) -> Hello {
        Hello(
            lead, name: name, version: faderdVersion, mark: lead.leads ? nil : mark,
            leader: lead.leads ? nil : other.flatMap { $0.leads ? $0.name : nil })
    }

    /// `moment`: what the other machine passes on was its state then, or later. `isAsked`: it is the machine that this one asks.
    private func hear(_ hello: Hello, at moment: ContinuousClock.Instant, isAsked: Bool = false) async {
        // A third machine, which asks a follower, is not the other one.
        let isLeader = hello.leads && hello.term >= lead.term
        let formerName = other?.name
        if lead.leads || isLeader || isAsked || formerName == nil || formerName == hello.name {
            other = Other(name: hello.name, version: hello.version, leads: hello.leads, leader: hello.leader)
        }
        // Pages say whom this faderd follows.
        defer { if other?.name != formerName, !lead.leads { hub.publishReload(mirror.catalog.generation.number) } }
        switch lead.hear(term: hello.term, leads: hello.leads, run: hello.run) {
        case .nothing: break
        case .newTerm:
            if let reason = await file.write(term: lead.term, leads: declared.leads) {
                log.warning("the term \(lead.term) of \(hello.name) could not be kept: \(reason)")
            }
        case .stoodDown: await standDown(hello)
        }
        guard !lead.leads, hello.leads, hello.term == lead.term, let changes = hello.changes else { return }
        if let own = store.lineage, own != changes.lineage, mark == nil {
            return refuse(
                "\(hello.name) has begun with another state, so what is kept here stays; \"faderctl promote\" leads with it. To follow nevertheless, "
                    + "stop faderd and move \(store.path) away")
        }
        refusal = nil
        let isFirst = mark == nil && upToDate == nil
        let generation = mirror.catalog.generation
        let isComplete = await adopt(changes)
        // Another configuration may have come into force meanwhile, or since these changes were asked for.
        mark = isComplete && (changes.isWhole || mark != nil) && generation == mirror.catalog.generation ? changes.mark : nil
        guard mark != nil else { return }
        upToDate = moment
        if isFirst { log.notice("has what \(hello.name) has: \(changes.values.count) values\(differences.map { "; \($0)" }.joined())") }
    }

    private func refuse(_ sentence: String) {
        if refusal != sentence { log.error("\(sentence)") }
        refusal = sentence
    }

    private func standDown(_ hello: Hello) async {
        // At once; the rest takes a moment.
        bindings.unbind()
        declared.note(leads: false)
        (mark, upToDate) = (nil, nil)
        log.warning("\(hello.name) leads (term \(hello.term)): this faderd drives nothing from now on, and keeps what \(hello.name) has")
        if let reason = await file.write(term: lead.term, leads: false) {
            log.error("it could not be saved that \(hello.name) leads, so this faderd would lead after a restart: \(reason)")
        }
        await changeRole()
    }

    /// Changes the role, again and again until it succeeds: the MIDI thread may have too many requests.
    private func changeRole() async {
        for _ in 0..<100 {
            do throws(ServiceError) { return try await configurations.changeRole() } catch {
                log.debug("the role is not in force yet: \(error.problem.detail)")
                await Owner.sleep(for: .milliseconds(20))
            }
        }
        log.error("the MIDI thread does not take the configuration: restart faderd")
    }

    // MARK: Requests

    private func answer(_ body: [UInt8]) async throws(ServiceError) -> [UInt8] {
        guard let hello = await SeparateThread.run({ Hello(body) }) else {
            throw .malformed(
                "the body must be what another faderd says of itself: this path is for two machines with \"follow\" in one config")
        }
        guard hello.run != lead.run else { throw .conflict("this faderd cannot follow itself") }
        await turns.lock()
        defer { turns.unlock() }
        let now = ContinuousClock.now
        await hear(hello, at: now)
        guard lead.leads, !hello.leads else { return self.hello(mark: mark).json }
        var answer = self.hello(mark: nil)
        answer.changes = await changes(since: hello.mark)
        if hello.mark != nil { upToDate = now }
        let complete = answer
        return await SeparateThread.run { complete.json }
    }

    func promote(force: Bool) async throws(ServiceError) -> PromoteResource {
        await turns.lock()
        defer { turns.unlock() }
        let behind = behind
        guard !lead.leads else { return PromoteResource(term: lead.term, former: nil, outcome: .already, behind: nil) }
        guard
            force || upToDate != nil || store.lineage != nil
                || remembered.values.values.contains(where: { mirror.catalog.items[$0.key] != nil })
        else {
            throw .conflict(
                "this faderd has never heard its leader and keeps no values, so everything would begin with its default; \"faderctl promote --force\" "
                    + "does that")
        }
        guard let next = lead.promoted else {
            throw .conflict(
                "there is no higher term than \(lead.term): stop both machines, and delete the file lead beside the state of each")
        }
        // On the disk before anything is driven: what the leader had, and that this one leads. After a power failure it still does.
        if case .failed(let reason) = await store.flush(within: .milliseconds(500)) { log.error("\(reason)") }
        if let reason = await file.write(term: next.term, leads: true) {
            let sentence = "it cannot be kept that this faderd leads: \(reason)"
            guard force else {
                throw .unavailable("\(sentence). So it does not; \"faderctl promote --force\" leads until the next start")
            }
            log.error("\(sentence)")
        }
        let former = other?.name
        (lead, mark, otherMark, refusal) = (next, nil, nil, nil)
        declared.note(leads: true)
        log.notice("this faderd leads now (term \(lead.term))")
        let telling = asking.map { asking in Owner.start { [weak self] in await self?.tell(asking.spec) ?? false } }
        await changeRole()
        let outcome = await Self.answer(of: telling, within: .seconds(1)) ? PromoteResource.Outcome.stoodDown : .silent
        upToDate = nil
        return PromoteResource(term: lead.term, former: former, outcome: outcome, behind: behind)
    }

    /// Tells the former leader. True if it drives nothing any more.
    private func tell(_ spec: FollowSpec) async -> Bool {
        guard case .success(let key) = await SeparateThread.run({ spec.key.secret() }) else { return false }
        let result = await MachineRequest.post(
            hello(mark: nil).json, to: spec.host, port: spec.port, path: Routes.follow.path(), key: key, within: Self.patience)
        guard case .success(let bytes) = result, let answer = Hello(bytes) else { return false }
        return !answer.leads
    }

    private static func answer(of task: Task<Bool, Never>?, within limit: Duration) async -> Bool {
        guard let task else { return false }
        return await withCheckedContinuation { continuation in
            var isOver = false
            func end(_ result: Bool) {
                guard !isOver else { return }
                isOver = true
                continuation.resume(returning: result)
            }
            Owner.start { end(await task.value) }
            Owner.start {
                await Owner.sleep(for: limit)
                end(false)
            }
        }
    }

    var endpoints: [Endpoint] {
        [
            .on(Routes.follow) { [self] _, body, _ throws(ServiceError) in RawJSON(try await answer(body.bytes)) },
            .on(Routes.promote) { [self] _, request, _ throws(ServiceError) in try await promote(force: request.force ?? false) },
        ]
    }
}
