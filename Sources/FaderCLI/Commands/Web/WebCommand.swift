internal import ArgumentParser
internal import Glibc
internal import Synchronization

struct WebCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "web", abstract: "Open the page with all parameters in a browser, or put it on the LAN, until interrupted.",
        discussion: """
            Listens on a loopback port and forwards to the daemon. What it prints is for this run alone: the key behind the # is a new \
            one each time, and ends with it. From another machine use "ssh -L PORT:127.0.0.1:PORT HOST" and the same port on both sides.

            With --lan it listens on the addresses of this machine, and prints the address and a QR code for telephones. That is plain \
            HTTP: everybody on the network can read along. Behind a proxy with TLS use --host instead of --lan; docs/web.md has a recipe.
            """)

    @OptionGroup var options: Options
    @Flag(help: "Listen on the addresses of this machine, without encryption, and print a QR code. Needs --page or --everything.")
    var lan = false
    @Option(
        help: "Only this page of the config: its parameters, its triggers, and undo of what was changed here.",
        completion: DaemonCompletion.webPages)
    var page: String?
    @Flag(help: "All parameters, snapshots, the history and what surfaces show. Without --lan this is the default.")
    var everything = false
    @Option(help: "Listen on this port. Default: any free one.")
    var port: UInt16 = 0
    @Option(name: .customLong("host"), help: "Also answer to this name: that of a proxy with TLS, to which browsers go instead.")
    var host: String?
    @Flag(name: .customLong("no-open"), help: "Only print the address; open no browser.")
    var staysClosed = false

    func validate() throws {
        if page != nil, everything { throw ValidationError("--page and --everything cannot be combined") }
        if lan, page == nil, !everything {
            throw ValidationError("--lan needs --page NAME, for a musician, or --everything, for somebody at the desk")
        }
        if let host, !Self.isHost(host) {
            throw ValidationError("--host needs the name of a proxy, for example --host mixer.example, without http:// and without a port")
        }
    }

    private static func isHost(_ text: String) -> Bool {
        text.utf8.count <= 253
            && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
                !label.isEmpty
                    && label.utf8.allSatisfy { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A || $0 >= 0x30 && $0 <= 0x39 || $0 == 0x2D }
            }
    }

    func perform(_ client: DaemonClient) async throws {
        if let page { try await checkPage(page, client) }
        try EndSignals.catchAll { _ in
            RedirectFile.current.withLock { $0?.remove() }
            _exit(EX_OK)
        }
        let audience = WebAudience(page: page, machine: lan ? NetworkAddress.hostName : nil, proxies: host.map { [$0] } ?? [])
        // Only somebody who sits at this machine and sees everything may change the config, nobody on the
        // network.
        let maps = !lan && host == nil && page == nil
        let forwarder = try await WebForwarder.open(
            port: Int(port), for: audience, candidates: options.candidates,
            own: maps ? PageMapping(DaemonClient(candidates: options.candidates)).routes : nil,
            revoked: {
                Output.tell("the key of this page was revoked; end this with Ctrl-C, and run \"faderctl web\" again for a new one")
            },
            told: { Output.tell($0) })
        let addresses = addresses(of: forwarder)
        if options.json {
            try Output.jsonLine(Opened(url: addresses[0], urls: addresses.count > 1 ? addresses : nil, key: forwarder.keyName, page: page))
        } else {
            Output.line(addresses[0])
        }
        if lan || host != nil {
            if !options.json { tellNetwork(addresses) }
        } else if !staysClosed {
            Self.show(addresses[0])
        }
        while true { try await Task.sleep(for: .seconds(86_400)) }
    }

    /// Throws if the config has no such page: the key would show nothing.
    private func checkPage(_ name: String, _ client: DaemonClient) async throws {
        let names = try await client.ask(Routes.listPages).map(\.name)
        guard !names.contains(name) else { return }
        let advice =
            names.isEmpty
            ? "the config has no pages; faderd.yaml(5) says under \"web\" how to write them"
            : Suggester.nearest(to: name, among: names).map { "did you mean \"\($0)\"?" } ?? "there are \(names.joined(separator: ", "))"
        throw Failure(.refused, "there is no page \"\(name)\"; \(advice)")
    }

    /// The addresses to open, the best one first.
    private func addresses(of forwarder: WebForwarder) -> [String] {
        let local = host.map { ["https://\($0)/#\(forwarder.key)"] } ?? []
        guard lan else { return local.isEmpty ? [forwarder.address] : local }
        let own = NetworkAddress.all().map { "http://\($0.isIPv6 ? "[\($0.text)]" : $0.text):\(forwarder.port)/#\(forwarder.key)" }
        return local + (own.isEmpty ? [forwarder.address] : own)
    }

    /// Prints the QR code, and what people need to know who open the page from elsewhere.
    private func tellNetwork(_ addresses: [String]) {
        if addresses.count > 1 { Output.tell("other addresses: \(addresses.dropFirst().joined(separator: " "))") }
        if lan {
            if addresses[0].contains("://127.0.0.1") {
                Output.tell("this machine has no address on a network; others cannot reach the page")
            }
            Output.tell(
                "this is plain HTTP: everybody on this network can read along, and anybody who has read the key can use it. The page cannot be "
                    + "installed, and a telephone's screen goes off by itself; with a proxy that has TLS both are possible (docs/web.md)")
        }
        guard Terminal.isOutput else { return }
        do throws(QRCode.Missing) {
            let drawn = try QRCode(of: addresses[0]).drawn
            guard drawn.width <= Terminal.width else {
                return Output.tell("the terminal is too narrow for the QR code: it needs \(drawn.width) columns")
            }
            guard EnvironmentLocale.isUTF8 else {
                return Output.tell("there is no QR code, because the locale of this terminal is not UTF-8")
            }
            Output.draw(drawn.text)
        } catch {
            Output.tell("there is no QR code: \(error.reason)")
        }
    }

    private struct Opened: Encodable {
        let url: String
        let urls: [String]?
        let key: String
        let page: String?
    }

    /// Opens the browser if there is a graphical display.
    private static func show(_ address: String) {
        guard Environment.value("DISPLAY") != nil || Environment.value("WAYLAND_DISPLAY") != nil else { return }
        guard let file = RedirectFile(to: address) else {
            Output.tell("no browser was opened: a file for it cannot be written; open the address above")
            return
        }
        RedirectFile.current.withLock { $0 = file }
        if let reason = Browser.open(file.path) { Output.tell("no browser was opened: \(reason); open the address above") }
    }
}
