internal import FaderAPI
internal import FaderThreads
internal import NIOHTTP1

/// The page for browsers: answers requests for its files.
struct WebPage: Sendable {
    /// A directory from which the files are read at each request, for development of the page; nil: the built-in files.
    let root: String?

    /// The endpoint for all paths of the page.
    var endpoint: Endpoint {
        Endpoint(
            row: Routes.page.row,
            handler: .answer { call, _ in
                // Reading a directory may be slow, and the tasks of other clients must not wait for it.
                let files = if let root { await SeparateThread.run { PageFiles(directory: root) } } else { PageFiles.builtIn }
                return Self.answer(path: call.id, has: call.noneMatch, files)
            }, isBrief: root == nil)
    }

    private static func answer(path: String, has tags: [String], _ files: PageFiles) -> Response {
        let version = "\(faderdVersion)-\(files.hash)"
        if path == WebPath.page {
            guard let html = files.text("index.html") else { return HTTPFailure.notFound.response }
            return page(html.replacing("%HASH%", with: files.hash).replacing("%VERSION%", with: version), tag: "\"\(version)\"", tags)
        }
        // /web/HASH/folder/file
        let parts = path.split(separator: "/", maxSplits: 2)
        guard parts.count == 3, parts[1] == files.hash || !files.isLasting, let text = files.text(String(parts[2])) else {
            return HTTPFailure.notFound.response
        }
        var response = Response(text: text, type: type(of: parts[2]))
        response.headers = shared + [("Cache-Control", files.isLasting ? "public, max-age=31536000, immutable" : "no-cache")]
        return response
    }

    private static func page(_ html: String, tag: String, _ tags: [String]) -> Response {
        var response = Response(text: html, type: "text/html; charset=utf-8")
        response.headers = shared + [("ETag", tag), ("Cache-Control", "no-cache"), ("Content-Security-Policy", policy)]
        // The client has the newest version (RFC 9110, 15.4.5).
        if tags.contains(tag) || tags == ["*"] { (response.status, response.body) = (.notModified, []) }
        return response
    }

    private static let policy = """
        default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; \
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
        default: "application/octet-stream"
        }
    }
}

/// The files of the page.
struct PageFiles: Sendable {
    /// Differs if any file differs.
    let hash: String
    /// Whether the files with this hash never change.
    let isLasting: Bool
    /// The content of a file; nil if there is none.
    let text: @Sendable (_ file: String) -> String?

    /// The files that `scripts/web.py` has put into the program.
    static let builtIn = PageFiles(hash: "\(WebFiles.hash)", isLasting: true) { file in
        WebFiles.all.first { "\($0.path)" == file }.map { "\($0.text)" }
    }
}
