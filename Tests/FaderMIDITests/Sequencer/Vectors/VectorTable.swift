/// A table of wire vectors: comma-separated values with the six columns of `Tests/Vectors/README.md`.
struct VectorTable {
    static let columns = ["id", "protocol", "direction", "bytes_hex", "meaning", "source"]

    private(set) var rows: [VectorRow] = []
    /// The errors, each as `FILE:LINE:COLUMN: error: …`.
    private(set) var problems: [String] = []

    /// Reads a whole file; `name` is its name in problems.
    init(name: String, text: String) {
        var ids: [String: Int] = [:]
        var line = 0
        // Spreadsheets end a line with CR LF, which is one Character in Swift.
        for record in text.split(omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r\n" }) {
            line += 1
            // The last line also ends with a line feed.
            if record.isEmpty && line > 1 && record.endIndex == text.endIndex { continue }
            do throws(VectorProblem) {
                let fields = try Self.fields(of: String(record))
                if line == 1 {
                    try Self.check(header: fields)
                    continue
                }
                let row = try VectorRow(fields, place: "\(name):\(line)")
                if let first = ids.updateValue(line, forKey: row.id) {
                    throw VectorProblem(column: 1, text: "\"\(row.id)\" is on line \(first) already")
                }
                rows.append(row)
            } catch {
                problems.append("\(name):\(line):\(error.column): error: \(error.text)")
            }
        }
    }

    private static func check(header: [VectorField]) throws(VectorProblem) {
        guard header.map(\.text) != columns else { return }
        throw VectorProblem(column: 1, text: "the first line is not \"\(columns.joined(separator: ","))\"")
    }

    /// The fields of a line. In a quoted field a quote is doubled, as spreadsheets write it; no field spans several lines.
    private static func fields(of line: String) throws(VectorProblem) -> [VectorField] {
        var fields: [VectorField] = []
        var rest = Array(line)[...]
        while true {
            let start = rest.startIndex
            let text = rest.first == "\"" ? try quoted(&rest) : plain(&rest)
            fields.append(VectorField(text: text, column: start + 1))
            guard let next = rest.popFirst() else { return fields }
            guard next == "," else { throw VectorProblem(column: rest.startIndex, text: "expected a comma behind the closing quote") }
        }
    }

    private static func plain(_ rest: inout ArraySlice<Character>) -> String {
        let field = rest.prefix { $0 != "," }
        rest = rest[field.endIndex...]
        return String(field)
    }

    private static func quoted(_ rest: inout ArraySlice<Character>) throws(VectorProblem) -> String {
        let start = rest.startIndex
        var text = ""
        rest.removeFirst()
        while let character = rest.popFirst() {
            if character == "\"" {
                guard rest.first == "\"" else { return text }
                rest.removeFirst()
            }
            text.append(character)
        }
        throw VectorProblem(column: start + 1, text: "the quote that starts here has no end on this line")
    }
}

/// One field, and the column in which it starts, from 1.
struct VectorField {
    let text: String
    let column: Int
}

/// An error in a line, and its column.
struct VectorProblem: Error {
    let column: Int
    let text: String
}
