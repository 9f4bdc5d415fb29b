internal import FaderValues

extension HTTPTargetSpec: ConnectedTarget {
    func target(for bound: BoundParameter, on connections: HTTPConnections) -> any Target { HTTPTarget(self, bound, connections) }
}

/// Owned by the event loop.
final class HTTPConnections: TargetConnections {
    let surroundings: TargetSurroundings
    let devices: ConnectionPool<HTTPDeviceKey, HTTPDevice>

    init(_ surroundings: TargetSurroundings) {
        self.surroundings = surroundings
        devices = ConnectionPool(open: { HTTPDevice($0, surroundings) }, close: { $0.close() })
    }

    func keep(for targets: [TargetSpec]) {
        let specs = targets.compactMap { $0.details as? HTTPTargetSpec }
        devices.keep(Set((specs.map(\.address) + specs.compactMap(\.read)).map { HTTPDeviceKey($0) }))
        for device in devices.all { device.hurry() }
    }

    func close() { devices.keep([]) }
}
