internal import ArgumentParser
internal import Glibc
internal import Synchronization

struct WebCommand: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "web", abstract: "Open the page with all parameters in a browser, or put it on the LAN, until interrupted.",
        discussion: """
            Listens on a loopback port and forwards to the daemon. What it prints is for this run alone: the key behind the # is a new \
            one each time, and ends with it. From another machine use "ssh -L PORT:127.0.0.1:PORT HOST" and the same port on both sides.

            With --lan it listens on the addresses of this machine, and prints the address and a QR code for phones. That is plain \
            HTTP: everybody on the network can read along. Behind a proxy with TLS use --host instead of --lan; docs/web.md has a recipe.
            """)

    @OptionGroup var options: Options
    @Flag(help: "Listen on the addresses of this machine, without encryption, and print a QR code. Needs --page, --everything or --keys.")
    var lan = false
    @Option(
        name: .customLong("page"),
        help:
            "Only this page of the config: its parameters, its triggers, and undo of what was changed here. Several pages have a key each.",
        completion: DaemonCompletion.webPages)
    var pages: [String] = []
    @Flag(help: "Only for the keys that last, which \"faderctl key add\" makes; this run makes none. With --lan or --host.")
    var keys = false
    @Flag(help: "All parameters, snapshots, the history and what surfaces show. Without --lan this is the default.")
    var everything = false
    @Option(help: "Listen on this port. Default: any free one; with --keys \(WebPort.lasting).")
    var port: UInt16?
    @Option(name: .customLong("host"), help: "Also answer to this name: that of a proxy with TLS, to which browsers go instead.")
    var host: String?
    @Flag(name: .customLong("no-open"), help: "Only print the address; open no browser.")
    var staysClosed = false

    func validate() throws {
        if !pages.isEmpty, everything { throw ValidationError("--page and --everything cannot be combined") }
        if (pages.isEmpty ? 0 : 1) + (everything ? 1 : 0) + (keys ? 1 : 0) > 1 {
            throw ValidationError("--keys makes no key, so it takes neither --page nor --everything")
        }
        if Swift.Set(pages).count < pages.count { throw ValidationError("a page is named twice; each has one key") }
        if lan, pages.isEmpty, !everything, !keys {
            throw ValidationError(
                "--lan needs --page NAME, for a musician, --everything, for somebody at the desk, or --keys, for those that \"faderctl key add\" made"
            )
        }
        if keys, !lan, host == nil { throw ValidationError("--keys needs --lan, or --host for a proxy") }
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
        for page in pages { try await client.requirePage(page) }
        try EndSignals.catchAll { _ in
            RedirectFile.current.withLock { $0?.remove() }
            _exit(EX_OK)
        }
        let isOnNetwork = lan || host != nil
        let own: [String?] = pages.isEmpty ? [nil] : pages
        let audience = WebAudience(
            pages: keys ? [] : own, takesLasting: isOnNetwork, machine: lan ? NetworkAddress.hostName : nil,
            proxies: host.map { [$0] } ?? [])
        // Only somebody who sits at this machine and sees everything may change the config, nobody on the network.
        let maps = !isOnNetwork && pages.isEmpty
        let forwarder = try await WebForwarder.open(
            port: Int(port ?? (keys ? WebPort.lasting : 0)), socket: ActivatedSocket.take(), for: audience, candidates: options.candidates,
            own: maps ? PageMapping(DaemonClient(candidates: options.candidates)).routes : nil,
            revoked: { [pages] page in
                let which = pages.count > 1 ? page.map { "the page \($0)" } ?? "everything" : "this page"
                Output.tell("the key of \(which) was revoked; end this with Ctrl-C, and run \"faderctl web\" again for a new one")
            },
            told: { Output.tell($0) })
        for key in forwarder.keys { try tell(key, of: forwarder) }
        if keys {
            let address = addresses(of: nil, port: forwarder.port)[0]
            if options.json { try Output.jsonLine(Opened(url: address)) } else { Output.line(address) }
        }
        if lan, !options.json { tellNetwork() }
        if !isOnNetwork, !staysClosed { Self.show(forwarder.address) }
        while true { try await Task.sleep(for: .seconds(86_400)) }
    }

    private func tell(_ key: KeyKeeper.Key, of forwarder: WebForwarder) throws {
        let addresses = addresses(of: key.key, port: forwarder.port)
        if options.json {
            return try Output.jsonLine(
                Opened(url: addresses[0], urls: addresses.count > 1 ? addresses : nil, key: key.names[0], page: key.page))
        }
        if pages.count > 1, let page = key.page { Output.tell("\(page):") }
        Output.line(addresses[0])
        if lan || host != nil { tellNetwork(addresses) }
    }

    /// The addresses at which the page can be opened, the best one first.
    private func addresses(of key: String?, port: Int) -> [String] {
        let end = key.map { "/#\($0)" } ?? "/"
        let local = host.map { ["https://\($0)\(end)"] } ?? []
        guard lan else { return local.isEmpty ? ["http://127.0.0.1:\(port)\(end)"] : local }
        let own = NetworkAddress.all().map { "http://\($0.host):\(port)\(end)" }
        return local + (own.isEmpty ? ["http://127.0.0.1:\(port)\(end)"] : own)
    }

    private func tellNetwork() {
        if host == nil, NetworkAddress.all().isEmpty {
            Output.tell("this machine has no address on a network; others cannot reach the page")
        }
        Output.tell(
            "this is plain HTTP: everybody on this network can read along, and anybody who has read the key can use it. The page cannot be "
                + "installed, and a phone's screen goes off by itself; with a proxy that has TLS both are possible (docs/web.md)")
    }

    private func tellNetwork(_ addresses: [String]) {
        if addresses.count > 1 { Output.tell("other addresses: \(addresses.dropFirst().joined(separator: " "))") }
        QRCode.tell(addresses[0])
    }

    private struct Opened: Encodable {
        let url: String
        var urls: [String]?
        var key: String?
        var page: String?
    }

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
