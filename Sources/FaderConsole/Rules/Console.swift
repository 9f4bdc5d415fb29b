public import FaderModel

/// The whole state of the desk: every parameter's value, every control's state, and the rules between them.
///
/// It has no clock, and its only input and output is the port passed in. Times are arguments, and the next time at which something is due
/// is a result. Owned by the MIDI thread; nothing here allocates once it is made.
public final class Console {
    private var state: ConsoleState

    /// A console with every parameter at its stored value, or its default where `values` has nil. Values are clamped, and ends of ranges
    /// kept apart.
    ///
    /// - Parameters:
    ///   - mappings: what each control drives, all surfaces in a row; nil: what the configuration says.
    ///   - spare: how many more parameters can be opened.
    public init(_ configuration: Configuration, values: [Double?] = [], mappings: [Mapping]? = nil, spare: Int = 0) {
        state = ConsoleState(configuration, values: values, mappings: mappings, spare: spare)
    }

    /// Takes one message of a surface: decodes it, moves the parameter, and sends what follows from it.
    ///
    /// - Returns: the control it belongs to, or nil where nothing is mapped to it.
    @discardableResult
    public func handle(_ message: MIDIMessage, from surface: SurfaceIndex, at now: MonotonicTime, port: any MIDIPort) -> ControlIndex? {
        state.handle(message, from: surface, at: now, port: port)
    }

    /// Takes a piece of the system exclusive messages of a surface, and hands over each message that it completes. A piece may begin and end
    /// anywhere; broken messages are dropped and counted.
    public func take(_ piece: Span<UInt8>, from surface: SurfaceIndex, at now: MonotonicTime, complete: (Span<UInt8>) -> Void) {
        state.take(piece, from: surface, at: now, complete: complete)
    }

    /// Holds feedback back until `endBatch`, so that a burst of input is answered with the newest positions only. A control with echo
    /// `immediate` is still answered at every move.
    public func beginBatch() { state.beginBatch() }

    /// Sends the feedback of the batch, once to each control.
    public func endBatch(at now: MonotonicTime, port: any MIDIPort) { state.endBatch(at: now, port: port) }

    /// Does what the async world asked for.
    ///
    /// - Parameter terms: what it is part of, and what it depends on.
    public func handle(_ command: Command, under terms: Terms = Terms(), at now: MonotonicTime, port: any MIDIPort) -> Outcome {
        state.handle(command, under: terms, at: now, port: port)
    }

    /// Does one step of an act; `.generation` is up to the caller. Nothing is allocated, and the time it takes depends on the controls that
    /// change alone.
    public func patch(_ patch: Patch, at now: MonotonicTime, port: any MIDIPort) {
        switch patch {
        case .close(let parameter): state.close(parameter)
        case .open(let parameter, let opening, let generation): state.open(parameter, opening, since: generation)
        case .suspend(let parameter): state.suspend(parameter)
        case .reopen(let parameter, let opening, let generation):
            state.reopen(parameter, opening, since: generation, at: now, port: port)
        case .bind(let control, let mapping): state.bind(control, mapping, at: now, port: port)
        case .generation: break
        }
    }

    /// Whether requests of a generation can name a parameter: it is open, and was not opened later.
    public func isOpen(_ parameter: ParameterIndex, in generation: Generation) -> Bool { state.isOpen(parameter, in: generation) }

    /// The next moment at which `advance` has something to do; `.never` while nothing moves.
    public var nextDeadline: MonotonicTime { state.nextDeadline }

    /// Does what is due: ends hold-offs, takes held MSBs alone, moves glides on, tries busy readers again.
    public func advance(to now: MonotonicTime, port: any MIDIPort) { state.advance(to: now, port: port) }

    /// Whether output waits for room: if so, poll for POLLOUT. Busy readers do not count: they are tried again at `nextDeadline`.
    public var isBlocked: Bool { state.isBlocked }

    /// There is room again: sends every waiting control its newest position.
    public func writable(at now: MonotonicTime, port: any MIDIPort) { state.writable(at: now, port: port) }

    /// Takes over a surface's current connections. A surface that appears is sent the state of every mapped control.
    public func connected(_ surface: SurfaceIndex, _ connections: Connections, at now: MonotonicTime, port: any MIDIPort) {
        state.connected(surface, connections, at: now, port: port)
    }

    /// Input was dropped, so what fingers and faders did meanwhile is unknown: touches become hold-offs, and every motor is sent
    /// its parameter's position, those under a moving hand when it rests.
    public func overrun(at now: MonotonicTime, port: any MIDIPort) { state.overrun(at: now, port: port) }

    /// Takes over from the console of the previous configuration: values (clamped to the new ranges, ends kept apart), connections, hands
    /// on faders, glides (over the time they have left), decisions. Moves the motors whose position the new configuration changes. Called
    /// once, on the MIDI thread.
    public func adopt(_ old: Console, _ continuity: Continuity, at now: MonotonicTime, port: any MIDIPort) {
        state.adopt(&old.state, continuity, at: now, port: port)
    }
}

extension Console {
    /// Counts since the daemon started.
    public var statistics: Statistics { state.statistics }

    /// The indices of the surfaces.
    public var surfaceIndices: Range<SurfaceIndex> { state.surfaceIndices }

    /// The connections of a surface.
    public func connections(of surface: SurfaceIndex) -> Connections { state.connections(of: surface) }

    /// The value of a parameter now.
    public func value(of parameter: ParameterIndex) -> Double { state.value(of: parameter) }

    /// The other end of a range; nil where the parameter is no end of one.
    public func partner(of parameter: ParameterIndex) -> ParameterIndex? { state.partner(of: parameter) }

    /// The parameter that a control drives now; nil for none. If it drives the nearer end of a range, this is the end it drove last.
    public func parameter(drivenBy control: ControlIndex) -> ParameterIndex? { state.parameter(drivenBy: control) }

    /// A parameter as it is now.
    public func report(of parameter: ParameterIndex) -> ParameterReport { state.report(of: parameter) }

    /// The decisions about a parameter, newest first; nil behind the oldest.
    public func decision(of parameter: ParameterIndex, back: Int) -> Decision? { state.decision(of: parameter, back: back) }

    /// The next parameter that changed since it was last reported, as it is now. Parameters that changed again under another number come
    /// first, as they were under the earlier number: so changes with one number are joined, and those with different numbers are not.
    public func nextReport() -> ParameterReport? { state.nextReport() }

    /// The report of a parameter that changed since it was last reported: to be taken before its slot is closed, after all of
    /// `nextPassedReport`.
    public func lastReport(of parameter: ParameterIndex) -> ParameterReport? { state.lastReport(of: parameter) }

    /// The most reports that can wait for `nextPassedReport`.
    public static var mostPassedReports: Int { ReportQueue.capacity }

    /// As `nextReport`, but only for parameters that changed again since, under another number.
    public func nextPassedReport() -> ParameterReport? { state.passed.pop() }

    /// The next control that a hand came to or left since it was last reported, as it is now.
    public func nextHand() -> HandReport? { state.nextHand() }

    /// Whether `nextReport` or `nextHand` has one.
    public var hasReport: Bool { state.hasReport }

    /// The next thing a person should be told.
    public func nextNotice() -> Notice? { state.nextNotice() }

    /// Whether `nextNotice` has one.
    public var hasNotice: Bool { state.hasNotice }
}
