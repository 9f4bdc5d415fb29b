internal import ArgumentParser

struct StatusCommand: DaemonCommand {
    static let configuration = CommandConfiguration(commandName: "status", abstract: "Print how the daemon is doing.")

    @OptionGroup var options: Options

    func perform(_ client: DaemonClient) async throws {
        let status = try await client.ask(Routes.getStatus)
        if options.json { return try Output.json(status) }
        Output.table(Self.rows(status))
    }

    static func rows(_ status: StatusResource) -> [[String]] {
        var rows = [
            ["version", status.version], ["process", "\(status.process)"], ["uptime", uptime(status.uptime)], ["socket", status.socket],
            ["listen", status.listen ?? "no TCP"], ["config", status.config],
            ["digest", status.configDigest ?? "none"],
            ["state", status.state ?? "not kept"],
            ["sequencer", status.sequencer == .present ? "present" : "none; virtual surface"],
            ["realtime", status.realtime.granted ? "granted" : "not granted: \(status.realtime.reason ?? "unknown")"],
            ["parameters", "\(status.parameters)"],
        ]
        rows += status.surfaces.map { ["surface", "\($0.name) \($0.state.rawValue): \(SurfaceListCommand.place($0))"] }
        rows += status.surfaces.compactMap { SurfaceListCommand.noRelease($0).map { ["surface", $0] } }
        rows += (status.peers ?? []).map { ["peer", peer($0)] }
        rows += status.follow.map(follow) ?? []
        rows += saving(status.saving)
        let events = status.events
        rows.append(["events", "\(events.received) in, \(events.sent) out"])
        rows.append(["lost", "\(events.overruns) overruns, \(events.blocked) blocked, \(events.failures) failures"])
        rows.append(["echoes", "\(events.echoes)"])
        let latency = status.latency
        // There is no measurement before the first message.
        if latency.count > 0 {
            rows.append(["latency", "p50 \(tenths(latency.p50)) µs, p99 \(tenths(latency.p99)) µs, max \(tenths(latency.max)) µs"])
        }
        if let osc = status.osc { rows += Self.osc(osc) }
        for mqtt in status.mqtt ?? [] {
            let state = mqtt.isConnected ? "connected" : mqtt.problem ?? "connecting"
            rows.append(["publishes", "\(mqtt.topic) on \(mqtt.broker): \(state)"])
        }
        if let notifications = status.notifications { rows.append(["notifications", notifications.problem ?? "shown by the desktop"]) }
        rows.append(["connections", "\(status.connections.open), \(status.connections.streams) of them event streams"])
        return rows
    }

    static func follow(_ follow: FollowResource) -> [[String]] {
        var rows = [[follow.role == .follower ? "follows" : "follower", machine(follow)]]
        if let problem = follow.problem { rows.append(["second machine", problem]) }
        return rows + (follow.differences ?? []).map { ["second machine", $0] }
    }

    /// `band (http://band.local:7374), 0.3 s behind, term 2`
    static func machine(_ follow: FollowResource) -> String {
        let place = follow.other.map { name in follow.url.map { "\(name) (\($0))" } ?? name } ?? follow.url ?? "not heard yet"
        let behind = follow.behind.map { ", \(tenths($0)) s behind" } ?? ""
        return "\(place)\(behind), term \(follow.term)"
    }

    /// One line about a peer, for all parameters that are bound to it.
    static func peer(_ peer: PeerReport) -> String {
        let name = peer.name == peer.address ? peer.name : "\(peer.name) (\(peer.address))"
        let parameters = Output.count(peer.parameters, "parameter")
        guard !peer.isThere else { return "\(name): there, \(parameters)" }
        return "\(name) is not there\(peer.goneFor.map { " for \(uptime($0))" } ?? "")\(peer.reason.map { ": \($0)" } ?? ""); \(parameters)"
    }

    private static func osc(_ osc: StatusResource.OSC) -> [[String]] {
        let place = osc.listen.map { "port \($0)" } ?? "not listening"
        var lost = osc.refused > 0 ? "; \(osc.refused) refused, the last from \(osc.lastRefused ?? "")" : ""
        if osc.dropped > 0 { lost += "; \(osc.dropped) were too many" }
        var rows = [["osc", osc.problem ?? "\(place), \(osc.received) in, \(osc.sent) out\(lost)"]]
        if let failure = osc.lastFailure { rows.append(["osc failed", "\(osc.failed), the last: \(failure)"]) }
        if !osc.subscribers.isEmpty { rows.append(["osc sent to", osc.subscribers.joined(separator: ", ")]) }
        return rows
    }

    private static func saving(_ saving: StatusResource.Saving) -> [[String]] {
        var text = saving.state.rawValue
        if let reason = saving.reason { text += ": \(reason)" }
        if let saved = saving.lastSaved { text += ", last saved \(LocalTime.text(saved))" }
        if saving.unsaved { text += ", changes not saved yet" }
        return [["saving", text]] + saving.warnings.map { ["warning", $0] }
    }

    /// `3 d 4 h`, `4 h 5 min`, `5 min 6 s` or `6 s`
    static func uptime(_ seconds: Double) -> String {
        let total = Int(seconds.rounded(.down))
        let (days, hours, minutes) = (total / 86_400, total / 3_600 % 24, total / 60 % 60)
        if days > 0 { return "\(days) d \(hours) h" }
        if hours > 0 { return "\(hours) h \(minutes) min" }
        return minutes > 0 ? "\(minutes) min \(total % 60) s" : "\(total) s"
    }

    /// A number with one decimal.
    static func tenths(_ number: Double) -> String { "\((number * 10).rounded() / 10)" }
}
