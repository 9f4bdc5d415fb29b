internal import ArgumentParser
internal import Glibc

struct KeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Keys of pages that last: a phone scans one once, and has its page until the key is revoked.",
        discussion: """
            The token is for programs, a key for a page. What is kept of a key is its SHA-256, beside the state.

            The port that phones reach is held by a unit, "systemctl --user enable --now faderd-web.socket"; without systemd by \
            "faderctl web --lan --keys".
            """,
        subcommands: [Add.self, ListCommand.self, Revoke.self, Poster.self])

    struct Place: ParsableArguments {
        @Option(name: .customLong("host"), help: "The name of a proxy with TLS. Default: the name of this machine with .local, over HTTP.")
        var host: String?
        @Option(help: "The port. Default: \(WebPort.lasting), that of faderd-web.socket; with --host 443.")
        var port: UInt16?

        @Option(help: "The name of the Wi-Fi in which phones find the page, for the sheet. Its password is not written anywhere.")
        var wifi: String?

        func validate() throws {
            guard let wifi else { return }
            // As long as networks may be called (IEEE 802.11, SSID).
            guard (1...32).contains(wifi.utf8.count), !wifi.unicodeScalars.contains(where: \.isUnprintable) else {
                throw ValidationError("--wifi is the name of a network: 1 to 32 bytes on one line")
            }
        }

        /// The address of the page with a key. The page keeps a key after "~" for good.
        func address(_ key: String) -> String {
            let colon = port.map { ":\($0)" }
            return host.map { "https://\($0)\(colon ?? "")/#~\(key)" } ?? "http://\(Self.name)\(colon ?? ":\(WebPort.lasting)")/#~\(key)"
        }

        /// A name stays when the router gives the machine another address.
        private static var name: String {
            let short = NetworkAddress.hostName.prefix { $0 != "." }
            return short.isEmpty ? NetworkAddress.all().first?.host ?? "127.0.0.1" : "\(short.lowercased()).local"
        }

        /// Says what to do if a phone does not find the name of this machine.
        func tell() {
            guard host == nil, unsafe access("/run/avahi-daemon/socket", F_OK) != 0 else { return }
            Output.tell("avahi-daemon does not run here, so phones may not find \(Self.name): sudo apt install avahi-daemon")
        }
    }

    struct Add: DaemonCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Make a key for a page or for a second machine, and show it once.")
        @OptionGroup var options: Options
        @OptionGroup var place: Place
        @Argument(help: "Name of the key, for example that of the musician.")
        var name: String
        @Option(help: "The page of the config that it is for.", completion: DaemonCompletion.webPages)
        var page: String?
        @Flag(help: "For a second machine: print the key alone, for the key-file of its \"follow\".")
        var follow = false
        @Option(
            help: "Write a sheet to hang up, as an SVG, which only you can read: page, QR code, what to do.",
            completion: .file(extensions: ["svg"]))
        var poster: String?

        func validate() throws {
            guard BearerToken.hasOnly(name, lengths: 1...64, besides: "-_.") else {
                throw ValidationError("the name of a key has 1 to 64 letters, digits, dots, - and _, for example anna")
            }
            guard (page == nil) == follow else {
                throw ValidationError("a key is either for a page, --page PAGE, or for a second machine, --follow")
            }
            guard !follow || poster == nil else { throw ValidationError("a sheet is for phones; leave out --poster, or --follow") }
            if place.wifi != nil, poster == nil { throw ValidationError("--wifi is written on the sheet; add --poster FILE.svg") }
        }

        func perform(_ client: DaemonClient) async throws {
            guard let page else { return try await addFollower(client) }
            try await client.requirePage(page)
            if let poster { try NewFile.check(poster, replaces: true) }
            let made = try await LastingKey.make(name, page: page, client)
            let address = place.address(made.key)
            if let poster {
                do { try KeyPoster([(page, address)], wifi: place.wifi).write(poster) } catch {
                    // Nobody has seen it.
                    _ = try await client.ask(Routes.revokeKey, name)
                    throw error
                }
            }
            if options.json { return try Output.jsonLine(Made(name: name, page: page, url: address, poster: poster)) }
            Output.line(address)
            if poster == nil { QRCode.tell(address) }
            Output.tell("it lasts until \"faderctl key revoke \(name)\"; it is shown only now")
            place.tell()
        }

        private func addFollower(_ client: DaemonClient) async throws {
            let made = try await LastingKey.make(name, page: nil, client)
            if options.json { return try Output.jsonLine(Made(name: name, page: nil, url: nil, key: made.key, poster: nil)) }
            Output.line(made.key)
            Output.tell(
                "put it into the key-file of the second machine, with mode 0600; it lasts until \"faderctl key revoke \(name)\"; it is shown only now"
            )
        }
    }

    struct ListCommand: DaemonCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the keys that last: name, page, since when.")
        @OptionGroup var options: Options

        func perform(_ client: DaemonClient) async throws {
            let keys = try await LastingKey.all(client)
            if options.json { return try Output.json(keys) }
            Output.table(keys.map { [$0.name, $0.page.map { "page \($0)" } ?? "second machine", LocalTime.text($0.since)] })
        }
    }

    struct Revoke: DaemonCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke", abstract: "End a key, such as that of a lost phone: it is refused from now on.")
        @OptionGroup var options: Options
        @Argument(help: "Name of the key.", completion: DaemonCompletion.keys)
        var name: String

        func perform(_ client: DaemonClient) async throws {
            let key = try await client.ask(Routes.revokeKey, name)
            if options.json { try Output.json(key) } else { Output.line("\(key.name): revoked") }
        }
    }

    struct Poster: DaemonCommand {
        static let configuration = CommandConfiguration(
            commandName: "poster", abstract: "Replace the lasting keys of all pages, and write the new ones on one sheet.",
            discussion: "faderd keeps only the digest of a key, so a sheet needs new keys: every phone has to scan it again.")
        @OptionGroup var options: Options
        @OptionGroup var place: Place
        @Argument(help: "The SVG to write, which only you can read.", completion: .file(extensions: ["svg"]))
        var file: String

        func perform(_ client: DaemonClient) async throws {
            try NewFile.check(file, replaces: true)
            let keys = try await LastingKey.all(client).filter { $0.page != nil }
            guard !keys.isEmpty else {
                throw Failure(.refused, "there is no key that lasts; make one with \"faderctl key add NAME --page PAGE\"")
            }
            // Before anything is revoked.
            _ = try QRCode.made(of: place.address(String(repeating: "0", count: 32)))
            var sheets: [(page: String, address: String)] = []
            for key in keys {
                guard let page = key.page else { continue }
                _ = try await client.ask(Routes.revokeKey, key.name)
                sheets.append((page, place.address(try await LastingKey.make(key.name, page: page, client).key)))
            }
            try KeyPoster(sheets, wifi: place.wifi).write(file)
            let names = keys.map(\.name)
            if options.json { return try Output.jsonLine(Renewed(keys: names, poster: file)) }
            Output.line(file)
            Output.tell("new keys for \(names.joined(separator: ", ")); the old ones are refused, so every phone scans the new sheet")
            place.tell()
        }
    }

    private struct Made: Encodable {
        let name: String
        let page: String?
        let url: String?
        var key: String?
        let poster: String?
    }

    private struct Renewed: Encodable {
        let keys: [String]
        let poster: String
    }
}

/// Nobody can show a key that lasts after it is made.
enum LastingKey {
    static func make(_ name: String, page: String?, _ client: DaemonClient) async throws -> KeyRequest {
        let request = KeyRequest(name: name, key: BearerToken.random(bits: 128), page: page, isLasting: true, isOfFollower: page == nil)
        _ = try await client.ask(Routes.addKey, "", request)
        return request
    }

    static func all(_ client: DaemonClient) async throws -> [KeyResource] {
        try await client.ask(Routes.listKeys).filter { $0.lasting == true }
    }
}

extension DaemonClient {
    /// A key for a missing page would show nothing.
    func requirePage(_ name: String) async throws {
        let names = try await ask(Routes.listPages).map(\.name)
        guard !names.contains(name) else { return }
        let advice =
            names.isEmpty
            ? "the config has no pages; faderd.yaml(5) says under \"web\" how to write them"
            : Suggester.nearest(to: name, among: names).map { "did you mean \"\($0)\"?" } ?? "there are \(names.joined(separator: ", "))"
        throw Failure(.refused, "there is no page \"\(name)\"; \(advice)")
    }
}
