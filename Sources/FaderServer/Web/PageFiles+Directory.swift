internal import Glibc

extension PageFiles {
    /// The files as they are in a directory now, for development of the page. A file that cannot be opened is left out, which shows at once
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

    private static func read(_ root: String, _ folder: String, into found: inout [String: [UInt8]]) {
        guard let directory = unsafe opendir("\(root)/\(folder)") else { return }
        defer { unsafe _ = closedir(directory) }
        while let entry = unsafe readdir(directory) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
                unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            guard !name.hasPrefix(".") else { continue }
            let path = folder.isEmpty ? name : "\(folder)/\(name)"
            if unsafe Int32(entry.pointee.d_type) == Int32(DT_DIR) {
                read(root, path, into: &found)
            } else if let bytes = content("\(root)/\(path)") {
                found[path] = bytes
            }
        }
    }

    private static func content(_ path: String) -> [UInt8]? {
        guard let file = unsafe fopen(path, "r") else { return nil }
        defer { unsafe _ = fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe chunk.withUnsafeMutableBytes { unsafe fread($0.baseAddress, 1, $0.count, file) }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
        }
    }
}
