internal import FaderAPI
internal import FaderThreads

/// The page for browsers: answers requests for its files.
struct WebPage: Sendable {
    /// A directory from which the files are read at each request, for development of the page; nil: the built-in files.
    let root: String?

    /// The endpoint for all paths of the page.
    var endpoint: Endpoint {
        Endpoint(
            row: Routes.page.row, handler: .answer { call, _ throws(ServiceError) in await answer(path: call.id, has: call.noneMatch) },
            isBrief: root == nil)
    }

    private func answer(path: String, has tags: [String]) async -> Response {
        let files: any WebFileSource
        if let root {
            // Reading a directory may be slow, and the tasks of other clients must not wait for it.
            files = await SeparateThread.run { DirectoryFiles(root) }
        } else {
            files = BuiltInFiles()
        }
        return Self.answer(path: path, has: tags, files)
    }

    private static func answer(path: String, has tags: [String], _ files: any WebFileSource) -> Response {
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
        if tags.contains(tag) || tags == ["*"] { response.become(notModified: ()) }
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

/// Where the files of the page come from.
protocol WebFileSource {
    /// Differs if any file differs.
    var hash: String { get }
    /// Whether the files with this hash never change.
    var isLasting: Bool { get }
    /// The content of a file; nil if there is none.
    func text(_ file: String) -> String?
}

/// The files that `scripts/web.py` has put into the program.
struct BuiltInFiles: WebFileSource {
    var hash: String { "\(WebFiles.hash)" }
    var isLasting: Bool { true }
    func text(_ file: String) -> String? { WebFiles.all.first { "\($0.path)" == file }.map { "\($0.text)" } }
}
