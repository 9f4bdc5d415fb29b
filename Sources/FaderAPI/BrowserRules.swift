/// Rules for requests that a browser sends to a server on a loopback address. The daemon's TCP server and `faderctl web` apply them.
package enum BrowserRules {
    /// Why a request is refused; nil if it is allowed.
    ///
    /// - Parameters:
    ///   - path: the path without its query.
    ///   - host: the name the request was sent to: the `Host`, or the authority of an absolute URI.
    ///   - origins: the values of the header `Origin`.
    ///   - sites: the values of the header `Sec-Fetch-Site`.
    ///   - modes: the values of the header `Sec-Fetch-Mode`.
    package static func refusal(method: String, path: String, host: String, origins: [String], sites: [String], modes: [String]) -> String?
    {
        guard isLocal(host) else { return "this server answers to the names localhost, 127.0.0.1 and [::1] only" }
        let foreign = "pages of other sites may not use this server"
        // Browsers say which site a request comes from; other programs do not.
        for origin in origins where origin.lowercased() != "http://\(host.lowercased())" { return foreign }
        // A browser that follows a link or opens a window only shows the page to the user; the site with the link cannot read it.
        let isNavigation = modes == ["navigate"] && ["GET", "HEAD"].contains(method) && WebPath.isPage(path)
        for site in sites where site != "same-origin" && site != "none" && !isNavigation { return foreign }
        return nil
    }

    /// Whether a `Host` is a name that no other site can take over. Any port is accepted, because it may be a forwarded one.
    package static func isLocal(_ text: String) -> Bool {
        var host = Substring(text)
        let bracket = host.hasPrefix("[") ? host.firstIndex(of: "]") : nil
        if let colon = host.lastIndex(of: ":"), bracket.map({ $0 < colon }) ?? true {
            guard UInt16(host[host.index(after: colon)...]) != nil else { return false }
            host = host[..<colon]
        }
        if host.hasPrefix("[") { return host == "[::1]" }
        return host.lowercased() == "localhost" || (!host.contains(":") && isLoopback(String(host)))
    }

    /// Whether a numeric address can only be reached from this machine.
    package static func isLoopback(_ host: String) -> Bool {
        if host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127"
            && parts.allSatisfy { part in part.allSatisfy { $0.isASCII && $0.isNumber } && UInt8(part) != nil }
    }
}

/// Tokens and keys that requests send in the header `Authorization`.
package enum BearerToken {
    /// Whether the values of the header contain the wanted token.
    package static func isBrought(_ authorization: [String], wanted: String) -> Bool {
        brought(authorization).map { isSame($0, Array(wanted.utf8)) } ?? false
    }

    /// The token or key in the values of the header; nil if there is not exactly one.
    package static func brought(_ authorization: [String]) -> [UInt8]? {
        guard authorization.count == 1 else { return nil }
        let words = authorization[0].split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
        return Array(words[1].utf8)
    }

    /// Whether a text is the wanted one. Takes the same time wherever a text of that length differs.
    package static func isSame(_ given: [UInt8], _ wanted: [UInt8]) -> Bool {
        guard given.count == wanted.count else { return false }
        return zip(given, wanted).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// A new token, or another name that nobody can guess: random bits, a multiple of 64, in hexadecimal digits.
    package static func random(bits: Int = 256) -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<bits / 64).map { _ in
            let digits = String(generator.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}

/// The paths of the web page. Its files contain nothing of the daemon's state, so they need no token.
package enum WebPath {
    package static let page = "/"
    /// The prefix of the files that the page loads: `/web/HASH/FILE`.
    package static let files = "/web/"

    /// Whether a path is the page or one of its files.
    package static func isPage(_ path: String) -> Bool { path == page || path.hasPrefix(files) }
}
