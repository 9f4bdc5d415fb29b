import FaderConsole
import FaderValues

@testable import FaderMIDI

/// A client with the given number of duplex ports.
func device(_ number: Int, _ name: String, ports: Int = 1) -> DeviceClient {
    DeviceClient(number: number, name: name, ports: (0..<ports).map { duplex($0) })
}

/// A port that can send and receive.
func duplex(_ number: Int) -> DevicePort { DevicePort(number: number, name: "port \(number)", canSend: true, canReceive: true) }

/// A surface that matches a client.
func surface(_ name: String, _ glob: String, port: Int? = nil) -> SurfaceSpec {
    SurfaceSpec(name: name, match: SurfaceMatch(client: glob, port: port))
}

/// The address of a port.
func at(_ client: Int, _ port: Int = 0) -> PortAddress { PortAddress(client: client, port: port) }

/// One of several controllers of a model on USB.
func twin(_ number: Int, serial: String?, path: String, ports: Int = 1) -> DeviceClient {
    var client = device(number, "X-Touch", ports: ports)
    client.usb = USBIdentity(parsing: "1397:00b4")
    client.device = USBDevice(id: "1397:00b4", serial: serial, path: path)
    client.card = "XTouch\(number)"
    return client
}
