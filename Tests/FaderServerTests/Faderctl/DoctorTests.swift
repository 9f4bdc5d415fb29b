import FaderAPI
import FaderValues
import Testing

@testable import FaderCLI

/// What `doctor` says about machines that are made up: for every ✗ there is one.
@Suite("doctor on made-up machines") struct DoctorTests {
    /// A machine on which everything is as it should be, with a user's daemon on the sequencer.
    static func fine(_ change: (inout Machine) -> Void = { _ in }) -> Machine {
        var status = StatusResource(
            version: faderdVersion, uptime: 60, process: 42, socket: "/run/user/1/faderd/faderd.sock", config: "/home/me/faderd.yaml",
            configFile: "/home/me/faderd.yaml", configDigest: "d1", state: "/home/me/state.json", sequencer: .present,
            realtime: .init(granted: true), saving: .init(state: .ok, unsaved: false), parameters: 1, surfaces: [],
            events: .init(received: 3, sent: 4), latency: .init())
        var surface = SurfaceResource(
            name: "desk", match: "X-Touch*", profile: "x-touch", state: .connected, client: "X-Touch", port: "X-Touch MIDI 1",
            mappings: [.init(control: "fader.1", parameter: "master")])
        surface.controls = []
        status.surfaces = [surface]
        var machine = Machine()
        machine.device.owner = "it belongs to root:audio, mode 660"
        machine.units = [ServiceUnit(.user, shown: unit(), status: 0), ServiceUnit(.system, shown: "LoadState=not-found\n", status: 0)]
        machine.installation = Installation(program: "/usr/local/bin/faderd", version: faderdVersion)
        machine.config = ConfigState(result: ReloadResource(config: "/home/me/faderd.yaml"), digest: "d1")
        machine.daemon = DaemonKnowledge(
            status: status, surfaces: [surface],
            profiles: [ProfileResource(name: "x-touch", title: "X-Touch", file: "/p/x-touch.yaml", valid: true, controls: [])])
        machine.clients = SequencerClients(SequencerClientsTests.list())
        machine.now = 1_800_000_000
        change(&machine)
        // The daemon that is asked is the one on the first socket, as on a real machine.
        if machine.sockets.places.isEmpty {
            let state: FoundSocket.State = machine.daemon.map { .answers($0.status) } ?? .nothing
            machine.sockets = SocketPlaces(places: [
                FoundSocket(path: "/run/user/1/faderd/faderd.sock", state: state),
                FoundSocket(path: "/run/faderd/faderd.sock", state: .nothing),
            ])
        }
        return machine
    }

    /// What `systemctl show` prints of a unit that runs, with other values.
    static func unit(_ changes: [String: String] = [:]) -> String {
        let properties = [
            "LoadState": "loaded", "UnitFileState": "enabled", "ActiveState": "active", "SubState": "running", "MainPID": "42",
            "Result": "success", "ExecMainStatus": "0", "NeedDaemonReload": "no",
            "ExecStart":
                "{ path=/usr/local/bin/faderd ; argv[]=/usr/local/bin/faderd ; ignore_errors=no ; pid=42 ; code=(null) ; status=0/0 }",
            "RestrictAddressFamilies": "AF_UNIX",
        ].merging(changes) { $1 }
        return properties.map { "\($0)=\($1)\n" }.joined()
    }

    static func stopped(_ change: (inout Machine) -> Void = { _ in }) -> Machine {
        fine { machine in
            machine.daemon = nil
            machine.units = []
            change(&machine)
        }
    }

    private static func wrong(_ machine: Machine) -> [Finding] { machine.findings.filter { $0.mark == .wrong } }

    @Test("a machine on which faders move has no ✗")
    func nothingWrong() {
        let machine = Self.fine()
        #expect(Self.wrong(machine).isEmpty, "\(Self.wrong(machine))")
        #expect(machine.findings.contains { $0.subject == "surface desk" && $0.mark == .ok })
    }

    @Test("the virtual surface of the example config, which no ordinary daemon has, is not ✗")
    func virtualSurface() {
        let machine = Self.fine {
            $0.daemon?.surfaces.append(SurfaceResource(name: "virtual", match: "faderd virtual", state: .waiting, mappings: []))
        }
        #expect(Self.wrong(machine).isEmpty, "\(Self.wrong(machine))")
        #expect(machine.findings.contains { $0.subject == "surface virtual" && $0.mark == .none && $0.sentence.contains("--virtual") })
    }

    @Test("where one unit runs, the other is not said to be started, because both would move the same motors")
    func otherUnit() {
        let machine = Self.fine {
            $0.units[1] = ServiceUnit(
                .system, shown: Self.unit(["UnitFileState": "disabled", "ActiveState": "inactive", "MainPID": "0"]), status: 0)
        }
        let finding = machine.findings.first { $0.subject == "system unit" }
        #expect(finding?.mark == Finding.Mark.none && finding?.advice == nil, "\(String(describing: finding))")
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let machine: @Sendable () -> Machine
        let subject: String
        /// Parts of the sentence and the advice.
        let says: [String]
        var testDescription: String { name }

        init(_ name: String, _ subject: String, _ says: [String], _ machine: @escaping @Sendable () -> Machine) {
            (self.name, self.subject, self.says, self.machine) = (name, subject, says, machine)
        }
    }

    @Test("every ✗ is one line that says what to type", arguments: device + units + sockets + files + surfaces + targets)
    func provoked(_ wanted: Case) throws {
        let machine = wanted.machine()
        let finding = try #require(Self.wrong(machine).first { $0.subject == wanted.subject }, "\(machine.findings)")
        let text = Finding.lines([finding], isASCII: false).joined(separator: "\n")
        for part in wanted.says { #expect(text.contains(part), "\(text)") }
        #expect(finding.advice?.isEmpty == false)
    }

    static let device = [
        Case("no module", "sequencer", ["snd-seq is not loaded", "sudo modprobe snd-seq"]) {
            stopped { ($0.device.isThere, $0.device.isLoaded) = (false, false) }
        },
        Case("no device in a container", "sequencer", ["has to be passed in", "--device /dev/snd/seq"]) {
            stopped { $0.device.isThere = false }
        },
        Case("no permission", "permission", ["root:audio, mode 660", "usermod -aG audio"]) {
            stopped { ($0.device.isAllowed, $0.device.owner) = (false, "it belongs to root:audio, mode 660") }
        },
        Case("a session older than the group", "permission", ["log out and in again"]) {
            stopped { ($0.device.isAllowed, $0.device.isListed) = (false, true) }
        },
    ]

    private static func user(_ changes: [String: String]) -> Machine {
        stopped { $0.units = [ServiceUnit(.user, shown: unit(changes), status: 0)] }
    }

    static let units = [
        Case("a broken unit", "user unit", ["has errors (bad-setting)", "systemctl --user status faderd"]) {
            user(["LoadState": "bad-setting"])
        },
        Case("no program", "user unit", ["/usr/local/bin/faderd is not there", "half installed", "make install"]) {
            fine { $0.units[0].hasProgram = false }
        },
        Case("a unit that failed", "user unit", ["exit code 78: errors in the config", "journalctl --user -u faderd -n 20"]) {
            user(["ActiveState": "failed", "Result": "exit-code", "ExecMainStatus": "78"])
        },
        Case("a unit that is started again and again", "user unit", ["started again", "exit code 69"]) {
            user(["ActiveState": "activating", "SubState": "auto-restart", "ExecMainStatus": "69"])
        },
        Case("both units", "two daemons", ["unit and yours both run", "sudo systemctl disable --now faderd"]) {
            fine { $0.units[1] = ServiceUnit(.system, shown: unit(["MainPID": "43"]), status: 0) }
        },
        Case("two daemons on the sequencer", "two daemons", ["2 daemons use the sequencer", "pgrep -a faderd"]) {
            fine { $0.clients = SequencerClients(SequencerClientsTests.list(more: ["Client 140 : \"faderd\" [User Legacy]"])) }
        },
        Case("two sockets that answer", "two daemons", ["2 daemons use the sequencer"]) {
            fine { machine in
                guard let first = machine.daemon?.status else { return }
                var second = first
                second.process = 43
                machine.sockets = SocketPlaces(places: [
                    FoundSocket(path: "/a", state: .answers(first)), FoundSocket(path: "/b", state: .answers(second)),
                ])
            }
        },
    ]

    private static func socket(_ state: FoundSocket.State) -> Machine {
        stopped { $0.sockets = SocketPlaces(places: [FoundSocket(path: "/run/faderd/faderd.sock", state: state)]) }
    }

    static let sockets = [
        Case("no daemon", "daemon", ["no daemon is running", "faderd   (in a terminal"]) { stopped() },
        Case("no daemon, but a unit", "daemon", ["systemctl --user enable --now faderd"]) {
            user(["UnitFileState": "disabled", "ActiveState": "inactive", "MainPID": "0"])
        },
        Case("no daemon of an enabled unit", "daemon", ["systemctl --user start faderd"]) {
            user(["ActiveState": "inactive", "MainPID": "0"])
        },
        Case("a file in place of the socket", "socket", ["is a directory, not a socket", "mv /run/faderd/faderd.sock"]) {
            socket(.noSocket("a directory"))
        },
        Case("a socket of others", "socket", ["you may not open", "usermod -aG audio"]) { socket(.denied(group: "audio")) },
        Case("a socket that was left", "daemon", ["has ended"]) { socket(.stale) },
        Case("a daemon that hangs", "daemon", ["within 2 s", "sudo systemctl restart faderd"]) { socket(.silent) },
        Case("an answer of another version", "daemon", ["not understand", "sudo systemctl restart faderd"]) {
            socket(.strange("does not understand"))
        },
    ]

    static let files = [
        Case("no faderd", "versions", ["half installed", "make install"]) { fine { $0.installation = Installation() } },
        Case("a faderd that does not run", "versions", ["cannot be run", "libyaml-0.so.2: cannot open", "make install"]) {
            fine { ($0.installation.version, $0.installation.trouble) = (nil, "libyaml-0.so.2: cannot open shared object file") }
        },
        Case("another faderd", "versions", ["has version 9.9.9"]) { fine { $0.installation.version = "9.9.9" } },
        Case("an old daemon after an upgrade", "versions", ["but the running daemon has version 0.0.1", "restart faderd"]) {
            fine { $0.daemon?.status.version = "0.0.1" }
        },
        Case("no config", "config", ["there is none at /home/me/faderd.yaml", "install -D"]) { stopped { $0.config.isThere = false } },
        Case("a config that nobody may read", "config", ["you may not read", "chown"]) { stopped { $0.config.isReadable = false } },
        Case(
            "a config of a newer version", "config", ["/home/me/faderd.yaml:1: newer (and 1 more)", "faderctl check /home/me/faderd.yaml"]
        ) {
            fine { machine in
                let errors = ["newer", "other"].map { Diagnostic(file: "/home/me/faderd.yaml", line: 1, column: 1, message: $0) }
                machine.config.result = ReloadResource(config: "/home/me/faderd.yaml", valid: false, diagnostics: errors)
            }
        },
        Case("a full disk", "saving", ["no room", "df -h /home/me"]) {
            fine { $0.daemon?.status.saving = .init(state: .failing, reason: "no room", unsaved: true) }
        },
        Case("a state of a newer version", "saving", ["newer faderd", "mv /home/me/state.json"]) {
            fine { $0.daemon?.status.saving = .init(state: .disabled, reason: "of a newer faderd", unsaved: true) }
        },
        Case("a clock that was never set", "clock", ["1970-01-01", "timedatectl"]) { fine { $0.now = 100 } },
    ]

    private static func surface(_ change: @Sendable (inout SurfaceResource) -> Void) -> Machine {
        fine { machine in
            guard var surface = machine.daemon?.surfaces.first else { return }
            change(&surface)
            machine.daemon?.surfaces = [surface]
        }
    }

    static let surfaces = [
        Case("no profiles", "profiles", ["half installed"]) { fine { $0.daemon?.profiles = [] } },
        Case("no surface", "surfaces", ["\"X-Touch\" is plugged in", "faderctl surfaces add x-touch"]) {
            fine { machine in
                machine.daemon?.surfaces = []
                machine.daemon?.controllers = [ControllerResource(client: "X-Touch", profile: "x-touch", recognized: true)]
            }
        },
        Case("a device that is not there", "surface desk", ["waits: it looks for X-Touch*; is it plugged in", "faderctl surfaces"]) {
            surface { ($0.state, $0.client, $0.port) = (.waiting, nil, nil) }
        },
        Case("a device in one direction", "surface desk", ["is not sent to", "faderctl surfaces reset desk"]) {
            surface { $0.trouble = "is not sent to" }
        },
        Case("a profile with errors", "surface desk", ["its profile x-touch has errors", "faderctl check"]) {
            surface { $0.refused = true }
        },
        Case("a program on the same device", "other programs", ["\"Ardour\" sends to \"X-Touch\"", "aconnect -d 129:0 20:0"]) {
            fine { $0.clients = SequencerClients(SequencerClientsTests.list(sender: "128:0, 129:0")) }
        },
    ]

    private static func target(_ kind: String, _ state: TargetReport.State, note: String) -> Machine {
        fine { machine in
            var report = TargetReport(parameter: "master", kind: kind, target: "\(kind) x", state: state, matched: [], differs: false)
            (report.note, report.lastError) = (note, state == .failing ? note : nil)
            report.network = kind == "osc" ? true : nil
            machine.daemon?.targets = TargetsResource(targets: [report], candidates: [])
        }
    }

    private static func peer(_ name: String, _ kind: String, _ reason: String, advice: String?) -> Machine {
        fine { machine in
            machine.daemon?.status.peers = [
                PeerReport(
                    name: name, kind: kind, address: name, isThere: false, reason: reason, goneFor: 1, advice: advice, parameters: 1)
            ]
        }
    }

    static let targets = [
        Case("no sound server", "peer sound server", ["nobody listens", "pactl info"]) {
            peer("sound server", "pulse", "nobody listens", advice: "pactl info")
        },
        Case("a target that fails", "target of master", ["osc x: refused", "faderctl explain master"]) {
            target("osc", .failing, note: "refused")
        },
        Case(
            "a unit without the network", "network",
            ["allows no network", "install -D -m 0644 -t ~/.config/systemd/user/faderd.service.d", "/usr/local/share/faderd/network.conf"]
        ) {
            target("osc", .absent, note: "no answer")
        },
        Case("a unit without the network, and osc in the config", "network", ["allows no network", "/usr/local/share/faderd/network.conf"])
        {
            fine { machine in
                machine.daemon?.status.osc = .init(listen: nil, problem: "the service's unit allows no network")
            }
        },
        Case("a port that another program has", "network", ["osc: another program listens on port 9000", "faderctl reload"]) {
            fine { machine in
                machine.daemon?.status.osc = .init(listen: nil, problem: "another program listens on port 9000")
                machine.units = [ServiceUnit(.system, shown: "LoadState=not-found\n", status: 0)]
            }
        },
        Case("no libmosquitto for a target", "target of master", ["not installed", "sudo apt install libmosquitto1"]) {
            var machine = target("mqtt", .absent, note: "libmosquitto is not installed (apt install libmosquitto1)")
            machine.units = [ServiceUnit(.system, shown: "LoadState=not-found\n", status: 0)]
            return machine
        },
        Case("no libpulse for a target", "peer sound server", ["not installed", "sudo apt install libpulse0"]) {
            peer("sound server", "pulse", "libpulse is not installed (apt install libpulse0)", advice: "pactl info")
        },
        Case("no libsystemd for a target", "target of master", ["not installed", "sudo apt install libsystemd0"]) {
            var machine = target("mpris", .absent, note: "libsystemd is not installed (apt install libsystemd0)")
            machine.units = [ServiceUnit(.system, shown: "LoadState=not-found\n", status: 0)]
            return machine
        },
        Case("no session bus for a player", "target of master", ["neither DBUS_SESSION_BUS_ADDRESS", "dbus.socket"]) {
            let note = "this process does not know where the session bus is: neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR is set"
            var machine = target("mpris", .absent, note: note)
            machine.units = [ServiceUnit(.system, shown: "LoadState=not-found\n", status: 0)]
            return machine
        },
        Case(
            "no system bus for a screen", "target of master", ["it cannot be set: there is no system bus", "systemctl status dbus.socket"]
        ) {
            var machine = target("brightness", .bound, note: "it cannot be set: there is no system bus: No such file or directory")
            machine.units = [ServiceUnit(.system, shown: "LoadState=not-found\n", status: 0)]
            return machine
        },
        Case("no libmosquitto for what is published", "publishing on mqtt h:1", ["not installed", "sudo apt install libmosquitto1"]) {
            fine { machine in
                machine.units = [ServiceUnit(.system, shown: "LoadState=not-found\n", status: 0)]
                machine.daemon?.status.mqtt = [
                    .init(
                        broker: "mqtt h:1", topic: "t", isConnected: false,
                        problem: "libmosquitto is not installed (apt install libmosquitto1)")
                ]
            }
        },
    ]

    @Test("a peer whose absence is no fault, such as a player, is –")
    func noFault() {
        let finding = Self.peer("spotify", "mpris", "nobody has started it", advice: nil).findings.first { $0.subject == "peer spotify" }
        #expect(finding?.mark == Finding.Mark.none && finding?.advice == nil, "\(String(describing: finding))")
    }

    @Test("of what needs a daemon nothing is claimed without one, and nothing but that it does not run is ✗")
    func withoutDaemon() {
        #expect(Self.wrong(Self.stopped()).map(\.subject) == ["daemon"])
    }

    @Test("without systemd the units are –, with the reason")
    func noSystemd() {
        let line = "System has not been booted with systemd as init system (PID 1). Can't operate.\n"
        let finding = ServiceUnit(.system, shown: line + "Failed to connect to bus: Host is down\n", status: 1).finding()
        #expect(finding == .none("system unit", "systemd does not answer: \(line.dropLast())"))
    }

    @Test("a unit that runs tells whether it is enabled and of which version")
    func running() {
        var unit = ServiceUnit(.user, shown: Self.unit(["UnitFileState": "disabled"]), status: 0)
        unit.version = "1.2.3"
        #expect(unit.program == "/usr/local/bin/faderd")
        let finding = unit.finding()
        #expect((finding.mark, finding.sentence) == (.ok, "not enabled, runs as process 42, version 1.2.3"))
        #expect(finding.advice?.hasPrefix("systemctl --user enable faderd") == true)
    }

    @Test(
        "a unit allows the network as systemd reads its families",
        arguments: [("AF_UNIX", false), ("AF_UNIX AF_INET AF_INET6", true), ("", true), ("~AF_INET AF_INET6", false), ("~AF_PACKET", true)])
    func families(text: String, isAllowed: Bool) {
        #expect(ServiceUnit(.user, shown: Self.unit(["RestrictAddressFamilies": text]), status: 0).allowsNetwork == isAllowed)
    }

    @Test("names from outside make no line of their own, do nothing to the terminal, and are one word of a command")
    func hostileNames() {
        let name = "x\n✓ daemon  fine\u{1B}[2J'; rm -rf ~ #"
        let machine = Self.fine { machine in
            machine.daemon?.surfaces[0].name = name
            machine.daemon?.surfaces[0].client = name
            machine.daemon?.surfaces[0].trouble = name
            machine.daemon?.controllers = [ControllerResource(client: name, profile: "x", recognized: false)]
        }
        let lines = Finding.lines(machine.findings, isASCII: false)
        #expect(lines.allSatisfy { !$0.contains("\n") && !$0.contains("\u{1B}") })
        #expect(lines.count == machine.findings.count + machine.findings.count { $0.advice != nil })
        #expect(lines.contains { $0.contains("faderctl surfaces reset \(name.shellWord)".withoutControls()) }, "\(lines)")
    }

    @Test("a home on a network file system is known by its mount")
    func mounts() {
        let mounts = "22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n36 22 0:51 / /home rw,relatime - nfs4 server:/home rw\n"
        #expect(NetworkDisk.type(of: "0:51", in: mounts) == "nfs4")
        #expect(NetworkDisk.type(of: "8:1", in: mounts) == "ext4")
        #expect(NetworkDisk.type(of: "8:2", in: mounts) == nil)
        let machine = Self.fine { $0.hasStateOnNetwork = true }
        #expect(Self.wrong(machine).isEmpty && machine.findings.contains { $0.sentence.contains("network file system") })
    }

    @Test("where the locale is not UTF-8 the marks are ASCII")
    func marks() {
        let findings: [Finding] = [.ok("a", "b"), .wrong("long", "c", advice: "d"), .none("e", "f")]
        #expect(Finding.lines(findings, isASCII: true) == ["+ a     b", "x long  c", "        d", "- e     f"])
        #expect(Finding.lines(findings, isASCII: false) == ["✓ a     b", "✗ long  c", "        d", "– e     f"])
    }
}
