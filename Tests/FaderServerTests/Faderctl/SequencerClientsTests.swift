import Testing

@testable import FaderCLI

/// The kernel's list of the sequencer's clients, as `snd_seq_info_clients_read` writes it.
@Suite("/proc/asound/seq/clients") struct SequencerClientsTests {
    /// A list with faderd on an X-Touch and Ardour beside it; `sender`: who sends to the X-Touch.
    static func list(name: String = "X-Touch", sender: String = "128:0", more: [String] = [], count: Int? = nil) -> String {
        let lines = [
            "Client info", "  cur  clients : \(count ?? 5 + more.count)", "  peak clients : 9", "  max  clients : 192", "",
            "Client   0 : \"System\" [Kernel Legacy]", "  Port   0 : \"Timer\" (Rwe-) [In/Out]", "  Port   1 : \"Announce\" (R-e-) [In]",
            "    Connecting To: 130:0", "Client  20 : \"\(name)\" [Kernel Legacy]", "  Port   0 : \"X-Touch MIDI 1\" (RWeX) [In/Out]",
            "    Connecting To: 128:0[r:0], 129:0", "    Connected From: \(sender)", "Client 128 : \"faderd\" [User Legacy]",
            "  Port   0 : \"desk\" (RWe-) [In/Out]", "    Connecting To: 20:0", "    Connected From: 20:0[r:0]", "  Output pool :",
            "    Pool size          : 500", "Client 129 : \"Ardour\" [User]", "  Port   0 : \"control\" (RWe-)", "    Connected From: 20:0",
            "Client 130 : \"faderd watcher\" [User Legacy]", "  Port   0 : \"watch\" (-We-)", "    Connected From: 0:1",
        ]
        return (lines + more).joined(separator: "\n") + "\n"
    }

    @Test("clients, ports and connections in both directions are read, in the form of old and new kernels")
    func read() throws {
        let clients = try #require(SequencerClients(Self.list(sender: "128:0, 129:0[ex]")))
        #expect(clients.clients.map(\.number) == [0, 20, 128, 129, 130])
        let device = clients.clients[1].ports[0]
        #expect(device.receivers.map(\.text) == ["128:0", "129:0"])
        #expect(device.senders.map(\.text) == ["128:0", "129:0"])
        #expect(clients.clients.map(\.isProgram) == [false, false, true, true, true])
        #expect(clients.daemons.map(\.number) == [128])
    }

    @Test("who only listens does no harm")
    func listener() throws {
        let findings = try #require(SequencerClients(Self.list())).findings()
        #expect(findings == [.none("other programs", "\"Ardour\" listens to \"X-Touch\", too, which does no harm")])
    }

    @Test("a name may have quotes and brackets in it")
    func quotes() throws {
        let clients = try #require(SequencerClients(Self.list(name: "a\" [User] \"b")))
        #expect(clients.clients[1].name == "a\" [User] \"b")
        #expect(!clients.clients[1].isProgram)
    }

    @Test(
        "what is not as the kernel writes it is not read at all",
        arguments: [
            "", "Client info\n", list(count: 4), list(name: "x\nClient  21 : \"y\" [User]"), list(sender: "128"), list(sender: "a:b"),
            list(more: ["Client  20 : \"twice\" [User]"]), list(more: ["  Port   x : \"y\" (RWe-)"]),
        ])
    func refused(text: String) {
        #expect(SequencerClients(text) == nil)
    }
}
