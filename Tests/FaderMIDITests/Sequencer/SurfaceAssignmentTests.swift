import FaderConsole
import Testing

@testable import FaderMIDI

@Suite struct SurfaceAssignmentTests {
    private func claims(
        _ surfaces: [SurfaceSpec], _ clients: [DeviceClient], before: [String: PortAddress] = [:]
    ) -> [String: PortAddress] {
        SurfaceAssignment(clients: clients).claims(of: surfaces, before: before)
    }

    @Test("two identical controllers go to two surfaces in the order of the config")
    func twins() {
        let surfaces = [surface("left", "X-Touch*"), surface("right", "X-Touch*")]
        let clients = [device(20, "X-Touch", ports: 2), device(28, "X-Touch", ports: 2)]
        #expect(claims(surfaces, clients) == ["left": at(20), "right": at(28)])
    }

    @Test("the second port of one device is not its missing twin")
    func missingTwin() {
        let surfaces = [surface("left", "X-Touch*"), surface("right", "X-Touch*")]
        #expect(claims(surfaces, [device(20, "X-Touch", ports: 2)]) == ["left": at(20)])
    }

    @Test("a surface whose profile has errors gets no device, and no other surface gets its device")
    func refused() {
        var surfaces = [surface("left", "X-Touch*"), surface("right", "X-Touch*")]
        surfaces[0].isRefused = true
        let clients = [device(20, "X-Touch"), device(28, "X-Touch")]
        let first = claims(surfaces, clients)
        #expect(first == ["right": at(28)])
        #expect(claims(surfaces, clients, before: first) == first)
        surfaces[0].isRefused = false
        #expect(claims(surfaces, clients, before: first) == ["left": at(20), "right": at(28)])
    }

    @Test("a surface keeps its device when an earlier one comes back, under any number")
    func stickiness() {
        let surfaces = [surface("left", "X-Touch*"), surface("right", "X-Touch*")]
        let alone = claims(surfaces, [device(28, "X-Touch")], before: ["left": at(20), "right": at(28)])
        #expect(alone == ["right": at(28)])
        #expect(claims(surfaces, [device(16, "X-Touch"), device(28, "X-Touch")], before: alone) == ["left": at(16), "right": at(28)])
    }

    @Test("a client number that now belongs to another device is not remembered")
    func reusedNumber() {
        let surfaces = [surface("desk", "X-Touch*")]
        #expect(claims(surfaces, [device(20, "BCF2000"), device(24, "X-Touch")], before: ["desk": at(20)]) == ["desk": at(24)])
    }

    @Test("a device is found by its USB identity under any name, or by its name, and keeps its claim when it is renamed")
    func usb() throws {
        let identity = try #require(USBIdentity(parsing: "1397:00b4"))
        let desk = SurfaceSpec(name: "desk", match: SurfaceMatch(client: "X-Touch*", usb: [identity]))
        var named = device(20, "My Own Name")
        #expect(claims([desk], [named]).isEmpty)
        named.usb = identity
        let found = claims([desk], [device(16, "X-Tuch"), named])
        #expect(found == ["desk": at(20)])
        #expect(claims([desk], [device(16, "X-Touch"), named], before: found) == found)
        #expect(claims([desk], [device(16, "X-Touch"), device(20, "My Own Name")]) == ["desk": at(16)])
        let nameless = SurfaceSpec(name: "desk", match: SurfaceMatch(client: "", usb: [identity]))
        #expect(claims([nameless], [device(16, ""), device(17, "X-Touch"), named]) == ["desk": at(20)])
    }

    @Test("a renamed client goes to the surface its new name matches")
    func rename() {
        let surfaces = [surface("desk", "X-Touch*"), surface("box", "nano*")]
        #expect(claims(surfaces, [device(128, "nanoKONTROL2")], before: ["desk": at(128)]) == ["box": at(128)])
    }

    @Test("a port is counted in the order of the client's ports, not by its number")
    func portIndex() {
        let clients = [DeviceClient(number: 20, name: "Pad", ports: [duplex(0), duplex(32), duplex(64)])]
        #expect(claims([surface("a", "Pad", port: 1)], clients) == ["a": at(20, 32)])
        #expect(claims([surface("a", "Pad", port: 3)], clients).isEmpty)
    }

    @Test("two surfaces share a device by its ports")
    func sharedDevice() {
        let surfaces = [surface("ext", "X-Touch*", port: 1), surface("desk", "X-Touch*", port: 0)]
        #expect(claims(surfaces, [device(20, "X-Touch", ports: 2)]) == ["ext": at(20, 1), "desk": at(20, 0)])
    }

    @Test("without a port number the first two-way port is used, else the first usable one")
    func portChoice() {
        let input = DevicePort(number: 0, name: "in", canSend: true, canReceive: false)
        let hidden = DevicePort(number: 1, name: "none", canSend: false, canReceive: false)
        #expect(claims([surface("a", "*")], [DeviceClient(number: 20, name: "x", ports: [hidden, input])]) == ["a": at(20, 0)])
        #expect(claims([surface("a", "*")], [DeviceClient(number: 20, name: "x", ports: [input, duplex(2)])]) == ["a": at(20, 2)])
        #expect(claims([surface("a", "*")], [DeviceClient(number: 20, name: "x", ports: [hidden])]).isEmpty)
    }

    @Test("a two-way port that appears later replaces a one-way port, a second two-way port does not replace the first")
    func lateBetterPort() {
        let input = DevicePort(number: 0, name: "in", canSend: true, canReceive: false)
        let late = [DeviceClient(number: 20, name: "x", ports: [input, duplex(2)])]
        #expect(claims([surface("a", "x")], late, before: ["a": at(20, 0)]) == ["a": at(20, 2)])
        #expect(claims([surface("a", "x")], [device(20, "x", ports: 3)], before: ["a": at(20, 1)]) == ["a": at(20, 1)])
    }

    @Test("a client without ports yet is waited for")
    func latePorts() {
        #expect(claims([surface("a", "x")], [device(20, "x", ports: 0), device(24, "x")]) == ["a": at(24)])
        #expect(claims([surface("a", "x")], [device(20, "x", ports: 0)]).isEmpty)
    }

    @Test("a device that is being unplugged port by port does not get its claim back on the next port")
    func departing() {
        let halfGone = DeviceClient(number: 20, name: "X-Touch", ports: [duplex(1)])
        let surfaces = [surface("desk", "X-Touch*"), surface("ext", "X-Touch*", port: 0)]
        let assignment = SurfaceAssignment(clients: [halfGone], departing: [20])
        #expect(assignment.claims(of: surfaces, before: ["desk": at(20, 0)]).isEmpty)
        #expect(assignment.shrunk(since: ["desk": at(20, 0), "gone": at(24), "ext": at(20, 1)]) == [20])
        #expect(assignment.claims(of: surfaces, before: ["ext": at(20, 1)]) == ["ext": at(20, 1)])
    }

    @Test("Midi Through belongs only to a surface that names it", arguments: ["*", "Midi*", "?idi Through*", "M*"])
    func through(glob: String) {
        let clients = [device(14, "Midi Through"), device(20, "Midi Fighter")]
        #expect(claims([surface("a", glob)], clients)["a"] != at(14))
        #expect(claims([surface("a", "Midi Through*")], clients) == ["a": at(14)])
    }

    @Test("a changed match takes the claim away, and only that one")
    func changedMatch() {
        let clients = [device(20, "A"), device(24, "B"), device(28, "C")]
        let surfaces = [surface("one", "C"), surface("two", "B")]
        #expect(claims(surfaces, clients, before: ["one": at(20), "two": at(24), "gone": at(28)]) == ["one": at(28), "two": at(24)])
    }
}
