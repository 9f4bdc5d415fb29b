extension PulseServer {
    private static let most = 4096

    /// Presets the programs of all targets with `wantedPreset`, now or as soon as the server is ready. It is done together: an entry has
    /// both volume and mute, so two targets that read it at the same time would undo each other's change.
    func preset() {
        wantsPreset = true
        guard state == .ready, !isPresetting, let connection, !connection.isClosed else { return }
        isPresetting = true
        let wishing = targets.filter { $0.wantedPreset != nil }
        var entries: [PulsePreset] = []
        ask(.remembered) { entry in
            guard entries.count < Self.most, wishing.contains(where: { $0.presets(entry.name) }) else { return }
            entries.append(
                PulsePreset(
                    name: entry.name, channels: entry.channels, volumes: entry.volumes, device: entry.description, isMuted: entry.isMuted))
        } done: { [weak self] failure in
            guard let self else { return }
            isPresetting = false
            guard failure != .closed else { return }
            wantsPreset = false
            // A server without the module cannot preset anything.
            guard failure == nil else { return }
            fill(&entries)
            for entry in entries { ask(.remember(entry)) }
        }
    }

    /// Gives entries the wanted values. PipeWire does not list its entries, so entries are added for streams heard before.
    private func fill(_ entries: inout [PulsePreset]) {
        let wishing = targets.filter { $0.wantedPreset != nil }
        for target in wishing { entries += target.heard.filter { heard in !entries.contains { $0.name == heard.name } } }
        // As with streams, the first target in the config takes precedence.
        for target in wishing.reversed() {
            for place in entries.indices { target.preset(&entries[place]) }
        }
    }
}
