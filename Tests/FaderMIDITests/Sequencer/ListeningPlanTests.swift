import FaderConsole
import Testing

@testable import FaderMIDI

@Suite struct ListeningPlanTests {
    private func hardware(_ number: Int, canSend: Bool = true) -> DevicePort {
        DevicePort(number: number, name: "port \(number)", canSend: canSend, canReceive: true, isHardware: true)
    }

    private func plan(_ clients: [DeviceClient], taken: Set<SequencerLink> = []) -> [ListeningPlan.Source] {
        ListeningPlan(clients: clients, surfaces: [at(128, 0), at(128, 1)], Links(links: taken)).sources
    }

    @Test("a controller that no surface has is heard, named by its client")
    func unconfigured() {
        let found = plan([DeviceClient(number: 20, name: "nanoKONTROL2", ports: [hardware(0)])])
        #expect(found == [ListeningPlan.Source(address: at(20), client: "nanoKONTROL2", port: nil, ports: ["port 0"], canReceive: true)])
    }

    @Test("a port that a surface uses is left to the surface, whoever connected it")
    func taken() {
        let twoPorts = DeviceClient(number: 20, name: "MIDI4x4", ports: [hardware(0), hardware(3)])
        let first = SequencerLink(source: at(20), destination: at(128, 1))
        let second = ListeningPlan.Source(address: at(20, 3), client: "MIDI4x4", port: 1, ports: ["port 0", "port 3"], canReceive: true)
        #expect(plan([twoPorts], taken: [first]) == [second])
        // The other direction only feeds a motor.
        let back = SequencerLink(source: at(128, 1), destination: at(20))
        #expect(plan([twoPorts], taken: [back]).map(\.port) == [0, 1])
        // Unless the surface is heard from another port of the device.
        #expect(plan([twoPorts], taken: [back, SequencerLink(source: at(20, 3), destination: at(128, 1))]).isEmpty)
    }

    @Test("programs, loop-backs and ports that only receive are not heard; a program that says it is a device is")
    func others() {
        let bluetooth = DeviceClient(number: 130, name: "BLE", isProgram: true, ports: [hardware(0)])
        let found = plan([
            DeviceClient(number: 14, name: "Midi Through", ports: [hardware(0)]),
            DeviceClient(number: 20, name: "Lamp", ports: [hardware(0, canSend: false)]), device(128, "faderd"),
            device(129, "Ardour"), bluetooth,
        ])
        #expect(found.map(\.client) == ["BLE"])
    }

    @Test("an event is shown as monitor shows it, and one that is not MIDI is ignored")
    func content() {
        let message = MIDIMessage(MessageAddress(.cc, number: 7, channel: 0), raw: 64)
        #expect(SequencerEvent.message(message).content == .message(message))
        #expect(SequencerEvent.other(status: 0xF8, length: 1).content == .other(status: 0xF8, length: 1))
        for event in [SequencerEvent.subscribed(sender: at(20)), .unsubscribed, .settled, .ignored] {
            #expect(event.content == nil)
        }
    }
}

private struct Links: Wiring {
    let links: Set<SequencerLink>

    func connect(_ link: SequencerLink) throws(SequencerError) -> Bool { true }
    func disconnect(_ link: SequencerLink) {}
    func isConnected(_ link: SequencerLink) -> Bool { links.contains(link) }
}
