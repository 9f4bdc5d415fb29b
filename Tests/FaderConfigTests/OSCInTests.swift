import FaderConfig
import FaderConsole
import FaderTargets
import FaderValues
import Testing

@Suite("osc: in a config")
struct OSCInTests {
    private static let parameters = "version: 1\nparameters: {master: {}, drums.kick: {}, lamp: {kind: color}}\n"

    private static func address(_ bytes: [UInt8]) throws -> IPAddress { try #require(IPAddress(bytes: bytes)) }

    @Test("the port, the addresses and the receivers are read")
    func reading() throws {
        let read = try settings(
            Self.parameters + """
                osc:
                  listen: 9000
                  allow: [192.168.1.0/24, 127.0.0.1, "fe80::/10", 10.0.0.0/8]
                  send:
                    - {to: "192.168.1.7:9001", only: [master, drums.*]}
                    - {to: "phone.local:9001"}
                    - {to: "[fe80::1]:9001"}

                """)
        let osc = try #require(read.osc)
        #expect(osc.listen == 9000)
        #expect(
            osc.send == [
                OSCInSpec.Receiver(host: "192.168.1.7", port: 9001, only: ["master", "drums.*"]),
                OSCInSpec.Receiver(host: "phone.local", port: 9001), OSCInSpec.Receiver(host: "fe80::1", port: 9001),
            ])
        for (bytes, isAdmitted) in [
            ([192, 168, 1, 0], true), ([192, 168, 1, 255], true), ([192, 168, 2, 1], false), ([127, 0, 0, 1], true),
            ([127, 0, 0, 2], false),
            ([10, 255, 1, 1], true), ([11, 0, 0, 1], false),
            ([0xFE, 0x80] + Array(repeating: 0, count: 13) + [1], true), ([0xFE, 0xC0] + Array(repeating: 0, count: 13) + [1], false),
            ([UInt8](repeating: 0, count: 15) + [1], false),
            // ::ffff:192.168.1.7
            ([UInt8](repeating: 0, count: 10) + [255, 255, 192, 168, 1, 7], true),
        ] { #expect(try osc.admits(Self.address(bytes)) == isAdmitted, "\(bytes)") }
    }

    @Test("0.0.0.0/0 is all of version 4 and nothing of version 6, and ::/0 is everything")
    func all() throws {
        let four = try #require(AddressRange(try Self.address([0, 0, 0, 0]), length: 0))
        let six = try #require(AddressRange(try Self.address([UInt8](repeating: 0, count: 16)), length: 0))
        let (phone, other) = (try Self.address([8, 8, 8, 8]), try Self.address([0x20] + [UInt8](repeating: 1, count: 15)))
        #expect(four.contains(phone) && !four.contains(other) && six.contains(phone) && six.contains(other))
        #expect(phone.bytes == [UInt8](repeating: 0, count: 10) + [255, 255, 8, 8, 8, 8])
    }

    @Test("only: takes the words of lists")
    func lists() throws {
        let read = try settings(
            """
            version: 1
            lists: {ch: [kick, snare]}
            parameters: {"{ch}.level": {}, "{ch}.mute": {kind: toggle}}
            osc: {send: [{to: "127.0.0.1:9001", only: ["{ch}.level"]}]}

            """)
        #expect(read.osc?.send == [OSCInSpec.Receiver(host: "127.0.0.1", port: 9001, only: ["kick.level", "snare.level"])])
    }

    @Test("without listen nobody may ask, whatever comes")
    func sendOnly() throws {
        let osc = try #require(try settings(Self.parameters + "osc: {send: [{to: \"127.0.0.1:9001\"}]}\n").osc)
        let local = try Self.address([127, 0, 0, 1])
        #expect(osc.listen == nil && !osc.admits(local))
        #expect(try settings(Self.parameters).osc == nil)
    }

    @Test("a host can be named, and a mistake in an address is not taken for a name")
    func names() throws {
        let named = try settings(
            "version: 1\ntargets: {x: {osc: \"x32.studio.local:10023\"}}\nparameters: {a: {target: {osc: x, address: /a}}}\n")
        #expect((named.targets[0].target.details as? OSCTargetSpec)?.peer.host == "x32.studio.local")
        for bad in ["192.168.1", "300.1.1.1", "a..b", ".", "a b", "käse"] {
            let result = read("version: 1\ntargets: {x: {osc: \"\(bad):10023\"}}\nparameters: {a: {}}\n")
            #expect(result.diagnostics.count == 1, "\(bad): \(result.diagnostics.map(\.text))")
        }
    }
}
