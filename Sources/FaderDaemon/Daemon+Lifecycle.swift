internal import FaderAPI
internal import FaderConfig
internal import FaderConsole
internal import FaderLocale
internal import FaderMIDI
internal import FaderServer
internal import FaderStore
internal import FaderSystem
internal import FaderTargets
internal import FaderValues
internal import Logging

extension Daemon {
    /// Tells systemd and the log. OSC in listens before that, because programs that wait for the daemon send at once, and what is sent too
    /// early is lost.
    public func ready() async {
        bindings.configure()
        Locales.whenMissing { [log] reason in
            log.warning("\(reason); numbers are written plainly, displays show simple letters only, and a pattern of texts is an error")
        }
        openLibraries()
        engine.lockMemory()
        if let refusal = engine.realtimeRefusal { log.warning("\(refusal)") }
        await bindings.osc.opened()
        let summary = commands.mirror.picture.summary
        serviceManager.ready(status: summary)
        isReady = true
        following.begin()
        log.notice("ready: \(summary); API on \(paths.socket)")
    }

    /// Libraries that may be needed later but might not open then: once memory is locked with a limit, nothing beyond it can be mapped.
    private func openLibraries() {
        // Reading `missing` opens the library.
        if engine.isLockingLimited, let missing = Locales.missing { log.debug("\(missing)") }
    }

    /// Logs which stored values no longer fit, because the config has changed.
    func logUnfit(_ stored: [String: KeptValue], _ catalog: Catalog) {
        for (index, spec) in zip(catalog.configuration.parameters.rowIndices, catalog.configuration.parameters) {
            guard let kept = stored[spec.id] else { continue }
            guard kept.isOf(unit: spec.keptUnit) else {
                let text = catalog.text(of: kept, id: spec.id, for: catalog.settings.viewer)
                log.warning(
                    """
                    \(spec.id): the value in the state file, \(text), is in another unit than \
                    \(spec.keptUnit.isEmpty ? "now, where it has none" : spec.keptUnit), so it has its default; the file keeps the value until \
                    another is chosen
                    """)
                continue
            }
            guard Catalog.takes(kept, as: spec) else {
                log.warning("\(spec.id): the value in the state file does not fit its kind, \(spec.kind.word), so it has its default")
                continue
            }
            guard case .number(let before) = kept.value else { continue }
            let viewer = catalog.settings.viewer
            let texts = [before, catalog.initialValues[index.offset]].map { catalog.text(of: $0, parameter: index, for: viewer) }
            guard texts[0] != texts[1] else { continue }
            let change = ConfigChange(subject: .value, id: spec.id, change: .clamped, detail: " from \(texts[0]) to \(texts[1])")
            log.notice("\(change.text)")
        }
    }

    public func stopping() {
        following.end()
        configurations.isStopping = true
        serviceManager.stopping()
    }

    /// The errno when the MIDI port is gone for good; nil if the task is cancelled first.
    public func untilLost() async -> Int32? {
        for await errno in dispatcher.lost { return errno }
        return nil
    }

    /// Follows the targets where they change the configuration: options that they list or show, and programs that play. Returns when the
    /// task is cancelled or the targets have ended.
    public func followTargets() async {
        for await _ in commands.targets.news {
            let (news, catalog) = (commands.targets.popNews(), commands.mirror.catalog)
            let shown = news.requests.filter(\.isText).map { (id: $0.ask.parameter, name: catalog.words.text(of: $0.value)) }
                .filter { name in catalog.supplied.contains { catalog.id(of: $0) == name.id } }
            await configurations.supply(news.supplies, news.looks, shown: shown)
            for request in news.requests { await bindings.adopt(request) }
            tidy()
        }
        tidying?.cancel()
        await tidying?.value
    }

    /// Removes options that are no longer needed, and declares the programs that play. A task of its own, because it may wait for its turn,
    /// and values must not wait with it.
    private func tidy() {
        isUntidy = true
        guard tidying == nil else { return }
        tidying = Owner.start { [self] in
            while isUntidy, !Task.isCancelled {
                isUntidy = false
                await configurations.removeStaleOptions()
                await apps.follow()
            }
            tidying = nil
        }
    }

    /// Asks the MIDI thread twice per watchdog interval, and tells systemd each time it answers. Returns when cancelled, or at once without
    /// a watchdog.
    public func watchdog() async {
        guard let interval = serviceManager.watchdog else { return }
        repeat {
            do {
                _ = try await engine.statistics()
                serviceManager.alive()
            } catch {
                // The watchdog gets nothing this time; the next attempt may succeed.
                log.debug("the MIDI thread does not answer: \(error)")
            }
        } while await Owner.sleep(for: interval / 2)
    }

    /// One second of `limit` is for saving, the rest for values on their way to targets.
    public func stop(within limit: Duration = .milliseconds(1900)) async {
        // Work that must not be interrupted is finished first, and no more of it begins.
        await mutexes.wholes.lock()
        await commands.endHolds()
        await triggers.release(before: nil)
        bindings.osc.stop()
        bindings.notifications.stop()
        await commands.targets.stop(within: min(limit - .seconds(1), .milliseconds(700)))
        await engine.stop()
        if case .failed(let reason) = await store.close(within: .milliseconds(1000)) {
            log.error("the state is not saved: \(reason)")
        }
    }
}
