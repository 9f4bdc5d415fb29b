import FaderTesting
import FaderValues
import Testing

@testable import FaderConsole

/// A surface that uses a protocol, with some of its controls mapped.
enum ProtocolDesk {
    static let mute = ParameterSpec(id: "mute", maximum: 1, step: 1, decimals: 0, kind: .toggle(off: "open", on: "muted"))
    static let pan = ParameterSpec(id: "pan", minimum: -50, maximum: 50, defaultValue: 10, step: 1, decimals: 0)
    static let send = ParameterSpec(id: "send", maximum: 110, defaultValue: 20, step: 1, decimals: 0)

    static let parameters = [Desks.fine, pan, send, mute]

    /// The parameters `fine`, `pan`, `send` and `mute`, and one surface `desk`, whose controls are mapped by `map`, by id.
    static func configuration(_ speaks: ProtocolSpec, _ map: [String: ParameterIndex]) -> Configuration {
        var controls = speaks.controls.filter { map[$0.id] != nil }
        for index in controls.indices {
            guard let parameter = map[controls[index].id] else { continue }
            controls[index].parameter = parameter
            controls[index].action = ButtonRule.action(of: controls[index], on: parameters[parameter.offset].kind)
        }
        var surface = SurfaceSpec(name: "desk", match: SurfaceMatch(client: "desk"), controls: controls)
        surface.speaks = speaks
        return Configuration(parameters: parameters, surfaces: [surface])
    }

    /// Plays a script and expects its results.
    static func check(
        _ configuration: Configuration, _ script: String, until end: String? = nil, at location: SourceLocation = #_sourceLocation
    ) {
        let played = Transcript.play(script, on: configuration, isConnected: false, console: Console(configuration))
        #expect(played == script, sourceLocation: location)
    }

    /// The messages that a device is sent by an act that scripts do not have.
    static func sent(_ speaks: ProtocolSpec, _ act: (any SurfaceProtocol, FakePort) -> Void) -> [String] {
        let console = Console(configuration(speaks, [:]))
        let port = FakePort(surfaces: 1)
        let device = console.surfaces[0].device
        _ = device.connect(in: Act(now: .zero, port: port))
        _ = port.take()
        act(device, port)
        return port.take().map { String($0.dropFirst(3)) }
    }
}
