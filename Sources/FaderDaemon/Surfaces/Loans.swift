public import FaderAPI
internal import FaderConsole
internal import FaderMIDI
public import FaderServer
public import FaderSystem
internal import FaderValues
internal import Logging

/// The controls that programs have borrowed: they drive nothing, and the program moves their motors. If a bank or reload gives one another
/// parameter meanwhile, it drives that once it is given back.
@Owner
public final class Loans: Subject {
    struct Control: Hashable {
        let surface: String
        let id: String
        /// The surface and the control, such as `desk fader.1`.
        var name: String { "\(surface) \(id)" }
    }

    /// Who has borrowed each control. It is known by name, because a reload may give controls another index.
    var owners: [Control: SessionID] = [:]

    /// The present lesson, with the controls that it has borrowed so far.
    private var lesson: (session: SessionID, request: LessonRequest, controls: [Control])?

    var names: Set<String> { Set(owners.keys.map(\.name)) }

    func holds(_ session: SessionID) -> Bool { owners.values.contains(session) || lesson?.session == session }

    /// Borrows a control for a session, drives its motor, or gives it back. Throws `conflict` if another session has it, if it cannot be
    /// driven, or if this session has not borrowed what it gives back; `refused` for a position beyond 0…1.
    public func borrow(_ request: LoanRequest, of surface: String, in session: SessionID) async throws(ServiceError) -> LoanResource {
        if let position = request.position, !(0...1).contains(position) {
            throw .refused("a position is a number from 0 to 1, for example 0.7")
        }
        if let channel = request.channel, !(1...16).contains(channel) { throw .refused("a channel is a number from 1 to 16") }
        let control = Control(surface: surface, id: request.control)
        let spec = try spec(of: control)
        if request.end == true {
            guard giveBack(control, by: session) else {
                throw .conflict("\(surface) \(request.control) is not borrowed in this session")
            }
            try await end([control])
            return LoanResource(surface, spec)
        }
        guard request.position == nil || spec.hasMotor else {
            throw .conflict("\(surface) \(request.control) has no motor")
        }
        if request.position != nil, spec.isMotor, let reason = motorsOff(on: surface) { throw .conflict(reason) }
        guard owners[control] ?? session == session else {
            throw .conflict("\(surface) \(request.control) is borrowed in another session; try again when that has ended")
        }
        owners[control] = session
        guard try await lend(control, .begin) else {
            giveBack(control, by: session)
            throw .conflict("\(surface) \(request.control) cannot be borrowed")
        }
        let channel = request.channel.map { UInt8($0 - 1) }
        if let position = request.position, try await !lend(control, .drive(Position(position), channel: channel)) {
            throw .conflict("\(surface) takes no messages now, so the motor of \(request.control) stays where it is; is it plugged in?")
        }
        return LoanResource(surface, spec)
    }

    /// Why the motors of a surface are off, as a sentence; nil if they may move.
    func motorsOff(on surface: String) -> String? {
        let spec = mirror.catalog.configuration.surfaces.first { $0.name == surface }
        return spec.flatMap { mirror.picture.motorsOff(of: $0) }.map {
            "the motors of \(surface) are off; \"faderctl set \($0) on\" lets them move"
        }
    }

    /// False if the session does not have the control.
    @discardableResult
    func giveBack(_ control: Control, by session: SessionID) -> Bool {
        guard owners[control] == session else { return false }
        owners[control] = nil
        return true
    }

    override init(_ commands: Commands) {
        super.init(commands)
        followers.add { [weak self] event in
            guard case .learned(let control) = event, let self else { return }
            learned(mirror.catalog.control(control))
        }
    }

    // MARK: Lessons

    /// Begins or ends a lesson, which borrows the next control that moves. Throws `conflict` while another session has a lesson, or if this
    /// session ends one that it has not begun.
    public func learn(_ request: LessonRequest, in session: SessionID) async throws(ServiceError) -> LessonResource {
        guard lesson?.session ?? session == session else {
            throw .conflict("a control is being learned in another session; try again when that has ended")
        }
        let controls = lesson?.controls ?? []
        if request.end == true {
            guard lesson != nil else { throw .conflict("no control is being learned in this session") }
            lesson = nil
            try await arm()
            try await end(controls.filter { giveBack($0, by: session) })
            return LessonResource(controls: controls.map(\.name))
        }
        if let surface = request.surface, mirror.catalog.configuration.surface(named: surface) == nil {
            throw mirror.unknownSurface(surface)
        }
        lesson = (session, request, controls)
        try await arm()
        return LessonResource(controls: (lesson?.controls ?? controls).map(\.name))
    }

    private func arm() async throws(ServiceError) {
        while true {
            let catalog = mirror.catalog
            let wanted = lesson.map { lesson in
                Console.Lesson(
                    surface: lesson.request.surface.flatMap { catalog.configuration.surface(named: $0) },
                    isOfAll: lesson.request.all == true)
            }
            if try await engine.asked({ try await $0.learn(wanted, generation: catalog.generation) }) { return }
        }
    }

    /// A control was moved for a lesson. It drives nothing from now on.
    private func learned(_ control: (surface: SurfaceSpec, spec: ControlSpec)) {
        let control = Control(surface: control.surface.name, id: control.spec.id)
        guard owners[control] == nil else { return }
        guard let session = lesson?.session else {
            // The lesson has just ended.
            Owner.start { [self] in await giveBack([control]) }
            return
        }
        owners[control] = session
        lesson?.controls.append(control)
    }

    /// `end(of:)` gives back what the session had borrowed.
    func endLesson(of session: SessionID) {
        guard lesson?.session == session else { return }
        lesson = nil
        Owner.start { [self] in
            do throws(ServiceError) { try await arm() } catch {
                // This only happens when the daemon is shutting down.
                log.debug("learning could not be ended: \(error.problem.detail)")
            }
        }
    }

    // MARK: The MIDI thread

    private func spec(of control: Control) throws(ServiceError) -> ControlSpec {
        guard let surface = mirror.catalog.configuration.surfaces.first(where: { $0.name == control.surface }) else {
            throw mirror.unknownSurface(control.surface)
        }
        guard let spec = surface.controls.first(where: { $0.id == control.id }) else {
            throw .unknownControlOf(
                surface: control.surface, control.id, suggestion: Suggester.nearest(to: control.id, among: surface.controls.map(\.id)))
        }
        return spec
    }

    /// False if the control is not there, or cannot do that.
    @discardableResult
    func lend(_ control: Control, _ loan: Console.Loan) async throws(ServiceError) -> Bool {
        while true {
            let catalog = mirror.catalog
            guard let index = catalog.controlNames.firstIndex(of: control.name) else { return false }
            let isDone = try await engine.asked {
                try await $0.lend(ControlIndex(index), loan, generation: catalog.generation)
            }
            // If not, another configuration may be in force by now.
            if isDone || mirror.catalog.generation == catalog.generation { return isDone }
        }
    }

    /// Controls drive their parameters again once their motors have had time to go home, except those that somebody borrows meanwhile.
    private func end(_ controls: [Control]) async throws(ServiceError) {
        var isAnyMoving = false
        for control in controls where (try? spec(of: control).isMotor) == true {
            if try await lend(control, .home()) { isAnyMoving = true }
        }
        if isAnyMoving { await Owner.sleep(for: .milliseconds(500)) }
        for control in controls where owners[control] == nil {
            try await lend(control, .end)
            // Somebody may have borrowed it in between.
            if owners[control] != nil { try await lend(control, .begin) }
        }
    }

    /// Lends controls again after a reload, because to the console a control with other messages is a new one. Controls that the reload has
    /// removed are forgotten.
    func lendAgain(in catalog: Catalog) async {
        guard !owners.isEmpty else { return }
        let names = Set(catalog.controlNames)
        owners = owners.filter { names.contains($0.key.name) }
        do throws(ServiceError) {
            for control in Array(owners.keys) {
                try await lend(control, .begin)
                // It may have been given back in between.
                if owners[control] == nil { try await lend(control, .end) }
            }
        } catch {
            // This only happens when the daemon is shutting down.
            log.debug("the borrowed controls drive their parameters after the reload: \(error.problem.detail)")
        }
    }

    func end(of session: SessionID) async {
        await giveBack(owners.filter { $0.value == session }.map(\.key).filter { giveBack($0, by: session) })
    }

    func giveBack(_ controls: [Control]) async {
        do throws(ServiceError) { try await end(controls) } catch {
            // This only happens when the daemon is shutting down.
            log.debug("the controls that a session had borrowed could not be given back: \(error.problem.detail)")
        }
    }
}

extension LoanResource {
    fileprivate init(_ surface: String, _ spec: ControlSpec) {
        let range = spec.inputRange ?? RawRange(spec.input)
        self.init(
            surface: surface, control: spec.id, input: "\(spec.input)", absolute: spec.encoder == nil && !ButtonRule.isButton(spec),
            lowest: Int(range.lowest), highest: Int(range.lowest + range.span), noise: spec.noise, motor: spec.motor.map { "\($0)" },
            touch: spec.touch != nil, echo: spec.echo.rawValue, holdOff: spec.holdOff / .milliseconds(1))
    }
}

extension ControlSpec {
    /// Whether it moves when it is driven. On an encoder, only the ring would change.
    var hasMotor: Bool { motor != nil && encoder == nil }
}

extension Loans {
    var endpoints: [Endpoint] {
        [
            .on(Routes.borrowControl) { [self] call, ask, caller throws(ServiceError) in
                try await borrow(ask, of: call.id, in: caller.session)
            },
            .on(Routes.identifyParameter) { [self] call, _, caller throws(ServiceError) in
                try await identify(call.id, in: caller.session)
            },
            .on(Routes.learnControl) { [self] _, ask, caller throws(ServiceError) in try await learn(ask, in: caller.session) },
        ]
    }
}
