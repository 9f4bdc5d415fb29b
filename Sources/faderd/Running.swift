import FaderDaemon
import FaderServer
import FaderSystem
import Glibc
import Logging

/// The daemon after the start: it notifies systemd, reloads on SIGHUP, stops on SIGTERM and SIGINT. With plain tasks only: service groups
/// and merged sequences start tasks on Swift's own executor, which keeps waking the process (see `Owner`).
@Owner
struct Running {
    let daemon: Daemon
    let server: HTTPServer
    let playback: Playback?
    let log: Logger

    private enum Ending {
        /// SIGTERM or SIGINT has stopped it.
        case stopped
        /// The sequencer went away.
        case lost(errno: Int32)
        /// A helper task has finished; the daemon continues.
        case none
    }

    /// Runs until it is stopped. Returns the exit code. Signals that came since before the socket listened are handled first.
    func untilStopped(by stops: AsyncStream<Int32>, reloadingBy reloads: AsyncStream<Int32>) async -> Int32 {
        await daemon.ready()
        // Not in the group that `firstEnding` waits for: a reload may wait for a disk, and a stop must not wait for a reload.
        let reloading = Owner.start { for await _ in reloads { await reload() } }
        let ending = await firstEnding(stops)
        reloading.cancel()
        daemon.stopping()
        let begun = ContinuousClock.now
        await server.stop()
        await daemon.stop(within: Duration.milliseconds(1900) - (ContinuousClock.now - begun))
        guard case .lost(let errno) = ending else { return EX_OK }
        log.error("the ALSA sequencer is gone (errno \(errno)); start faderd again when it is back (systemd does by itself)")
        return EX_IOERR
    }

    private func firstEnding(_ stops: AsyncStream<Int32>) async -> Ending {
        await withTaskGroup(of: Ending.self) { group in
            group.addTask {
                for await _ in stops { break }
                return .stopped
            }
            group.addTask { await daemon.untilLost().map { .lost(errno: $0) } ?? .none }
            func beside(_ work: @escaping @Owner () async -> Void) {
                group.addTask {
                    await work()
                    return .none
                }
            }
            beside { await daemon.surfaces.resetAfterSleep() }
            beside { await daemon.followTargets() }
            beside { await daemon.surfaces.followStandings() }
            beside { await daemon.watchdog() }
            beside { await daemon.commands.endSilentGestures() }
            beside { await daemon.commands.letGoUnderHands() }
            if let playback { beside { await playback.run() } }
            defer { group.cancelAll() }
            for await ending in group {
                if case .none = ending { continue }
                return ending
            }
            return .stopped
        }
    }

    private func reload() async {
        // SIGHUP is the only way left to reach a daemon whose socket is gone.
        do throws(ServerError) {
            if try await server.replaceRemovedSocket() { log.warning("somebody removed the socket; faderd has created it again") }
        } catch {
            log.error("somebody removed the socket, and it cannot be created again: \(error)")
        }
        // The errors of the config are already in the log, line by line.
        do { _ = try await daemon.configurations.reload() } catch { log.debug("\(error)") }
    }
}
