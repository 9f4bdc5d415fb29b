import FaderConsole
import FaderValues
import Testing

@testable import FaderMIDI

@Suite("Which of several identical controllers is which")
struct TwinTests {
    private let pair = [surface("left", "X-Touch*"), surface("right", "X-Touch*")]

    /// Looks, one after the other, at what is plugged in; what surfaces remember is carried on. Claims are, too, unless the daemon restarts.
    private func look(
        _ surfaces: [SurfaceSpec], _ looks: [[DeviceClient]], remembered: [String: USBDevice] = [:], restarts: Bool = false
    ) -> (claims: [String: PortAddress], remembered: [String: USBDevice]) {
        var (claims, remembered) = ([String: PortAddress](), remembered)
        for clients in looks {
            var assignment = SurfaceAssignment(clients: clients.sorted { $0.number < $1.number })
            assignment.remembered = remembered
            claims = assignment.claims(of: surfaces, before: restarts ? [:] : claims)
            remembered = assignment.remembered(after: claims)
        }
        return (claims, remembered)
    }

    @Test("two with serial numbers keep their surfaces in any order of plugging, in any socket, and after a restart")
    func serials() {
        let first = [twin(20, serial: "A", path: "1-1"), twin(24, serial: "B", path: "1-2")]
        for restarts in [false, true] {
            let swapped = [twin(20, serial: "B", path: "1-2"), twin(24, serial: "A", path: "1-1")]
            #expect(look(pair, [first, [], swapped], restarts: restarts).claims == ["left": at(24), "right": at(20)])
            let moved = [twin(20, serial: "B", path: "3-1.4"), twin(24, serial: "A", path: "1-2")]
            #expect(look(pair, [first, [], moved], restarts: restarts).claims == ["left": at(24), "right": at(20)])
            let second = [twin(20, serial: "B", path: "1-2")]
            #expect(look(pair, [first, [], second], restarts: restarts).claims == ["right": at(20)], "the other one's is absent")
        }
    }

    @Test("two that are replugged between two looks are not taken for each other by their numbers")
    func reusedNumbers() {
        let first = [twin(20, serial: "A", path: "1-1"), twin(24, serial: "B", path: "1-2")]
        let swapped = [twin(20, serial: "B", path: "1-2"), twin(24, serial: "A", path: "1-1")]
        #expect(look(pair, [first, swapped]).claims == ["left": at(24), "right": at(20)])
    }

    @Test("two without serial numbers, or with the same one, are known by their sockets", arguments: [nil, "1"])
    func paths(serial: String?) {
        let first = [twin(20, serial: serial, path: "1-1"), twin(24, serial: serial, path: "1-2.3")]
        let swapped = [twin(20, serial: serial, path: "1-2.3"), twin(24, serial: serial, path: "1-1")]
        #expect(look(pair, [first, [], swapped]).claims == ["left": at(24), "right": at(20)])
        #expect(look(pair, [first, [], [swapped[0]]]).claims == ["right": at(20)])
    }

    @Test("one of a known serial number is known in another socket; without one it is a new one")
    func moved() {
        let one = [surface("desk", "X-Touch*")]
        #expect(look(one, [[twin(20, serial: "A", path: "1-1")], [], [twin(20, serial: "A", path: "1-4")]]).claims == ["desk": at(20)])
        #expect(look(one, [[twin(20, serial: nil, path: "1-1")], [], [twin(20, serial: nil, path: "1-4")]]).claims == ["desk": at(20)])
    }

    @Test("an unknown one goes to the first surface whose own is absent, and is that surface's own from then on")
    func unknown() {
        let known = [twin(20, serial: "A", path: "1-1"), twin(24, serial: "B", path: "1-2")]
        let new = twin(16, serial: "C", path: "1-3")
        let result = look(pair, [known, [], [known[1], new]])
        #expect(result.claims == ["left": at(16), "right": at(24)])
        #expect(result.remembered.mapValues(\.serial) == ["left": "C", "right": "B"])
        #expect(look(pair, [known, [new] + known]).claims == ["left": at(20), "right": at(24)])
    }

    @Test("a state of another machine is only a preference: what it does not know is taken in order")
    func elsewhere() {
        let remembered = ["left": USBDevice(id: "1397:00b4", serial: "X", path: "1-9"), "right": USBDevice(id: "1397:00b4", path: "1-8")]
        let here = [twin(20, serial: "A", path: "1-1"), twin(24, serial: "B", path: "1-2")]
        #expect(look(pair, [here], remembered: remembered).claims == ["left": at(20), "right": at(24)])
    }

    @Test("two surfaces on two ports of one device both have it, and both find it again")
    func ports() {
        let surfaces = [surface("main", "X-Touch*", port: 0), surface("more", "X-Touch*", port: 1)]
        let own = twin(20, serial: "A", path: "1-1", ports: 2)
        let other = twin(16, serial: "B", path: "1-2", ports: 2)
        var again = own
        again.number = 24
        #expect(look(surfaces, [[own], [], [other, again]]).claims == ["main": at(24, 0), "more": at(24, 1)])
    }

    @Test("serial, USB path, card and port name of a match must all hold")
    func besides() {
        let clients = [twin(20, serial: "A", path: "1-1"), twin(24, serial: "B", path: "1-2"), device(28, "X-Touch")]
        func found(_ change: (inout SurfaceMatch) -> Void) -> PortAddress? {
            var desk = surface("desk", "X-Touch*")
            change(&desk.match)
            return look([desk], [clients]).claims["desk"]
        }
        #expect(found { $0.serial = "B" } == at(24))
        #expect(found { $0.usbPath = "1-2*" } == at(24))
        #expect(found { $0.card = "*24" } == at(24))
        #expect(found { $0.serial = "C" } == nil)
        #expect(found { ($0.serial, $0.usbPath) = ("A", "1-2") } == nil)
        #expect(found { $0.portName = "port 1" } == nil)
        let two = device(20, "X-Touch", ports: 3)
        var desk = surface("desk", "X-Touch*")
        desk.match.portName = "port 2"
        #expect(look([desk], [[two]]).claims == ["desk": at(20, 2)])
        desk.match.port = 1
        #expect(look([desk], [[two]]).claims.isEmpty, "both must fit")
    }

    @Test("a match that names a device gets it, even from a surface that has it, or had it")
    func named() {
        let clients = [twin(20, serial: "A", path: "1-1"), twin(24, serial: "B", path: "1-2")]
        let before = look(pair, [clients])
        var changed = pair
        changed[1].match.serial = "A"
        let expected = ["left": at(24), "right": at(20)]
        #expect(look(changed, [clients], remembered: before.remembered).claims == expected)
        var assignment = SurfaceAssignment(clients: clients)
        assignment.remembered = before.remembered
        #expect(assignment.claims(of: changed, before: before.claims) == expected)
    }

    @Test("a surface that only got another name in its place keeps its device")
    func renamed() {
        func names(_ new: [SurfaceSpec]) -> [String] { RenamedSurfaces.names(from: pair, to: new).map { "\($0.former) \($0.name)" } }
        #expect(names([surface("a", "X-Touch*"), surface("b", "X-Touch*")]) == ["left a", "right b"])
        #expect(names([surface("right", "X-Touch*"), surface("left", "X-Touch*")]).isEmpty)
        #expect(names([surface("a", "BCF*"), surface("right", "X-Touch*")]).isEmpty)
    }
}
