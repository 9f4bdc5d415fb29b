/// The body of `POST /v1/promote`.
public struct PromoteRequest: WireRequest, Equatable {
    /// Whether to lead even without ever having heard of the leader, with default values, or if that cannot be kept for the next start.
    public var force: Bool?

    package init(force: Bool? = nil) { self.force = force }
}

/// The answer to `POST /v1/promote`: this faderd leads.
public struct PromoteResource: WireObject, Equatable {
    /// The number of its lead: higher than every other that it has heard of.
    public var term: UInt64
    /// The name of the former leader; nil if it was never heard.
    public var former: String?
    /// What has become of the former leader.
    public var outcome: Outcome
    /// How many seconds old the values were that it has begun with; nil if they were never those of a leader.
    public var behind: Double?

    /// What has become of the former leader.
    public enum Outcome: String, Codable, Sendable, CaseIterable {
        /// This faderd led already, so nothing has changed.
        case already
        /// It has heard of the promotion, and drives nothing.
        case stoodDown = "stood-down"
        /// It hears of the promotion as soon as it answers.
        case silent
    }

    package init(term: UInt64, former: String?, outcome: Outcome, behind: Double?) {
        (self.term, self.former, self.outcome, self.behind) = (term, former, outcome, behind)
    }
}

/// The other machine of two, one of which follows the other; in the answer to `GET /v1/status`.
public struct FollowResource: Codable, Sendable, Equatable {
    /// Whether this faderd leads or follows.
    public enum Role: String, Codable, Sendable, CaseIterable {
        case leader
        case follower
    }

    /// Whether this faderd leads or follows.
    public var role: Role
    /// The number of the lead that it knows of; 0 until somebody is promoted.
    public var term: UInt64
    /// The address of the other one; nil if the other one asks, or calls.
    public var url: String?
    /// The name of the other machine; nil if it was not heard yet.
    public var other: String?
    /// The version of its faderd; nil if it was not heard yet.
    public var otherVersion: String?
    /// Of a follower: how many seconds old what it keeps may be. Of a leader: the same of its follower. Nil if nothing was passed on yet.
    public var behind: Double?
    /// What is wrong, as a sentence; nil if nothing is.
    public var problem: String?
    /// What differs between the two, a sentence each; nil if nothing does.
    public var differences: [String]?

    package init(
        role: Role, term: UInt64, url: String?, other: String?, otherVersion: String?, behind: Double?, problem: String?,
        differences: [String]
    ) {
        (self.role, self.term, self.url, self.other, self.otherVersion) = (role, term, url, other, otherVersion)
        (self.behind, self.problem) = (behind, problem)
        self.differences = differences.isEmpty ? nil : differences
    }
}
