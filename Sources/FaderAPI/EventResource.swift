public import FaderValues

/// The whole state: first, after every reload, and when a parameter is declared or removed.
public struct StateEvent: WireObject, Equatable {
    /// All parameters, or those whose ids begin with the prefix that the stream asked for.
    public var parameters: [ParameterResource]
    /// All surfaces, without their controls and panels.
    public var surfaces: [SurfaceResource]
    /// The ids of those parameters that are touched: a hand is on a control that drives them, or a gesture holds them.
    public var touched: [String]
    public var version: String
    /// With the key of a page: the name of the page; else nil.
    public var page: String?
    /// Of a follower, which drives nothing: the name of its leader; empty with the key of a page. Nil if this faderd leads.
    public var follows: String?

    package init(parameters: [ParameterResource], surfaces: [SurfaceResource], touched: [String] = [], version: String = faderdVersion) {
        self.parameters = parameters
        self.surfaces = surfaces
        self.touched = touched
        self.version = version
    }
}

/// The data of a `touch` event: a hand came to a control or left it, or a program's gesture took hold of a parameter or let it go.
public struct TouchEvent: WireObject, Equatable {
    /// The name of the surface; nil for a gesture.
    public var surface: String?
    /// The control, for example `fader.1`; nil for a gesture.
    public var control: String?
    public var gesture: String?
    /// The id of the parameter that the control drives, or that the gesture moves; nil for none.
    public var parameter: String?
    /// Whether its touch sensor feels a finger, or the gesture holds the parameter.
    public var touched: Bool
    /// Whether the control counts as touched until its hold-off ends, because it moved and no finger was felt.
    public var held: Bool

    /// A hand on a control.
    public init(surface: String, control: String, parameter: String?, touched: Bool, held: Bool) {
        self.surface = surface
        self.control = control
        self.parameter = parameter
        self.touched = touched
        self.held = held
    }

    public init(gesture: String, parameter: String, touched: Bool) {
        self.gesture = gesture
        self.parameter = parameter
        self.touched = touched
        held = false
    }
}

/// The data of a `takeover` event: a control began to wait for its parameter, moved while it waits, or has taken hold.
public struct TakeoverEvent: WireObject, Equatable {
    public var surface: String
    /// The control, for example `fader.1`.
    public var control: String
    /// The id of the parameter that it drives; nil for none.
    public var parameter: String?
    /// The state of the takeover, as in the answer of `GET /v1/surfaces`.
    public var takeover: ControlResource.Takeover

    package init(surface: String, control: String, parameter: String?, takeover: ControlResource.Takeover) {
        self.surface = surface
        self.control = control
        self.parameter = parameter
        self.takeover = takeover
    }
}

/// The data of a `peers` event: the peers that are not there; empty if all are.
public struct PeersEvent: Encodable, Sendable, Equatable {
    package var silent: [SilentPeer]

    package init(_ silent: [SilentPeer]) { self.silent = silent }

    public func encode(to encoder: any Encoder) throws { try silent.encode(to: encoder) }
}

/// The data of a `recalled` event: a snapshot was recalled.
public struct RecalledEvent: WireObject, Equatable {
    public var name: String
    /// How many seconds the glide takes; nil if the values are set already.
    public var over: Double?
    /// Only these parameters were set; nil: the whole snapshot, or all but some.
    public var only: IDPatterns?
    /// These parameters were not set; nil: none were left out.
    public var except: IDPatterns?

    package init(name: String, over: Double?, only: IDPatterns?, except: IDPatterns? = nil) {
        self.name = name
        self.over = over
        self.only = only
        self.except = except
    }
}

/// The data of an `ended` event: a trigger has done what it was pressed for, or has failed.
public struct EndedEvent: WireObject, Equatable {
    public var id: String
    /// The number of the press.
    public var run: UInt64
    /// Whether everything was done.
    public var ok: Bool
    /// Why it failed, or a remark, for example `exit 0`.
    public var message: String
    public var seconds: Double

    package init(id: String, run: UInt64, ok: Bool, message: String, seconds: Double) {
        (self.id, self.run, self.ok, self.message, self.seconds) = (id, run, ok, message, seconds)
    }
}

/// The data of a `history` event: an entry was added, undone or redone.
public struct HistoryEvent: WireObject, Equatable {
    /// The number of the newest entry; 0 if there is none.
    public var newest: UInt64
    /// How many changes are undone, in all entries together.
    public var undone: Int
    public var canUndo: Bool
    public var canRedo: Bool

    package init(newest: UInt64, undone: Int, canUndo: Bool) {
        self.newest = newest
        self.undone = undone
        self.canUndo = canUndo
        canRedo = undone > 0
    }
}

/// The name of a session: the data of a `session` event, the first of a stream that was opened with `session`.
public struct SessionEvent: WireObject, Equatable {

    /// The name. Requests send it in the header `Fader-Session`, and a stream that reconnects sends it in the query key `session`.
    public var session: String

    package init(session: String) { self.session = session }
}

/// The data of a `press` event: a trigger was pressed.
public struct PressEvent: WireObject, Equatable {
    public var id: String
    /// The control that pressed it, for example `desk play`, or the name that a writer gave itself; nil: neither is known.
    public var by: String?
    /// The number of the press, which the event `ended` has, too.
    public var run: UInt64

    package init(id: String, by: String?, run: UInt64) {
        (self.id, self.by, self.run) = (id, by, run)
    }
}
