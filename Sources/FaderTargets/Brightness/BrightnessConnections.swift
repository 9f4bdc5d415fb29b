internal import FaderSystem
internal import FaderValues
internal import Logging

extension BrightnessTargetSpec: ConnectedTarget {
    func target(for bound: BoundParameter, on connections: BrightnessConnections) -> any Target {
        BrightnessTarget(self, bound.spec, connections)
    }
}

/// What brightness targets share: logind, which sets them, and the watcher. Owned by the event loop.
final class BrightnessConnections: TargetConnections {
    let surroundings: TargetSurroundings
    private var manager: Logind?
    private var watcher: DescriptorWatch?
    private var targets: [BrightnessTarget] = []

    init(_ surroundings: TargetSurroundings) { self.surroundings = surroundings }

    var logind: Logind {
        if let manager { return manager }
        let new = Logind(surroundings.loop, surroundings.log)
        manager = new
        return new
    }

    func watch(_ device: BacklightDevice, _ changed: @escaping () -> Void) -> BacklightWatch? {
        do throws(ThreadError) {
            if watcher == nil { watcher = try DescriptorWatch("faderd-screen", on: surroundings.loop) }
            return watcher.flatMap { BacklightWatch(device, on: $0, changed: changed) }
        } catch {
            surroundings.log.warning("changes of brightness are not noticed at once: \(error)")
            return nil
        }
    }

    func keep(for targets: [TargetSpec]) { if targets.isEmpty { close() } else { manager?.hurry() } }

    func setOrder(_ targets: [any Target]) { self.targets = targets.compactMap { $0 as? BrightnessTarget } }

    func close() {
        manager?.close()
        watcher?.close()
        (manager, watcher, targets) = (nil, nil, [])
    }

    var candidates: [TargetCandidate] {
        guard manager != nil else { return [] }
        return BrightnessTargetSpec.Subsystem.allCases.flatMap(BacklightDevice.all).map { device in
            TargetCandidate(
                kind: device.subsystem.rawValue, of: BrightnessTargetSpec.word, name: device.name, words: ["brightness: \(device.words)"],
                parameter: targets.first { $0.device == device }?.parameter.id)
        }
    }
}
