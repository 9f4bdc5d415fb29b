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

    @Test("what is wrong is reported at its place")
    func errors() {
        expect(
            Self.parameters + """
                osc:
                  listen: 1️⃣70000
                  allow: [2️⃣192.168.1.7/24, 3️⃣phone, 4️⃣10.0.0.0/33, 5️⃣300.1.1.1]
                  send: [6️⃣{only: [master]}, {to: 7️⃣"192.168.1:9001"}, {to: 8️⃣phone}, {to: "a:1", only: 9️⃣[]}]

                """,
            [
                "1️⃣ error: listen must be a whole number 1…65535, found \"70000\"",
                "2️⃣ error: \"192.168.1.7/24\" is an address within a network: give the address alone, or the network with 0 after its 24 bits",
                "3️⃣ error: \"phone\" is not an address or a network: write it as 192.168.1.7, 192.168.1.0/24 or fe80::/10",
                "4️⃣ error: the number after / is how many bits of the address count, 0…32; found \"10.0.0.0/33\"",
                "5️⃣ error: \"300.1.1.1\" is not an address or a network: write it as 192.168.1.7, 192.168.1.0/24 or fe80::/10",
                "6️⃣ error: a receiver needs \"to\", such as {to: \"192.168.1.7:9001\"}",
                "7️⃣ error: \"192.168.1\" is neither an address nor a host name: write it as 192.168.1.20 or desk.local",
                "8️⃣ error: expected HOST:PORT, such as 192.168.1.20:10024, found \"phone\"",
                "9️⃣ error: only is empty; leave it out to send everything",
            ])
        expect(
            Self.parameters
                + "osc: {listen: 9000, allow: [127.0.0.1], send: 1️⃣[{to: 2️⃣\"127.0.0.1:9000\"}, {to: 3️⃣\"localhost:9000\"}, {to: \"10.0.0.1:9000\"}]}\n",
            [
                "1️⃣ error: 127.0.0.1:9000 is in send twice; give it once, with everything that it is sent",
                "2️⃣ error: faderd itself listens on port 9000 of this machine: give the port at which the program listens",
                "3️⃣ error: faderd itself listens on port 9000 of this machine: give the port at which the program listens",
            ])
        expect(
            Self.parameters + "osc: {listen: 1️⃣9000}\n",
            [
                "1️⃣ error: listen needs \"allow\", the addresses of those who may ask, such as allow: [192.168.1.0/24]; 127.0.0.1 is this machine"
            ])
        expect(
            Self.parameters + "osc: {allow: 1️⃣[127.0.0.1], send: 2️⃣[{to: \"a:1\"}, {to: \"a:1\", only: [3️⃣nix]}]}\n",
            [
                "1️⃣ error: allow has no effect: it says who may ask, but there is no port to listen on",
                "2️⃣ error: a:1 is in send twice; give it once, with everything that it is sent",
                "3️⃣ warning: no parameter of this config matches \"nix\"",
            ])
        expect(
            Self.parameters + "osc: {1️⃣subscribe: true, send: [{to: \"a:1\"}]}\n", ["1️⃣ error: unknown key \"subscribe\" in osc"])
        expect(
            Self.parameters + "osc: 1️⃣{}\n",
            ["1️⃣ error: osc needs \"listen\", \"send\", or both, such as {listen: 9000, allow: [192.168.1.0/24]}"])
        expect(
            Self.parameters + "targets: {ardour: {osc: \"127.0.0.1:3819\", listen: 9000}}\nosc: {listen: 1️⃣9000, allow: 2️⃣[]}\n",
            [
                "1️⃣ error: \"ardour\" of targets already listens on port 9000",
                "2️⃣ error: allow is empty, so nobody may ask; leave listen and allow out instead",
            ])
    }

    @Test("entries of targets may share a port if their packets can be told apart")
    func sharing() {
        expect(
            """
            version: 1
            targets:
              a: {osc: "127.0.0.1:1", listen: 9000}
              b: {osc: "127.0.0.1:2", listen: 9000}
              c: {osc: "127.0.0.1:1", listen: 9000}
              1️⃣d: {osc: "127.0.0.1:1", listen: 9000, keepalive: {send: /a, every: 1 s}}
              2️⃣e: {osc: "127.0.0.1:3", listen: 9000, from: any}

            """,
            [
                "1️⃣ error: \"a\" already listens on port 9000; only one entry can, unless each has another address and none has from",
                "2️⃣ error: \"a\" already listens on port 9000; only one entry can, unless each has another address and none has from",
            ])
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
