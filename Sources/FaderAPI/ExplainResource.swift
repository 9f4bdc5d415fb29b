public import FaderValues

/// Why a parameter has its present value; the answer to `GET /v1/parameters/{id}/explain`.
public struct ExplainResource: WireObject, Equatable {
    public var id: String
    /// Its value now, as a person reads it.
    public var text: String
    /// False if the value is not known: the target has not told it, and nobody has set it; else nil.
    public var known: Bool?
    /// True if the value is an option that the choice's target does not have now; else nil.
    public var absent: Bool?
    /// The last decisions about it, oldest first.
    public var decisions: [Decision]
    /// Its target, and the state of the target; nil if it has none. Of several, the one that leads.
    public var target: TargetReport?
    /// All its targets, the one that leads first; nil if it has none or only one.
    public var targets: [TargetReport]?
    /// The places where it is mapped but not shown at present; nil if there are none.
    public var hidden: [Hidden]?

    /// A strip or control that is mapped to the parameter but does not show it now, because of the bank, the page, a modifier or a loan.
    public struct Hidden: WireObject, Equatable {
        /// The strip or control: `desk strip 12` or `desk fader.1`.
        public var control: String
        public var by: Cause
        /// The same for people, to be shown after `desk strip 12:`.
        public var text: String

        public enum Cause: String, Codable, Sendable, CaseIterable { case bank, page, modifier, selected, borrowed }

        package init(control: String, by: Cause, text: String) {
            self.control = control
            self.by = by
            self.text = text
        }
    }

    public struct Decision: WireObject, Equatable {
        /// When it was made, in RFC 3339 format; if `count` is over 1, when it was made last.
        public var time: String
        /// Who asked for the change.
        public var origin: String
        /// The name that the writer gave itself in `Fader-By`; nil if it gave none, or if that was long ago.
        public var by: String?
        /// The decision: `changed`, `clamped`, `same value`, `refused`, `outdated: …`, `not recalled: recall-safe`, `nothing done: not heard yet`, `sent`, `held:
        /// gesture`, `held: touched`, `held: hold-off`, `held: the motors are off`, `gliding`, `already shown`, `blocked`, `disconnected`, `not ready: …`, `postponed: …`,
        /// `failed: …`, `echo ignored`, `ignored: …`, `waiting: below, move up`, `waiting: above, move down`.
        public var decision: String
        /// The value concerned, as a person reads it.
        public var text: String
        /// The control that moved, or that the feedback is for, for example `desk fader.1`; nil if no control is concerned.
        public var control: String?
        /// The raw MIDI value that was sent, that the control already shows, or that was ignored as an echo; else nil.
        public var raw: Int?
        public var count: Int

        package init(
            time: String, origin: String, by: String? = nil, decision: String, text: String, control: String? = nil, raw: Int? = nil,
            count: Int = 1
        ) {
            self.time = time
            self.origin = origin
            self.by = by
            self.decision = decision
            self.text = text
            self.control = control
            self.raw = raw
            self.count = count
        }
    }

    package init(
        id: String, text: String, known: Bool? = nil, absent: Bool? = nil, decisions: [Decision],
        targets: [TargetReport] = [], hidden: [Hidden]? = nil
    ) {
        self.hidden = hidden
        (self.known, self.absent) = (known, absent)
        target = targets.first
        self.targets = targets.count > 1 ? targets : nil
        self.id = id
        self.text = text
        self.decisions = decisions
    }
}
