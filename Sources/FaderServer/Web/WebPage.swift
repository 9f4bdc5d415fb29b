internal import FaderAPI
internal import FaderSystem
internal import NIOHTTP1

/// The page for browsers: answers requests for its files.
struct WebPage: Sendable {
    /// Read at each request, for development of the page; nil: the built-in files.
    let root: String?

    /// The endpoint for all paths of the page.
    var endpoint: Endpoint {
        // At once, so that strangers never have a request in progress.
        guard let root else {
            return Endpoint(row: Routes.page.row, handler: .atOnce { Self.answer(path: $0.id, has: $0.noneMatch, PageFiles.builtIn) })
        }
        return Endpoint(
            row: Routes.page.row,
            handler: .answer { call, _ in
                // Reading a directory may be slow, and the tasks of other clients must not wait for it.
                let files = await SeparateThread.run { PageFiles(directory: root) }
                return Self.answer(path: call.id, has: call.noneMatch, files)
            })
    }

    private static func answer(path: String, has tags: [String], _ files: PageFiles) -> Response {
        if path == WebPath.page {
            guard let html = files.page else { return HTTPFailure.notFound.response }
            return page(html, tag: "\"\(files.version)\"", tags)
        }
        // /web/HASH/folder/file
        let parts = path.split(separator: "/", maxSplits: 2)
        guard parts.count == 3, parts[1] == files.hash || !files.isLasting, let bytes = files.bytes(String(parts[2])) else {
            return HTTPFailure.notFound.response
        }
        var response = Response(bytes, type: type(of: parts[2]))
        response.headers = shared + [("Cache-Control", files.isLasting ? "public, max-age=31536000, immutable" : "no-cache")]
        return response
    }

    private static func page(_ html: [UInt8], tag: String, _ tags: [String]) -> Response {
        var response = Response(html, type: "text/html; charset=utf-8")
        response.headers = shared + [("ETag", tag), ("Cache-Control", "no-cache"), ("Content-Security-Policy", policy)]
        // The client has the newest version (RFC 9110, 15.4.5).
        if tags.contains(tag) || tags == ["*"] { (response.status, response.body) = (.notModified, []) }
        return response
    }

    private static let policy = """
        default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
        frame-ancestors 'none'; require-trusted-types-for 'script'
        """
    private static let shared = [
        ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
    ]

    private static func type(of file: Substring) -> String {
        switch file.split(separator: ".").last {
        case "js": "text/javascript; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "svg": "image/svg+xml"
        case "webmanifest": "application/manifest+json"
        default: "application/octet-stream"
        }
    }
}
