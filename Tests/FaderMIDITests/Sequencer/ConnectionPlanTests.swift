import FaderConsole
import FaderValues
import Testing

@testable import FaderMIDI

@Suite struct ConnectionPlanTests {
    private let desk = [surface("desk", "X-Touch*")]
    private let own = [DevicePort(number: 3, name: "desk", canSend: true, canReceive: true)]

    private func plan(_ surfaces: [SurfaceSpec], _ clients: [DeviceClient], ports: [DevicePort]) -> ConnectionPlan {
        let assignment = SurfaceAssignment(clients: clients)
        let claims = assignment.claims(of: surfaces, before: [:])
        return ConnectionPlan(surfaces: surfaces, claims: claims, assignment: assignment, client: 128, ports: ports)
    }

    @Test("a device is connected both ways to the port with the surface's name, its output first")
    func bothWays() {
        let plan = plan(desk, [device(20, "X-Touch")], ports: own)
        #expect(
            plan.links == [SequencerLink(source: at(20), destination: at(128, 3)), SequencerLink(source: at(128, 3), destination: at(20))])
    }

    @Test("a device that only sends is connected one way")
    func oneWay() {
        let input = DevicePort(number: 0, name: "in", canSend: true, canReceive: false)
        let plan = plan(desk, [DeviceClient(number: 20, name: "X-Touch", ports: [input])], ports: own)
        #expect(plan.links == [SequencerLink(source: at(20), destination: at(128, 3))])
    }

    /// A device that sends from two ports and listens on the first.
    private let twoInOneOut = DeviceClient(
        number: 20, name: "X-Touch",
        ports: [duplex(0), DevicePort(number: 1, name: "port 1", canSend: true, canReceive: false)])

    private func fader() -> ControlSpec {
        let address = MessageAddress(.cc, number: 1, channel: 0)
        return ControlSpec(id: "fader.1", input: address, motor: address)
    }

    @Test("what cannot be sent is said, with the port that takes messages; nothing is said where nothing is to be sent")
    func oneWayIsSaid() throws {
        var desk = surface("desk", "X-Touch*", port: 1)
        #expect(plan([desk], [twoInOneOut], ports: own).devices(LinkKeeper())[0].device?.oneWay == nil)
        desk.controls = [fader()]
        let told = plan([desk], [twoInOneOut], ports: own).devices(LinkKeeper())[0].device?.oneWay
        #expect(
            told == "motors: nothing is sent, because its port \"port 1\" takes no messages; what takes messages is port 1 (\"port 0\"), "
                + "which \"out: {port: N}\" in the surface names")
        desk.out = PortChoice(index: 1)
        let wrong = plan([desk], [twoInOneOut], ports: own).devices(LinkKeeper())[0].device?.oneWay
        #expect(wrong?.hasPrefix("motors: nothing is sent, because no port that fits \"out: {port: 2}\" takes messages") == true)
        desk.match.port = nil
        desk.out = nil
        let deaf = DeviceClient(number: 20, name: "X-Touch", ports: [DevicePort(number: 0, name: "o", canSend: false, canReceive: true)])
        let unheard = plan([desk], [deaf], ports: own).devices(LinkKeeper())[0].device?.oneWay
        #expect(unheard == "its port \"o\" sends nothing, so its controls are not heard; what sends is none of its ports, for the match")
    }

    @Test("out names the port that is sent to, by number or name, beside the one that is heard")
    func out() {
        for choice in [PortChoice(index: 0), PortChoice(name: "* 0"), PortChoice(index: 0, name: "port ?")] {
            var desk = surface("desk", "X-Touch*", port: 1)
            (desk.controls, desk.out) = ([fader()], choice)
            let plan = plan([desk], [twoInOneOut], ports: own)
            #expect(
                plan.links == [
                    SequencerLink(source: at(20, 1), destination: at(128, 3)), SequencerLink(source: at(128, 3), destination: at(20, 0)),
                ])
            let device = plan.devices(LinkKeeper())[0].device
            #expect(device?.output == "port 0" && device?.oneWay == nil)
        }
    }

    @Test("a surface reports whether it waits, is being connected, is connected or was refused")
    func states() {
        var keeper = LinkKeeper()
        #expect(plan(desk, [], ports: own).devices(keeper) == [SurfaceDevice(surface: "desk", device: nil, state: .waiting)])
        #expect(plan(desk, [device(20, "X-Touch")], ports: []).devices(keeper).map(\.state) == [.connecting])
        let ready = plan(desk, [device(20, "X-Touch")], ports: own)
        _ = keeper.reconcile(ready.links, Refusing(), now: .now)
        #expect(ready.devices(keeper).map(\.state) == [.refused(.denied)])
        _ = keeper.reconcile(ready.links, Accepting(), now: .now + .seconds(1))
        #expect(ready.devices(keeper).map(\.state) == [.connected])
        keeper.observe(Refusing(), programs: [20], at: .now)
        #expect(ready.devices(keeper).map(\.state) == [.dropped])
        keeper.leave(Set(ready.links))
        #expect(ready.devices(keeper).map(\.state) == [.disconnected])
        #expect(ready.surface(of: ready.links[0]) == "desk")
        let found = SurfaceDevice.Device(client: "X-Touch", clientNumber: 20, port: "port 0", portNumber: 0)
        #expect(ready.devices(keeper).map(\.device) == [found])
    }

    @Test("a name longer than the kernel keeps still finds its port")
    func longName() {
        let name = String(repeating: "n", count: 80)
        let kept = DevicePort(number: 0, name: String(repeating: "n", count: 63), canSend: true, canReceive: true)
        #expect(plan([surface(name, "X*")], [device(20, "X")], ports: [kept]).links.count == 2)
    }
}

private struct Refusing: Wiring {
    func connect(_ link: SequencerLink) throws(SequencerError) -> Bool { throw .denied }
    func disconnect(_ link: SequencerLink) {}
    func isConnected(_ link: SequencerLink) -> Bool { false }
}

private struct Accepting: Wiring {
    func connect(_ link: SequencerLink) throws(SequencerError) -> Bool { true }
    func disconnect(_ link: SequencerLink) {}
    func isConnected(_ link: SequencerLink) -> Bool { true }
}
