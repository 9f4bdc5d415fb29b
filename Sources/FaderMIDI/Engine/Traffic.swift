public import FaderConsole
public import FaderValues

/// What the async world asks of the MIDI thread. Plain values: they cross a ring.
struct Request: Sendable, BitwiseCopyable {
    enum Kind: Sendable, BitwiseCopyable {
        /// Change a parameter of the configuration with this generation, on these terms.
        case command(Command, Terms, generation: Generation)
        /// Report the decisions about a parameter.
        case explain(parameter: ParameterIndex, generation: Generation)
        /// Report which parameter a control drives; for a range, one of its ends.
        case driven(control: ControlIndex, generation: Generation)
        /// Show another page or bank.
        case show(DeckRequest, deck: DeckIndex, generation: Generation)
        /// Report which controls wait to take hold of their parameters, from this one on.
        case takeovers(first: ControlIndex, generation: Generation)
        /// Report counts and latency.
        case statistics
        /// Report everything that has changed.
        case settle
        /// Report every message, or stop doing so.
        case monitor(Bool)
        /// Show something beside the controls of a surface. There is no answer.
        case panel(PanelUpdate, generation: Generation)
        /// Make the device of a surface start again.
        case reset(SurfaceIndex, generation: Generation)
        case lend(ControlIndex, Console.Loan, generation: Generation)
        /// Borrow the next control that moves, to be learned; nil: no more.
        case learn(Console.Lesson?, generation: Generation)
        /// Send the messages of a trigger, from this one on.
        case dispatch(Int, from: Int, generation: Generation)
        /// Adopt the new console in `EngineLink.handover`.
        case swap
        /// Give lamps the values in `EngineLink.lights`.
        case relight(generation: Generation)
        /// Report the last changes, close the port, and end.
        case stop
    }

    var ticket: UInt64
    var kind: Kind
}

/// What the MIDI thread reports. Plain values: they cross a ring, in order.
enum EngineReport: Sendable, BitwiseCopyable {
    case changed(ParameterReport, generation: Generation)
    case hand(HandReport, generation: Generation)
    case deck(DeckReport, generation: Generation)
    case glide(GlideReport, generation: Generation)
    case tie(TieReport, generation: Generation)
    /// The changes so far are complete: everything that changed together has been reported.
    case settled
    /// The configuration of this generation is in force. All earlier changes have been reported.
    case swapped(generation: Generation)
    case answer(ticket: UInt64, Outcome)
    /// The request was about a configuration that is no longer in force, or a swap could not be done yet.
    case stale(ticket: UInt64)
    case decision(ticket: UInt64, Decision)
    /// The parameter; nil if there is none.
    case driven(ticket: UInt64, ParameterIndex?)
    case takeovers(ticket: UInt64, TakeoverStates)
    /// How many messages have been sent; nil: the surface is not there.
    case dispatched(ticket: UInt64, Int?)
    case statistics(ticket: UInt64, EngineStatistics)
    case done(ticket: UInt64)
    case notice(Notice)
    case surface(SurfaceIndex, Connections, generation: Generation)
    case monitored(MonitoredMessage)
    case lost(Int32)

    /// Whether it belongs to what a client shows: then `settled` follows it.
    var isPartOfPicture: Bool {
        switch self {
        case .changed, .hand, .deck, .glide: true
        default: false
        }
    }

    /// Whether somebody waits for it or should get it at once.
    var isUrgent: Bool {
        switch self {
        case .monitored: false
        default: true
        }
    }
}

/// What the MIDI thread reports without being asked, passed to the handler of an `EngineReports`.
public enum EngineEvent: Sendable {
    /// A parameter changed. Its index belongs to the configuration of that generation.
    case changed(ParameterReport, generation: Generation)
    /// A hand came to a control or left it. Its indices belong to the configuration of that generation, in which no control has a hand on
    /// it until this says so.
    case hand(HandReport, generation: Generation)
    /// A deck in the configuration of that generation shows something else: bank, page or modifiers.
    case deck(DeckReport, generation: Generation)
    /// A glide of a parameter began or ended. In a new configuration there are no glides until this says so.
    case glide(GlideReport, generation: Generation)
    /// How a member or a group stands, for the state file. It is reported before the changes that follow from it.
    case tie(TieReport, generation: Generation)
    /// The changes so far are complete: everything that changed together has been reported.
    case settled
    /// A request is about to be answered: everything that it changed has been reported.
    case answering
    /// The configuration of this generation is in force: earlier events belong to the previous one, later events to this one.
    case swapped(generation: Generation)
    /// A surface came, went, has other connections, or its device began or stopped answering.
    case surface(SurfaceIndex, Connections, generation: Generation)
    /// Something that people should know.
    case notice(Notice)
    /// A message passed, while monitoring; `bytes` are those of a system exclusive message.
    case monitored(MonitoredMessage, bytes: [UInt8])
    /// The port is gone for good (errno).
    case lost(Int32)
}

/// One message that came in or went out.
public struct MonitoredMessage: Sendable, BitwiseCopyable, Equatable {
    /// When it passed.
    public var time: MonotonicTime
    /// Index of the surface in the configuration of `generation`.
    public var surface: SurfaceIndex
    /// The configuration that the index belongs to.
    public var generation: Generation
    /// True: from the device; false: to it.
    public var isInput: Bool
    /// The message.
    public var content: MessageContent
    /// How many messages were left out before this one, because they were not read in time.
    public var missed: UInt64
}

/// Counts and latency of the MIDI thread.
public struct EngineStatistics: Sendable, BitwiseCopyable, Equatable {
    /// Counts of messages.
    public var counts: Statistics
    /// From the return of the poll or read to the last feedback sent for its input, in nanoseconds.
    public var latency: LatencySummary

    /// The statistics of an engine that has done nothing.
    public static let none = EngineStatistics(
        counts: Statistics(), latency: LatencySummary(count: 0, p50: 0, p99: 0, maximum: 0))
}
