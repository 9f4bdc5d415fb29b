public import FaderAPI
internal import FaderConsole
internal import FaderMIDI
public import FaderServer
internal import FaderValues

extension VirtualHands {
    /// Has the device of the virtual surface send these bytes.
    public func send(_ request: VirtualBytes, asDeviceOf name: String) async throws(ServiceError) -> VirtualSent {
        guard let surface else { throw .noVirtualSurface }
        guard mirror.catalog.configuration.surface(named: name) != nil else { throw mirror.unknownSurface(name) }
        guard surface.attachedSurface == name else {
            let other = surface.attachedSurface.map { "; the virtual surface is \($0)" } ?? ", and no surface of the config is"
            throw .refused("\(name) is not the virtual surface\(other)")
        }
        let messages: [DeviceMessage]
        do throws(WireBytesError) {
            messages = try DeviceMessage.parse(wire: request.bytes)
        } catch {
            throw .refused(error.description)
        }
        for message in messages { try await perform({ try surface.send(message) }, on: surface) }
        return VirtualSent(surface: name, messages: messages.map(\.words))
    }
}

extension VirtualSurface {
    func send(_ message: DeviceMessage) throws(EngineError) {
        switch message {
        case .message(let message): try send([message])
        case .exclusive(let bytes): try send(exclusive: bytes)
        }
    }
}

extension DeviceMessage {
    fileprivate var words: String {
        switch self {
        case .message(let message): "\(message)"
        case .exclusive(let bytes): "sysex, \(bytes.count) bytes"
        }
    }
}
