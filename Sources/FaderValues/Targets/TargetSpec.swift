/// A target of any kind.
public struct TargetSpec: Sendable, Equatable {
    /// Its kind, with the settings that the config gives.
    public let details: any TargetKind
    public let isReadOnly: Bool

    /// Its word under `targets:`. Ignored when targets are compared.
    public var peer: String?

    /// `isReadOnly`: whether the config says that it is only read.
    public init(_ details: some TargetKind, peer: String? = nil, isReadOnly: Bool = false) {
        (self.details, self.peer) = (details, peer)
        self.isReadOnly = isReadOnly || details.isOnlyRead
    }

    public init(readOnly other: TargetSpec) { (details, peer, isReadOnly) = (other.details, other.peer, true) }

    /// Whether they are of one kind and equal in everything but the word of the peer.
    public static func == (one: TargetSpec, other: TargetSpec) -> Bool {
        one.isReadOnly == other.isReadOnly && one.details.isEqual(to: other.details)
    }

    /// They differ at most in how they are reached. What was read from one then counts for the other.
    public func isSameTarget(as other: TargetSpec) -> Bool { details.withoutAccess.isEqual(to: other.details.withoutAccess) }

    public var kind: String { type(of: details).word }
    public var name: String { details.name }
    public var identity: String { details.identity }
    public var claims: [TargetClaim] { details.claims }
    public var runsAtStart: Bool { details.runsAtStart && !isReadOnly }
    public var tells: Bool { details.tells }
    public var isFact: Bool { details.isFact }
    public var isOfOneAfterAnother: Bool { details.isOfOneAfterAnother }
    public var needsNetwork: Bool { details.needsNetwork }
    public var suppliesOptions: Bool { details.suppliesOptions }
}

/// One of the targets that a parameter, or a color, is bound to.
public struct TargetBinding: Sendable, Equatable {
    public var parameter: String
    public var target: TargetSpec
    /// Whether it leads: when the target appears, its value becomes the parameter's. The first of several targets leads. If a color has
    /// targets, those of its parts do not lead.
    public var leads: Bool

    public init(parameter: String, target: TargetSpec, leads: Bool = true) {
        self.parameter = parameter
        self.target = target
        self.leads = leads
    }
}

extension ParameterSpec {
    /// A choice, for a target that knows its options by their names: the text is the id of an option. The place of an option in a list
    /// would mean another one as soon as the list changes.
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
