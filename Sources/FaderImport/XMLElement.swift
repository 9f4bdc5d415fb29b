/// Names are without their namespace prefix. Confined to the thread that reads the file.
final class XMLElement {
    let name: String
    let attributes: [String: String]
    fileprivate(set) var children: [XMLElement] = []
    fileprivate(set) var text = ""

    fileprivate init(_ name: String, _ attributes: [String: String]) { (self.name, self.attributes) = (name, attributes) }

    private static let deepest = 64
    fileprivate static let most = 200_000

    fileprivate static let longest = (text: 16 << 20, entity: 64)

    /// Reads a file. It may declare entities for a few characters, as one of Mixxx's own does; with longer ones a small file could become a
    /// large one or read other files.
    static func read(_ bytes: [UInt8]) throws(ImportProblem) -> XMLElement {
        guard bytes.contains(UInt8(ascii: "<")) else {
            throw .unusable("is neither XML nor JSON; what can be read is \(ForeignFormat.readable)")
        }
        let start = String(decoding: bytes.prefix(1024), as: UTF8.self).lowercased()
        if start.contains("<!doctype html") || start.contains("<html") {
            throw .unusable("is a page of the web, not the file itself; download the file, on GitHub with the button \"Download raw file\"")
        }
        let builder = Builder()
        try Expat.load().parse(bytes, into: builder)
        guard let root = builder.root else { throw .unusable("has no element") }
        return root
    }

    func all(_ name: String) -> [XMLElement] { children.filter { $0.name.lowercased() == name } }

    func first(_ name: String) -> XMLElement? { children.first { $0.name.lowercased() == name } }

    /// The text of an element on one line; nil if it is empty.
    func words(_ name: String) -> String? {
        guard let text = first(name)?.text.oneLine, !text.isEmpty else { return nil }
        return text
    }

    /// Without blanks around it; nil if missing or empty.
    func attribute(_ name: String) -> String? {
        guard let text = attributes[name]?.oneLine, !text.isEmpty else { return nil }
        return text
    }

    /// All below, in any letter case, in the order of the file.
    func everywhere(_ name: String) -> [XMLElement] {
        children.flatMap { ($0.name.lowercased() == name ? [$0] : []) + $0.everywhere(name) }
    }

    final class Builder {
        fileprivate var root: XMLElement?
        private var open: [XMLElement] = []
        private var count = 0
        private var bytes = 0
        private(set) var refusal: String?

        func begin(_ name: String, _ attributes: [String: String]) -> Bool {
            count += 1
            guard count <= XMLElement.most, open.count < XMLElement.deepest else {
                refusal = "has more than \(XMLElement.most) elements, or more than \(XMLElement.deepest) in one another"
                return false
            }
            for (key, value) in attributes { bytes += key.utf8.count + value.utf8.count }
            guard hasRoom() else { return false }
            let element = XMLElement(String(name.split(separator: ":").last ?? ""), attributes)
            if let last = open.last { last.children.append(element) } else { root = root ?? element }
            open.append(element)
            return true
        }

        func end() { _ = open.popLast() }

        func add(_ text: String) -> Bool {
            bytes += text.utf8.count
            guard hasRoom() else { return false }
            open.last?.text += text
            return true
        }

        private func hasRoom() -> Bool {
            if bytes <= XMLElement.longest.text { return true }
            refusal = "has more than \(XMLElement.longest.text >> 20) MiB of text"
            return false
        }

        /// Checks a declared entity; nil: it does not stand for text. These functions return whether the parser may go on.
        func declare(_ entity: [UInt8]?) -> Bool {
            if let entity, entity.count <= XMLElement.longest.entity, !entity.contains(where: { "&%<".utf8.contains($0) }) { return true }
            refusal = "declares an entity that is more than a few characters, which no such file needs; remove it"
            return false
        }
    }
}
