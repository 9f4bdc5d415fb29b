public import FaderValues

/// Everything that is known of the surfaces and what they drive: every parameter's value, every control's state, and the rules between them.
///
/// It has no clock, and its only input and output is the port passed in. Owned by the MIDI thread; nothing here allocates after
/// initialization.
///
/// It is a class because there is one of it, with many methods; in a release build access to its fields is not checked (see Package.swift).
/// A row of a table is changed by its own functions; a rule that needs several rows, or the port, is here. `@inline(never)` marks what an
/// ordinary move does not need, so that it does not pay for its registers and stack.
public final class Console {
    // MARK: Values

    let parameters: Table<ParameterState>
    /// Keeps alive the corners that the scales refer to.
    private let corners: [TaperCorners?]
    /// How the ends of ranges stay apart; each end stores the place of its rule.
    let ranges: [RangeRule]
    /// The change in progress must not push the other end of a range: a glide never does, nor does a gesture while a hand is on the other end.
    var isPushingNothing = false
    /// The change in progress begins a hold, or brings back the value from before it.
    var isHolding = false
    /// How groups and their members stand to each other; each of these parameters stores its place here.
    let ties: Table<Tie>
    /// Ties that changed in a way that has to be kept, and that are not reported yet.
    var unreportedTies: IndexQueue<TieIndex>
    var glides: Glides
    var lastNumber = ChangeNumber.none
    var log: DecisionLog
    var unreported: IndexQueue<ParameterIndex>
    /// Their parameter changed again under another number before they were fetched. Empty whenever `unreported` is.
    var passed = ReportQueue()

    // MARK: Surfaces

    let surfaces: Table<SurfaceState>
    var decks: Decks
    var nextOfSurfaces = MonotonicTime.never
    /// A device began or stopped answering since `popReadinessNews` was last called.
    public internal(set) var hasReadinessNews = false
    var notices = Notices()
    public internal(set) var statistics = Statistics()

    // MARK: Controls

    let controls: Table<ControlState>
    let buttons: Table<ButtonState>
    let lamps: Table<MessageLamp>
    private let dispatches: [(surface: SurfaceIndex?, messages: [DeviceMessage])]
    /// How each control that `takesOver` takes hold of its parameter.
    let takeovers: Table<Takeover>
    /// What is known about the motors of the controls that are `isWatched`.
    let motors: Table<MotorWatch>
    var motorGlides: MotorGlides
    /// For the controls that are `isRebound`, the mappings that wait for a hand to leave.
    var rebound: [Mapping]
    var lists: ControlLists
    var unreportedHands: IndexQueue<ControlIndex>
    var timed: IndexQueue<ControlIndex>
    /// No later than the next deadline of a timed control.
    var nextTimed = MonotonicTime.never
    var waiting: WaitingControls
    /// Borrows the next control that moves; nil: nobody learns one, or it has moved.
    var armed: Lesson?
    var isBatching = false
    var deferred: IndexQueue<ControlIndex>

    /// Values are clamped, and the ends of ranges are kept apart; nil is the default.
    ///
    /// - Parameters:
    ///   - mappings: what each control drives, all surfaces in a row; nil: what the configuration says.
    ///   - table: the configuration's; nil: it is created here.
    ///   - areSet: whether each value was chosen or told; nil: each that `values` has.
    public convenience init(
        _ configuration: Configuration, values: [Double?] = [], areSet: [Bool]? = nil, mappings: [Mapping]? = nil, table: DeckTable? = nil,
        memories: [DeckMemory] = []
    ) {
        self.init(
            configuration, values: values, areSet: areSet, mappings: mappings, table: table, memories: memories,
            makeProtocol: Self.makeProtocol)
    }

    init(
        _ configuration: Configuration, values: [Double?] = [], areSet: [Bool]? = nil, mappings: [Mapping]? = nil, table: DeckTable? = nil,
        memories: [DeckMemory] = [], makeProtocol: ProtocolMaker
    ) {
        let specs = configuration.parameters
        corners = specs.map { TaperCorners(of: $0) }
        let settled = configuration.settled(values)
        parameters = Table(
            specs.indices.map { [corners] index in
                let isSet = areSet?[index] ?? (values.indices.contains(index) && values[index] != nil)
                return ParameterState(specs[index], corners[index], value: settled[index], isSet: isSet)
            })
        ranges = configuration.ranges
        for (index, rule) in ranges.enumerated() {
            parameters[rule.low].range = Int32(truncatingIfNeeded: index)
            parameters[rule.high].range = Int32(truncatingIfNeeded: index)
        }
        let tied = Tie.all(of: specs)
        ties = Table(tied)
        unreportedTies = IndexQueue(capacity: tied.count)
        for place in tied.rowIndices { parameters[tied[place].parameter].tie = Int32(truncatingIfNeeded: place.offset) }
        let controlSpecs = configuration.surfaces.flatMap(\.controls)
        let table = table ?? DeckTable(configuration)
        var decks = Decks(table, memories)
        for link in table.links { parameters[link.parameter].isSelection = true }
        for deck in table.rowIndices { decks.beginInStep(deck, with: parameters) }
        self.decks = decks
        var mappings = mappings ?? controlSpecs.map { Mapping($0) }
        for deck in table.rowIndices {
            for control in table.managed(of: deck) { mappings[control] = decks.mapping(of: control, on: deck) }
        }
        rebound = mappings
        buttons = Table(mappings.map { ButtonState($0) })
        dispatches = configuration.dispatches.map { (configuration.surface(named: $0.surface), $0.messages) }
        takeovers = Table(controlSpecs.map { Takeover($0.takeoverMode) })
        motors = Table(controlSpecs.map { MotorWatch($0) })
        lists = ControlLists(parameters: specs.count, controls: controlSpecs.count)
        let (made, surfaces, lamps) = Self.controls(of: configuration, mappings, makeProtocol)
        var all = made
        motorGlides = MotorGlides(MotorGlides.all(of: configuration.surfaces, &all))
        for surface in configuration.surfaces { if let toggle = surface.motorSwitch { parameters[toggle].switchesMotors = true } }
        controls = Table(all)
        self.lamps = Table(lamps)
        self.surfaces = Table(surfaces)
        log = DecisionLog(parameters: specs.count)
        unreported = IndexQueue(capacity: specs.count)
        glides = Glides(capacity: specs.count)
        waiting = WaitingControls(capacity: all.count)
        timed = IndexQueue(capacity: all.count)
        deferred = IndexQueue(capacity: all.count)
        unreportedHands = IndexQueue(capacity: all.count)
        for control in all.rowIndices {
            lists.add(control, controls[control].binding)
            setUp(control)
        }
        for deck in table.rowIndices {
            for control in table.managed(of: deck) + table.lamps(of: deck) {
                controls[control].indicator.blank = controlSpecs[control.offset].isMotor ? .motor : .lamp
            }
        }
    }

    typealias ProtocolMaker = (SurfaceSpec, SurfaceIndex, _ firstControl: ControlIndex) -> any SurfaceProtocol

    private static func makeProtocol(_ spec: SurfaceSpec, _ surface: SurfaceIndex, _ firstControl: ControlIndex) -> any SurfaceProtocol {
        guard let kind = spec.speaks.kind as? any SpokenProtocol else { preconditionFailure("nobody speaks \(spec.speaks.kind.word)") }
        return kind.conversation(with: spec, surface, firstControl: firstControl)
    }

    private static func controls(
        of configuration: Configuration, _ mappings: [Mapping], _ makeProtocol: ProtocolMaker
    ) -> ([ControlState], [SurfaceState], [MessageLamp]) {
        var (all, lamps): ([ControlState], [MessageLamp]) = ([], [])
        let surfaces = zip(configuration.surfaces.rowIndices, configuration.surfaces).map { index, surface in
            let first = ControlIndex(all.count)
            for control in surface.controls {
                all.append(ControlState(control, mappings[all.count], surface: index))
                guard let lamp = control.lamp, !lamp.messages.isEmpty, !all[all.count - 1].indicator.isTakeoverLamp else { continue }
                all[all.count - 1].indicator.lampPlace = Int32(lamps.count)
                lamps.append(MessageLamp(lamp))
            }
            for (encoder, spec) in zip(first..., surface.controls) {
                guard let key = surface.controls.firstIndex(where: { $0.id == spec.fineKey }) else { continue }
                all[encoder.offset].sensor.encoder?.fineKey = first.advanced(by: key)
                all[first.offset + key].sensor.duties.insert(.key)
            }
            return SurfaceState(
                surface, index, device: makeProtocol(surface, index, first), controls: first..<ControlIndex(all.count))
        }
        return (all, surfaces, lamps)
    }

    public var surfaceIndices: Range<SurfaceIndex> { surfaces.rowIndices }

    /// Sends the messages of a trigger from the one at `first` on. Returns how many of all have been sent: the surface may have no room for
    /// the rest. Nil: the surface is not there, or the system rejected a message for good.
    public func dispatch(_ index: Int, from first: Int, port: any MIDIPort) -> Int? {
        guard dispatches.indices.contains(index), let surface = dispatches[index].surface, surfaces[surface].connections.outputs > 0,
            !surfaces[surface].isLeaving
        else { return nil }
        var sent = first
        while sent < dispatches[index].messages.count {
            switch dispatches[index].messages[sent].send(to: surface, port) {
            case .sent: sent += 1
            case .wouldBlock, .busy, .pausing: return sent
            case .failed: return nil
            }
            statistics.messagesOut &+= 1
        }
        return sent
    }

    public func has(_ parameter: ParameterIndex) -> Bool { parameters.has(parameter) }

    public func value(of parameter: ParameterIndex) -> Double { parameters[parameter].value }
}

extension ButtonState: RowElement { typealias Index = ControlIndex }
extension MotorWatch: RowElement { typealias Index = ControlIndex }
extension ControlState: RowElement { typealias Index = ControlIndex }
