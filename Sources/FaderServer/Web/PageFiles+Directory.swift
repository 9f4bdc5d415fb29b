internal import FaderModel

extension PageFiles {
    /// The files as they are in a directory now, for development of the page. A file that cannot be read is left out, which shows at once
    /// in the page.
    init(directory root: String) {
        var found: [String: [UInt8]] = [:]
        Self.read(root, "", into: &found)
        // FNV-1a is enough: the hash only has to differ if a file does.
        var sum: UInt64 = 0xcbf2_9ce4_8422_2325
        for (name, bytes) in found.sorted(by: { $0.key < $1.key }) {
            for byte in Array(name.utf8) + bytes { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3 }
        }
        self.init(hash: "dev-" + String(sum, radix: 16), isLasting: false) { [found] in found[$0] }
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
