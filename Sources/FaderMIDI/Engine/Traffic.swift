public import FaderConsole
public import FaderValues

/// What the async world asks of the MIDI thread. Plain values: they cross a ring.
struct Request: Sendable, BitwiseCopyable {
    enum Kind: Sendable, BitwiseCopyable {
        case command(Command, Terms, generation: Generation)
        case explain(parameter: ParameterIndex, generation: Generation)
        /// Report which parameter a control drives; for a range, one of its ends.
        case driven(control: ControlIndex, generation: Generation)
        case show(DeckRequest, deck: DeckIndex, generation: Generation)
        /// Report which controls wait to take hold of their parameters, from `first` on.
        case takeovers(first: ControlIndex, generation: Generation)
        case statistics
        case settle
        case monitor(Bool)
        /// Show something beside the controls of a surface. There is no answer.
        case panel(PanelUpdate, generation: Generation)
        case reset(SurfaceIndex, generation: Generation)
        case lend(ControlIndex, Console.Loan, generation: Generation)
        /// Borrow the next control that moves, to be learned; nil: no more.
        case learn(Console.Lesson?, generation: Generation)
        case dispatch(Int, from: Int, generation: Generation)
        /// Adopt the new console in `EngineLink.handover`.
        case swap
        /// Give lamps the values in `EngineLink.lights`.
        case relight(generation: Generation)
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
    /// The configuration is no longer in force, or a swap could not be done yet.
    case stale(ticket: UInt64)
    case decision(ticket: UInt64, Decision)
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

    /// Whether a client shows it: then `settled` follows.
    var isPartOfPicture: Bool {
        switch self {
        case .changed, .hand, .deck, .glide: true
        default: false
        }
    }

    var isUrgent: Bool {
        switch self {
        case .monitored: false
        default: true
        }
    }
}

/// What the MIDI thread reports unasked. Indices belong to the configuration of the `generation` beside them.
public enum EngineEvent: Sendable {
    case changed(ParameterReport, generation: Generation)
    /// A hand came to a control or left it. In a new configuration no control has one until this says so.
    case hand(HandReport, generation: Generation)
    /// A deck shows another bank, page or modifiers.
    case deck(DeckReport, generation: Generation)
    /// A glide began or ended. In a new configuration there are none until this says so.
    case glide(GlideReport, generation: Generation)
    /// How a member or a group stands, for the state file. Comes before the changes that follow from it.
    case tie(TieReport, generation: Generation)
    /// The changes so far are complete: everything that changed together has been reported.
    case settled
    /// A request is about to be answered: all that it changed has been reported.
    case answering
    /// Earlier events belong to the previous configuration, later ones to this.
    case swapped(generation: Generation)
    /// A surface came, went, has other connections, or its device began or stopped answering.
    case surface(SurfaceIndex, Connections, generation: Generation)
    case notice(Notice)
    /// `bytes` are those of a system exclusive message.
    case monitored(MonitoredMessage, bytes: [UInt8])
    /// The port is gone for good (errno).
    case lost(Int32)
}

public struct MonitoredMessage: Sendable, BitwiseCopyable, Equatable {
    public var time: MonotonicTime
    /// Index of the surface in the configuration of `generation`.
    public var surface: SurfaceIndex
    public var generation: Generation
    /// True: from the device; false: to it.
    public var isInput: Bool
    public var content: MessageContent
    /// How many before it were left out because they were not read in time.
    public var missed: UInt64
}

public struct EngineStatistics: Sendable, BitwiseCopyable, Equatable {
    public var counts: Statistics
    /// From the return of the poll or read to the last feedback sent for its input, in nanoseconds.
    public var latency: LatencySummary

    public static let none = EngineStatistics(
        counts: Statistics(), latency: LatencySummary(count: 0, p50: 0, p99: 0, maximum: 0))
}
