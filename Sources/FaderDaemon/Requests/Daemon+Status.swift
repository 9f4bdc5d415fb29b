public import FaderAPI
internal import FaderConsole
internal import FaderEngine
internal import FaderLoops
internal import FaderModel
internal import FaderState
internal import Glibc
internal import Logging

internal import struct FoundationEssentials.Date

extension Daemon {
    /// How the daemon is doing.
    public func status() async -> StatusResource {
        let picture = desk.mirror.picture
        let statistics = await statistics()
        let counts = statistics.counts
        let latency = statistics.latency
        return StatusResource(
            version: faderdVersion, uptime: (started.duration(to: .now) / .milliseconds(1)).rounded(.down) / 1000, process: Int(getpid()),
            socket: Self.absolute(paths.socket),
            config: configFile ?? "built-in, because there is no \(paths.config)", configFile: configFile,
            configDigest: configDigest, state: store.path,
            sequencer: surroundings.virtualSurface == nil ? .present : .virtual,
            realtime: .init(granted: realtimeRefusal == nil, reason: realtimeRefusal), saving: savingResource,
            parameters: picture.catalog.order.count, surfaces: picture.surfaces(surroundings.devices()),
            events: StatusResource.EventCounts(
                received: counts.messagesIn, sent: counts.messagesOut, overruns: counts.overruns, echoes: counts.echoes,
                blocked: counts.blocked, failures: counts.failures, broken: counts.broken),
            latency: StatusResource.Latency(
                count: latency.count, p50: Double(latency.p50) / 1000, p99: Double(latency.p99) / 1000,
                max: Double(latency.maximum) / 1000))
    }

    private var configFile: String? {
        configDigest == nil ? nil : Self.absolute(paths.config)
    }

    /// An absolute path, usable from any directory.
    static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let here = unsafe getcwd(nil, 0) else { return path }
        defer { unsafe free(here) }
        let directory = unsafe String(cString: here)
        return directory == "/" ? "/\(path)" : "\(directory)/\(path)"
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
        let lastSaved = status.lastSaved.map { WallTime.text($0.timeIntervalSince1970) }
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
