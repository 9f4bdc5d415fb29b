/// A volume, control or program outside the daemon that a parameter is bound to, both ways: a target of any kind.
public struct TargetSpec: Sendable, Equatable {
    /// Its kind, with the settings that the config gives.
    public let details: any TargetKind
    /// Whether it is only read, and never written.
    public let isReadOnly: Bool

    /// The word of its peer under `targets:`; nil if it has no peer, or one without a word. It is ignored when targets are compared.
    public var peer: String?

    /// A target of a kind.
    ///
    /// - Parameter isReadOnly: whether the config says that it is only read.
    public init(_ details: some TargetKind, peer: String? = nil, isReadOnly: Bool = false) {
        (self.details, self.peer) = (details, peer)
        self.isReadOnly = isReadOnly || details.isOnlyRead
    }

    /// The same target, only read.
    public init(readOnly other: TargetSpec) { (details, peer, isReadOnly) = (other.details, other.peer, true) }

    /// Whether they are of one kind and equal in everything but the word of the peer.
    public static func == (one: TargetSpec, other: TargetSpec) -> Bool {
        one.isReadOnly == other.isReadOnly && one.details.isEqual(to: other.details)
    }

    /// Whether they differ at most in how they are reached. What was read from one then counts for the other.
    public func isSameTarget(as other: TargetSpec) -> Bool { details.withoutAccess.isEqual(to: other.details.withoutAccess) }

    /// Its kind's word.
    public var kind: String { type(of: details).word }
    /// The name shown to people.
    public var name: String { details.name }
    /// Targets with the same identity are the same target. Not for people.
    public var identity: String { details.identity }
    /// Its claims. Only one target can have each of them.
    public var claims: [TargetClaim] { details.claims }
    /// Whether it is set at the daemon's start, whatever it shows.
    public var runsAtStart: Bool { details.runsAtStart && !isReadOnly }
    /// Whether it tells what it shows.
    public var tells: Bool { details.tells }
    /// Whether it is a fact of another program.
    public var isFact: Bool { details.isFact }
    /// Whether it stands for one thing after another.
    public var isOfOneAfterAnother: Bool { details.isOfOneAfterAnother }
    /// Whether it is reached over the network.
    public var needsNetwork: Bool { details.needsNetwork }
    /// Whether it tells which options a choice has.
    public var suppliesOptions: Bool { details.suppliesOptions }
}

/// A parameter, or a color, and one of the targets that it is bound to.
public struct TargetBinding: Sendable, Equatable {
    /// The id of the parameter or color.
    public var parameter: String
    /// The target.
    public var target: TargetSpec
    /// Whether the value of the target becomes the parameter's when the target appears. Of several targets of a parameter the first leads.
    /// If a color has targets, those of its parts do not lead.
    public var leads: Bool

    /// A binding from its parts.
    public init(parameter: String, target: TargetSpec, leads: Bool = true) {
        self.parameter = parameter
        self.target = target
        self.leads = leads
    }
}

extension ParameterSpec {
    /// A choice as a text, for a target that knows its options by their names: the text is the id of an option. The place of an option in a
    /// list would mean another one as soon as the list changes.
    public var asText: ParameterSpec {
        ParameterSpec(id: id, label: label, kind: .text(TextRule(maximumLength: SuppliedOptions.longest)))
    }
}

extension CompoundSpec {
    /// A color as one number, red, green and blue as in `StripColor.number`, for its targets.
    public var asNumber: ParameterSpec {
        ParameterSpec(id: id, label: label, maximum: Double(StripColor.highest), step: 1, decimals: 0, kind: .integer)
    }
}
