internal import FaderAPI
internal import FaderConfig
internal import FaderServer
internal import FaderValues

extension Following {
    var otherName: String { other?.name ?? declared.follow?.url ?? "another machine" }

    var behind: Double? { upToDate.map { max(0, $0.duration(to: .now) / .milliseconds(1)).rounded() / 1000 } }

    var differences: [String] {
        func list(_ ids: Set<String>) -> String {
            ids.sorted().prefix(5).joined(separator: ", ") + (ids.count > 5 ? " and \(ids.count - 5) more" : "")
        }
        var sentences: [String] = []
        if !unknown.isEmpty {
            sentences.append("this config does not have \(list(Set(unknown.map { $0.withoutControls() }))), so it is not kept here")
        }
        if !unfit.isEmpty { sentences.append("\(list(unfit)) cannot have the leader's value: the configs differ") }
        if let other, other.version != faderdVersion {
            sentences.append("\(other.name) runs version \(other.version), this is \(faderdVersion)")
        }
        return sentences
    }

    var leader: String? { lead.leads ? nil : otherName }

    var resource: FollowResource? {
        guard asking != nil || other != nil || !lead.leads || lead.term > 0 else { return nil }
        return FollowResource(
            role: lead.leads ? .leader : .follower, term: lead.term, url: asking?.spec.url, other: other?.name,
            otherVersion: other?.version,
            behind: behind, problem: problem, differences: differences)
    }

    private var problem: String? {
        if let trouble { return trouble }
        if let refusal { return refusal }
        guard !lead.leads else { return nil }
        if let other, !other.leads {
            if let leader = other.leader {
                return "\(other.name) follows \(leader) now, so nothing comes from it: name \(leader) in \"follow\", with a key "
                    + "that was made there, and type \"faderctl reload\""
            }
            return "\(other.name) does not lead, either: nobody drives anything; \"faderctl promote\" on the machine that shall lead"
        }
        let silence = upToDate.map { $0.duration(to: .now) }
        if let silence, silence > .seconds(2) { return "\(otherName) has not been heard for \(silence.components.seconds) s" }
        if other == nil, asking == nil { return "the leader has not been heard since the start" }
        return nil
    }

    var reason: ServiceError? {
        lead.leads
            ? nil
            : .conflict("this faderd follows \(otherName) and drives nothing: do it there, or type \"faderctl promote\" to take over here")
    }
}
