internal import FaderAPI
internal import FaderConsole
internal import FaderMIDI
internal import FaderServer
internal import FaderSystem
internal import FaderValues

/// Which fader is this: the controls that show a parameter are borrowed for a moment.
extension Loans {
    /// How far a motor moves to either side, as a part of its travel.
    private static let distance = 0.06
    /// How often it does so, and how long it stays at each side.
    private static let (times, pause) = (3, Duration.milliseconds(120))

    /// Blinks lamps, turns rings and wiggles motors that show a parameter, and puts them back. Meanwhile the controls drive nothing. Throws
    /// `conflict` if a hand is on the parameter, or if nothing that is there shows it.
    func identify(_ id: String, in session: SessionID) async throws(ServiceError) -> IdentifyResource {
        let picture = mirror.picture
        let parameters = Set(try mirror.state(of: id).reports.map(\.parameter))
        guard parameters.isDisjoint(with: picture.hands.touched) else {
            throw .conflict("a hand is on \(id); try again when it has let go")
        }
        let catalog = picture.catalog
        var shown: [(control: Control, isMotor: Bool)] = []
        for control in catalog.mappings.rowIndices {
            let (surface, spec) = catalog.control(control)
            // A program would take what its control is sent for a value.
            guard spec.echo != .never, let binding = catalog.binding(of: control, under: picture.hands), let parameter = binding.parameter,
                parameters.contains(parameter), spec.motor != nil
            else { continue }
            let one = Control(surface: surface.name, id: spec.id)
            let isMotor = !ButtonRule.isButton(spec) && spec.encoder == nil && spec.ring == nil
            if owners[one] == nil { shown.append((one, isMotor)) }
        }
        let still = shown.filter(\.isMotor).compactMap { motorsOff(on: $0.control.surface) }.first
        shown.removeAll { $0.isMotor && motorsOff(on: $0.control.surface) != nil }
        if shown.isEmpty, let still { throw .conflict(still) }
        for one in shown { owners[one.control] = session }
        var seen: Set<Control> = []
        do throws(ServiceError) {
            for one in shown { try await lend(one.control, .begin) }
            for step in 0..<2 * Self.times {
                for one in shown where owners[one.control] == session {
                    let side = step % 2 == 0 ? 1.0 : -1
                    let loan: Console.Loan = one.isMotor ? .home(beside: side * Self.distance) : .drive(Position(max(side, 0)))
                    if try await lend(one.control, loan) { seen.insert(one.control) }
                }
                if seen.isEmpty { break }
                await Owner.sleep(for: Self.pause)
            }
        } catch {
            await giveBack(shown.map(\.control).filter { giveBack($0, by: session) })
            throw error
        }
        // Their motors go home while the answer is on its way.
        Owner.start { [self] in await giveBack(shown.map(\.control).filter { giveBack($0, by: session) }) }
        guard !seen.isEmpty else {
            throw .conflict("no control that is there shows \(id) by a motor, a ring or a lamp now; perhaps another bank or page does")
        }
        return IdentifyResource(controls: shown.map(\.control).filter(seen.contains).map(\.name))
    }
}
