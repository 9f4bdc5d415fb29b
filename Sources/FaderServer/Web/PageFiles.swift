internal import CPage
internal import FaderAPI
internal import FaderValues

/// The files of the page, which are in `Web/`.
struct PageFiles: Sendable {
    /// A hash of all files.
    let hash: String
    /// Whether the files with this hash never change.
    let isLasting: Bool
    let bytes: @Sendable (_ file: String) -> [UInt8]?
    /// The page itself, which names the files with their hash; nil if there is none.
    let page: [UInt8]?

    /// A browser knows by it whether its page is the newest.
    var version: String { Self.version(hash) }

    init(hash: String, isLasting: Bool, html: [UInt8]?, bytes: @escaping @Sendable (_ file: String) -> [UInt8]?) {
        (self.hash, self.isLasting, self.bytes) = (hash, isLasting, bytes)
        page = html.map { html in
            let text = String(decoding: html, as: UTF8.self)
            return Array(text.replacing("%HASH%", with: hash).replacing("%VERSION%", with: Self.version(hash)).utf8)
        }
    }

    private static func version(_ hash: String) -> String { "\(faderdVersion)-\(hash)" }

    /// The files in the program, the modules as one script and the style sheets as one.
    static let builtIn: PageFiles = {
        let places = placesInProgram()
        let file = { @Sendable (name: String) in
            places[name].map { unsafe Array(UnsafeRawBufferPointer(start: cpage_files() + $0.lowerBound, count: $0.count)) }
        }
        let (html, sheet) = joinedSheets(of: file(index) ?? [], file)
        let joined = ["main.js": PageScript(of: "main.js", file: file).text, allSheets: sheet]
        return PageFiles(hash: hash(places.keys, file), isLasting: true, html: html) { joined[$0] ?? file($0) }
    }()

    /// Files of a directory as they are now, not joined, for development of the page. One that cannot be read is left out.
    init(directory root: String) {
        var found: [String: [UInt8]] = [:]
        Self.read(root, "", into: &found)
        self.init(hash: "dev-" + Self.hash(found.keys) { found[$0] }, isLasting: false, html: found[Self.index]) { [found] in found[$0] }
    }

    private static let index = "index.html"
    private static let allSheets = "style/page.css"

    private static func placesInProgram() -> [String: Range<Int>] {
        let table = unsafe UnsafeRawBufferPointer(start: cpage_files(), count: cpage_files_end() - cpage_files())
        var places: [String: Range<Int>] = [:]
        var next = 0
        while next < table.count {
            let path = unsafe table[(next + 4)...].prefix { $0 != 0 }
            let begin = unsafe path.endIndex + 1
            let end = unsafe begin + Int(table.loadUnaligned(fromByteOffset: next, as: UInt32.self))
            unsafe places[String(decoding: path, as: UTF8.self)] = begin..<end
            next = end
        }
        return places
    }

    /// FNV-1a: the hash only has to differ if a file does.
    private static func hash(_ names: some Sequence<String>, _ file: (String) -> [UInt8]?) -> String {
        var sum: UInt64 = 0xcbf2_9ce4_8422_2325
        for name in names.sorted() {
            for byte in Array(name.utf8) + (file(name) ?? []) { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3 }
        }
        return String(sum, radix: 16)
    }

    /// The page with all style sheets without an id replaced by one, and that one.
    private static func joinedSheets(of html: [UInt8], _ file: (String) -> [UInt8]?) -> (html: [UInt8], sheet: [UInt8]) {
        let link = "<link rel=\"stylesheet\" href=\"/web/%HASH%/"
        var lines: [Substring] = []
        var sheet: [UInt8] = []
        for line in String(decoding: html, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false) {
            guard line.hasPrefix(link), line.hasSuffix(".css\">") else {
                lines.append(line)
                continue
            }
            if sheet.isEmpty { lines.append("\(link)\(allSheets)\">") }
            sheet += file(String(line.dropFirst(link.count).dropLast("\">".count))) ?? []
        }
        return (Array(lines.joined(separator: "\n").utf8), sheet)
    }

    /// Reads a file, or all files in a directory.
    private static func read(_ root: String, _ path: String, into found: inout [String: [UInt8]]) {
        guard let names = FileContents.names(in: "\(root)/\(path)") else {
            found[path] = FileContents.of("\(root)/\(path)", limit: .max)
            return
        }
        for name in names where !name.hasPrefix(".") { read(root, path.isEmpty ? name : "\(path)/\(name)", into: &found) }
    }
}
