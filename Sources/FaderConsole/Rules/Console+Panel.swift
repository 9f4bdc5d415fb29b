internal import FaderValues

/// Motors and lamps are sent at once; the panel is sent when nothing else waits for its surface.
extension Console {
    /// A lamp is sent now, everything else by `advance`, which is due at once.
    public func show(_ update: PanelUpdate, at now: MonotonicTime, port: any MIDIPort) {
        let act = Act(now: now, port: port)
        guard surfaces.rowIndices.contains(update.surface) else { return }
        if case .lamp(let offset) = update.element {
            return light(update.surface, offset, update.bytes[0] != 0, in: act)
        }
        guard let panel = surfaces[update.surface].panel else { return }
        panel.apply(update, at: now)
        watchDeadline(of: update.surface)
    }

    private func light(_ surface: SurfaceIndex, _ offset: Int, _ isLit: Bool, in act: Act) {
        guard offset >= 0, offset < surfaces[surface].controls.count else { return }
        let control = surfaces[surface].controls.lowerBound.advanced(by: offset)
        buttons[control].isLit = isLit
        controls[control].indicator.blank = .lamp
        show(control, in: act)
    }

    func paintPanel(of surface: SurfaceIndex, in act: Act) {
        guard let panel = surfaces[surface].panel, panel.deadline <= act.now else { return }
        guard surfaces[surface].isListening else { return panel.rest() }
        if waiting.count > 0, surfaces[surface].controls.contains(where: { controls[$0].indicator.isBlocked }) {
            panel.rest()
            return panel.wait(until: max(act.now + Panel.retryInterval, surfaces[surface].pausesUntil))
        }
        let painting = panel.paint(on: surfaces[surface].device, to: surface, in: act)
        statistics.messagesOut += UInt64(painting.sent)
        if let errno = painting.errno {
            statistics.failures += 1
            tellFailing(surface, errno)
        }
    }
}
