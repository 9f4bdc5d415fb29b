internal import FaderValues

/// A sheet of paper (A4) with pages, their QR codes, and what to do: to be read across a room.
struct KeyPoster {
    private let sheets: [(page: String, address: String)]
    /// The network in which phones find the page; nil: the sheet does not say.
    private let wifi: String?

    init(_ sheets: [(page: String, address: String)], wifi: String?) { (self.sheets, self.wifi) = (sheets, wifi) }

    /// The size of the sheet in millimeters.
    private static let (width, height) = (210.0, 297.0)

    /// Writes a file that only its owner can read: whoever has it can open the pages.
    func write(_ file: String) throws {
        try NewFile(file, Array(try drawn().utf8), mode: 0o600).commit()
    }

    private func drawn() throws(Failure) -> String {
        // As many columns as rows, so that each keeps the form of the paper.
        let columns = (1...).first { $0 * $0 >= sheets.count } ?? 1
        let scale = 1 / Double(columns)
        var parts: [String] = []
        for (place, sheet) in sheets.enumerated() {
            let (x, y) = (Double(place % columns) * Self.width * scale, Double(place / columns) * Self.height * scale)
            parts.append("<g transform=\"translate(\(x),\(y)) scale(\(scale))\">\n\(try self.sheet(sheet.page, sheet.address))</g>\n")
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(Int(Self.width))mm" height="\(Int(Self.height))mm" viewBox="0 0 \(Int(Self.width)) \
            \(Int(Self.height))" font-family="DejaVu Sans, Helvetica, Arial, sans-serif" text-anchor="middle">
            <rect width="210" height="297" fill="white"/>
            \(parts.joined())</svg>

            """
    }

    private func sheet(_ page: String, _ address: String) throws(Failure) -> String {
        let modules = try QRCode.made(of: address).modules
        // A long name gets smaller letters, about 0.62 as wide as they are high.
        let size = min(44, 180 / (Double(page.count) * 0.62))
        let (side, left, top) = (140.0, 35.0, 80.0)
        let module = side / Double(modules.count)
        let path = modules.enumerated().flatMap { row, line in
            line.enumerated().filter(\.element).map { column, _ in "M\(column) \(row)h1v1h-1z" }
        }
        return """
            <text x="105" y="58" font-size="\(size)" font-weight="bold">\(page.escapedForXML)</text>
            <path transform="translate(\(left),\(top)) scale(\(module))" shape-rendering="crispEdges" d="\(path.joined())"/>
            \(wifi.map { "<text x=\"105\" y=\"231\" font-size=\"8\">Wi-Fi: \($0.escapedForXML)</text>" } ?? "")
            <text x="105" y="250" font-size="20">Scan me once</text>
            <text x="105" y="272" font-size="6">\(address.prefix { $0 != "#" }.description.escapedForXML)</text>
            <text x="105" y="283" font-size="5">Whoever has scanned this moves this page.</text>

            """
    }
}

extension QRCode {
    /// The code of an address. Fails with the reason if there can be none.
    static func made(of address: String) throws(Failure) -> QRCode {
        do throws(Missing) { return try QRCode(of: address) } catch { throw Failure(.unavailable, "there is no QR code: \(error.reason)") }
    }
}

extension String {
    fileprivate var escapedForXML: String {
        replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
