/// One script of a module and all modules that it imports, because 80 requests would take a browser 0.1 to 0.3 s longer. Each module becomes a function that is
/// called at once, after those that it imports, and a constant with its exports. So modules must not import each other in a circle.
struct PageScript {
    private(set) var text: [UInt8] = []
    private var modules: Set<String> = []
    private let file: (String) -> [UInt8]?

    init(of name: String, file: @escaping (String) -> [UInt8]?) {
        self.file = file
        add(name)
    }

    private mutating func add(_ name: String) {
        guard modules.insert(name).inserted else { return }
        guard let source = file(name) else { fatalError("Web/ has no \(name)") }
        var body: [UInt8] = []
        var exports: [Substring] = []
        for line in source.split(separator: Self.lineEnd, omittingEmptySubsequences: false) {
            if line.starts(with: "import ".utf8) {
                body += imported(String(decoding: line, as: UTF8.self), in: name).utf8
            } else if line.starts(with: "export ".utf8) {
                exports.append(Self.exported(String(decoding: line, as: UTF8.self), in: name))
                body += line.dropFirst("export ".utf8.count)
            } else {
                body += line
            }
            body.append(Self.lineEnd)
        }
        text += "const \(Self.constant(name)) = (() => {\n".utf8 + body + "return { \(exports.joined(separator: ", ")) };\n})();\n".utf8
    }

    /// The replacement for `import { NAME, NAME as NAME } from "FILE";` or `import * as NAME from "FILE";`. Also adds the module.
    private mutating func imported(_ line: String, in name: String) -> String {
        let parts = line.split(separator: "\"")
        guard parts.count == 3, parts[0].hasSuffix(" from "), parts[2] == ";" else {
            fatalError("PageScript does not know this import of Web/\(name): \(line)")
        }
        let names = parts[0].dropFirst("import ".count).dropLast(" from ".count)
        let other = Self.path(parts[1], from: name)
        add(other)
        let constants = names.hasPrefix("* as ") ? String(names.dropFirst("* as ".count)) : String(names.replacing(" as ", with: ": "))
        return "const \(constants) = \(Self.constant(other));"
    }

    /// The name in `export const NAME`, `export class NAME`, `export function NAME` or `export async function NAME`.
    private static func exported(_ line: String, in name: String) -> Substring {
        let words = line.split(separator: " ").dropFirst().drop { $0 == "async" }
        guard words.count > 1, ["const", "class", "function"].contains(words.first) else {
            fatalError("PageScript does not know this export of Web/\(name): \(line)")
        }
        return words.dropFirst().first?.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" } ?? ""
    }

    /// The path of a file that another one imports.
    private static func path(_ relative: Substring, from name: String) -> String {
        var folders = name.split(separator: "/").dropLast()
        for part in relative.split(separator: "/") where part != "." {
            if part == ".." { folders.removeLast() } else { folders.append(part) }
        }
        return folders.joined(separator: "/")
    }

    private static func constant(_ name: String) -> String {
        "$" + name.dropLast(".js".count).map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()
    }

    private static let lineEnd = UInt8(ascii: "\n")
}
