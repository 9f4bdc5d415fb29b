internal import FaderEngine
internal import FaderState
internal import Logging

extension Daemon {
    /// Says that the daemon does its job from now on: to systemd, and in the log.
    public func ready() {
        engine.lockMemory()
        if let refusal = realtimeRefusal { log.warning("\(refusal)") }
        serviceManager.ready(status: summary)
        log.notice("ready: \(summary); API on \(places.socket)")
    }

    /// Says that it is on its way out.
    public func stopping() { serviceManager.stopping() }

    /// Waits until the port below is gone for good: its errno. Nil when the task is cancelled first.
    public func untilLost() async -> Int32? {
        let (events, lost) = AsyncStream.makeStream(of: Int32.self)
        desk.whenLost { errno in
            lost.yield(errno)
            lost.finish()
        }
        for await errno in events { return errno }
        return nil
    }

    /// Tells systemd that the daemon lives, each time the MIDI thread has answered: twice in the time it asked for, until the task is
    /// cancelled. Returns at once where systemd does not ask.
    public func watchdog(on tasks: TaskLoop) async {
        guard let interval = serviceManager.watchdog else { return }
        repeat {
            do {
                _ = try await engine.statistics()
                serviceManager.alive()
            } catch {
                // It does not feed the watchdog, and may do better next time.
                log.debug("the MIDI thread does not answer: \(error)")
            }
        } while await tasks.sleep(for: interval / 2)
    }

    /// Stops the MIDI thread, closes the port, saves. The state is given what is left of the two seconds a stop may take.
    public func stop() async {
        // What is being done as a whole is not torn apart; nothing of the kind begins any more.
        await wholes.enter()
        await engine.stop()
        if case .failed(let reason) = await store.close(within: .milliseconds(1000)) {
            log.error("the last changes are not saved: \(reason)")
        }
    }
}
