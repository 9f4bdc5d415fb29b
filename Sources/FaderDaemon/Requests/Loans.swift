public import FaderAPI
internal import FaderConsole
internal import FaderEngine
internal import FaderLoops
internal import FaderModel
public import FaderServer
internal import Logging

/// Which sessions have borrowed which controls, by name, because a reload may give a control another index.
struct Loans {
    struct Control: Hashable {
        let surface: String
        let id: String
        /// As `desk fader.1`.
        var name: String { "\(surface) \(id)" }
    }

    private var owners: [Control: SessionID] = [:]

    /// Notes who has a control; false if somebody else has it.
    mutating func take(_ control: Control, by session: SessionID) -> Bool {
        if let owner = owners[control], owner != session { return false }
        owners[control] = session
        return true
    }

    /// Notes that a session gives a control back; false if it does not have it.
    mutating func giveBack(_ control: Control, by session: SessionID) -> Bool {
        guard owners[control] == session else { return false }
        owners[control] = nil
        return true
    }

    /// Forgets the controls that a reload has removed: if they come back, nobody has them.
    mutating func keep(onlyIn names: Set<String>) { owners = owners.filter { names.contains($0.key.name) } }

    /// The controls that any session has.
    var controls: [Control] { Array(owners.keys) }

    /// The same, as `desk fader.1`.
    var names: Set<String> { Set(controls.map(\.name)) }

    /// Whether any session has a control.
    func isTaken(_ control: Control) -> Bool { owners[control] != nil }

    /// The controls that a session has.
    func controls(of session: SessionID) -> [Control] { owners.filter { $0.value == session }.map(\.key) }

    /// Whether a session has any control.
    func holds(_ session: SessionID) -> Bool { owners.values.contains(session) }
}

extension Daemon {
    /// Borrows a control of a surface for a session, drives its motor, or gives it back. `unknownSurface`, `unknownControlOf`; `conflict`
    /// if another session has it, if it cannot be driven, or if this session gives back what it has not borrowed; `refused` for a position
    /// beyond 0…1.
    public func borrow(_ request: LoanRequest, of surface: String, in session: SessionID) async throws(ServiceError) -> LoanResource {
        if let position = request.position, !(0...1).contains(position) {
            throw .refused("a position is a number from 0 to 1, for example 0.7")
        }
        let control = Loans.Control(surface: surface, id: request.control)
        let spec = try spec(of: control)
        if request.end == true {
            guard loans.giveBack(control, by: session) else {
                throw .conflict("\(surface) \(request.control) is not borrowed in this session")
            }
            try await end([control])
            return LoanResource(surface, spec)
        }
        guard request.position == nil || spec.hasMotor else {
            throw .conflict("\(surface) \(request.control) has no motor")
        }
        guard loans.take(control, by: session) else {
            throw .conflict("\(surface) \(request.control) is borrowed in another session; try again when that has ended")
        }
        guard try await lend(control, .begin) else {
            _ = loans.giveBack(control, by: session)
            throw .conflict("\(surface) \(request.control) cannot be borrowed")
        }
        if let position = request.position, try await !lend(control, .drive(Position(position))) {
            throw .conflict("\(surface) takes no messages now, so the motor of \(request.control) stays where it is; is it plugged in?")
        }
        return LoanResource(surface, spec)
    }

    private func spec(of control: Loans.Control) throws(ServiceError) -> ControlSpec {
        let surfaces = desk.mirror.catalog.configuration.surfaces
        guard let surface = surfaces.first(where: { $0.name == control.surface }) else {
            throw .unknownSurface(control.surface, suggestion: Suggester.nearest(to: control.surface, among: surfaces.map(\.name)))
        }
        guard let spec = surface.controls.first(where: { $0.id == control.id }) else {
            throw .unknownControlOf(
                surface: control.surface, control.id, suggestion: Suggester.nearest(to: control.id, among: surface.controls.map(\.id)))
        }
        return spec
    }

    /// False if the control is not there, or cannot do that.
    @discardableResult
    private func lend(_ control: Loans.Control, _ loan: Console.Loan) async throws(ServiceError) -> Bool {
        while true {
            let catalog = desk.mirror.catalog
            guard let index = catalog.controlNames.firstIndex(of: control.name) else { return false }
            let isDone = try await engine.asked {
                try await $0.lend(ControlIndex(index), loan, generation: catalog.generation)
            }
            // If not, another configuration may be in force by now.
            if isDone || desk.mirror.catalog.generation == catalog.generation { return isDone }
        }
    }

    /// Lets controls drive their parameters again once their motors have had time to go home, except those that somebody has borrowed
    /// meanwhile.
    private func end(_ controls: [Loans.Control]) async throws(ServiceError) {
        var isAnyMoving = false
        for control in controls where (try? spec(of: control).hasMotor) == true {
            if try await lend(control, .home) { isAnyMoving = true }
        }
        if isAnyMoving { await Owner.sleep(for: .milliseconds(500)) }
        for control in controls where !loans.isTaken(control) {
            try await lend(control, .end)
            // Somebody may have borrowed it in between.
            if loans.isTaken(control) { try await lend(control, .begin) }
        }
    }

    /// Makes the controls that were borrowed before a reload drive nothing again: one that has other messages now is a new one to the console.
    func lendAgain() async {
        do throws(ServiceError) {
            for control in loans.controls {
                try await lend(control, .begin)
                // It may have been given back in between.
                if !loans.isTaken(control) { try await lend(control, .end) }
            }
        } catch {
            // This only happens when the daemon is shutting down.
            log.debug("what is borrowed drives its parameters after the reload: \(error.problem.detail)")
        }
    }

    /// Gives back everything that a session had borrowed when it ended.
    func endLoans(of session: SessionID) async {
        do throws(ServiceError) {
            try await end(loans.controls(of: session).filter { loans.giveBack($0, by: session) })
        } catch {
            // This only happens when the daemon is shutting down.
            log.debug("what a session had borrowed is not given back: \(error.problem.detail)")
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
    /// Whether anything moves when it is driven. On an encoder, only the ring would change.
    fileprivate var hasMotor: Bool { motor != nil && encoder == nil }
}

extension Daemon {
    /// Borrowed controls.
    var loanEndpoints: [Endpoint] {
        [
            .on(Routes.borrowControl) { [self] call, ask, caller throws(ServiceError) in
                try await borrow(ask, of: call.id, in: caller.session)
            }
        ]
    }
}
