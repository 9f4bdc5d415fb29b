internal import FaderAPI
internal import Glibc
package import NIOHTTP1

/// The names under which a server answers. A page of another site can have its own name resolve to any address (DNS rebinding), so only
/// names count that nobody else can have.
package struct HostRule: Sendable, Equatable {
    /// This machine's names, in lower case, besides the loopback names; empty on a loopback port.
    private var names: Set<String> = []
    /// No site can have a literal address that is not its own.
    private var takesAddresses = false
    /// The names of proxies, in lower case, which may speak TLS.
    private var proxies: Set<String>

    package static let loopback = HostRule(proxies: [])

    /// On a loopback port behind proxies with these names.
    package init(proxies: [String]) { self.proxies = Set(proxies.map { $0.lowercased() }) }

    /// On all addresses of a machine with this name.
    package init(machine: String, proxies: [String]) {
        self.init(proxies: proxies)
        takesAddresses = true
        let (name, short) = (machine.lowercased(), machine.lowercased().prefix { $0 != "." })
        if !short.isEmpty { names = [name, String(short), "\(short).local"] }
    }

    /// Any port is accepted, because it may be a forwarded one.
    func allows(_ host: String) -> Bool {
        guard let name = Self.name(in: host) else { return false }
        return BrowserRules.isLocal(host) || names.contains(name) || proxies.contains(name) || takesAddresses && Self.isAddress(name)
    }

    /// Whether a request to `host` may come from a page of an origin: only from this server's own.
    func allows(origin: String, for host: String) -> Bool {
        let (origin, host) = (origin.lowercased(), host.lowercased())
        return origin == "http://\(host)" || origin == "https://\(host)" && Self.name(in: host).map(proxies.contains) ?? false
    }

    var refusal: String {
        guard takesAddresses else {
            let more = proxies.sorted().map { ", \($0)" }.joined()
            return "this server answers to the names localhost, 127.0.0.1\(more.isEmpty ? " and [::1]" : ", [::1]" + more) only"
        }
        return "this server answers to its addresses and to the names \((names.union(proxies)).sorted().joined(separator: ", ")) only; "
            + "\"faderctl web --host NAME\" adds one"
    }

    /// The name in a `Host`, in lower case, without its port; nil if it is no host.
    fileprivate static func name(in host: String) -> String? {
        var name = Substring(host)
        let bracket = name.hasPrefix("[") ? name.firstIndex(of: "]") : nil
        if let colon = name.lastIndex(of: ":"), bracket.map({ $0 < colon }) ?? true {
            guard UInt16(name[name.index(after: colon)...]) != nil else { return nil }
            name = name[..<colon]
        }
        return name.isEmpty ? nil : name.lowercased()
    }

    /// An IPv6 address is in brackets.
    private static func isAddress(_ name: String) -> Bool {
        var address = in6_addr()
        if name.hasPrefix("["), name.hasSuffix("]") {
            return unsafe inet_pton(AF_INET6, String(name.dropFirst().dropLast()), &address) == 1
        }
        return unsafe inet_pton(AF_INET, name, &address) == 1
    }
}

/// Applied by the daemon's TCP server and by `faderctl web`.
package enum BrowserRules {
    /// Nil if the request is allowed. `host` is the `Host`, or the authority of an absolute URI; `path` has no query.
    package static func refusal(of head: HTTPRequestHead, to host: String, path: String, by hosts: HostRule = .loopback) -> String? {
        guard hosts.allows(host) else { return hosts.refusal }
        let foreign = "pages of other sites may not use this server"
        // Browsers say which site a request comes from; other programs do not.
        for origin in head.headers["origin"] where !hosts.allows(origin: origin, for: host) { return foreign }
        // A browser that follows a link or opens a window only shows the page to the user; the site with the link cannot read it.
        let isNavigation =
            head.headers["sec-fetch-mode"] == ["navigate"] && [.GET, .HEAD].contains(head.method) && WebPath.isPage(path)
        for site in head.headers["sec-fetch-site"] where site != "same-origin" && site != "none" && !isNavigation { return foreign }
        return nil
    }

    /// A `Host` that no other site can take over. Any port is accepted, because it may be a forwarded one.
    package static func isLocal(_ host: String) -> Bool {
        guard let name = HostRule.name(in: host) else { return false }
        return name == "localhost" || name == "[::1]" || !name.contains(":") && isLoopback(name)
    }

    /// Whether a numeric address can only be reached from this machine.
    package static func isLoopback(_ host: String) -> Bool {
        if host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127"
            && parts.allSatisfy { part in part.allSatisfy { $0.isASCII && $0.isNumber } && UInt8(part) != nil }
    }
}

extension HTTPRequestHead {
    /// Without the query.
    package var path: String { Self.path(of: uri) }

    /// Without the query.
    package static func path(of uri: String) -> String { String(Substring(uri.utf8.prefix { $0 != UInt8(ascii: "?") })) }
}
