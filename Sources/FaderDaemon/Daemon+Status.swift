public import FaderAPI
internal import FaderConsole
internal import FaderMIDI
internal import FaderStore
internal import FaderTargets
internal import FaderValues
internal import Glibc
internal import Logging

extension Daemon {
    /// What `GET /v1/status` answers.
    public func status() async -> StatusResource {
        let picture = commands.mirror.picture
        let statistics = await statistics()
        let peers = await commands.targets.peers()
        let counts = statistics.counts
        let latency = statistics.latency
        return StatusResource(
            version: faderdVersion, uptime: (started.duration(to: .now) / .milliseconds(1)).rounded(.down) / 1000, process: Int(getpid()),
            socket: Paths.absolute(paths.socket),
            config: configFile ?? "built-in, because there is no \(paths.config)", configFile: configFile,
            configDigest: configurations.digest, builtIn: builtIn, state: store.path,
            sequencer: surroundings.virtualSurface == nil ? .present : .virtual,
            realtime: .init(granted: engine.realtimeRefusal == nil, reason: engine.realtimeRefusal), saving: savingResource,
            parameters: picture.catalog.order.count, surfaces: picture.surfaces(surroundings.devices()),
            events: StatusResource.EventCounts(
                received: counts.messagesIn, sent: counts.messagesOut, overruns: counts.overruns, echoes: counts.echoes,
                blocked: counts.blocked, failures: counts.failures, broken: counts.broken),
            latency: StatusResource.Latency(
                count: latency.count, p50: Double(latency.p50) / 1000, p99: Double(latency.p99) / 1000,
                max: Double(latency.maximum) / 1000),
            peers: peers.isEmpty ? nil : peers, follow: following.resource, osc: bindings.osc.status, mqtt: mqtt.status,
            notifications: bindings.notifications.status)
    }

    private var builtIn: StatusResource.BuiltIn? {
        guard configFile == nil, let text = configurations.builtIn else { return nil }
        return StatusResource.BuiltIn(place: Paths.absolute(paths.config), text: text)
    }

    private var configFile: String? {
        configurations.digest == nil ? nil : Paths.absolute(paths.config)
    }

    /// Zeros if the engine has stopped: then the daemon is shutting down.
    private func statistics() async -> EngineStatistics {
        do {
            return try await engine.statistics()
        } catch {
            log.debug("no statistics: \(error)")
            return EngineStatistics.none
        }
    }

    private var savingResource: StatusResource.Saving {
        let status = store.status
        let lastSaved = status.lastSaved.map { WallTime.text($0) }
        let (state, reason): (StatusResource.Saving.State, String?) =
            switch status.condition {
            case .ok: (.ok, nil)
            case .failing(let reason): (.failing, reason)
            case .disabled(let reason): (.disabled, reason)
            }
        return StatusResource.Saving(
            state: state, reason: reason, lastSaved: lastSaved, unsaved: status.isUnsaved, warnings: status.warnings)
    }
}

extension EngineHandle {
    /// How to allow it included; nil if nothing is refused.
    var realtimeRefusal: String? {
        guard let realtime = realtime else { return nil }
        var refused: [String] = []
        if realtime.priority == nil { refused.append("realtime scheduling (errno \(realtime.schedulingError); see LimitRTPRIO)") }
        if realtime.memoryError != 0 { refused.append("memory locking (errno \(realtime.memoryError); see LimitMEMLOCK)") }
        return refused.isEmpty
            ? nil : "the system refuses \(refused.joined(separator: " and ")): faders work, but may lag while the machine is busy"
    }
}
