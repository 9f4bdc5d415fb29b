internal import Dispatch
internal import Glibc

/// The lines of standard input, read while the program does something else.
enum InputLines {
    /// Calls `handle` on another thread with each line, and at last with nil. Does not use `readLine`, which locks C's `stdin` while it
    /// waits: from glibc 2.41 on, a program that ends waits for that lock, and so for one more line.
    static func each(_ handle: @escaping @Sendable (String?) -> Void) {
        DispatchQueue(label: "lines").async {
            var line: [UInt8] = []
            var piece = [UInt8](repeating: 0, count: 4096)
            while true {
                let count = unsafe piece.withUnsafeMutableBytes { unsafe read(STDIN_FILENO, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                for byte in piece[..<count] {
                    if byte == UInt8(ascii: "\n") { handle(text(of: &line)) } else { line.append(byte) }
                }
            }
            if !line.isEmpty { handle(text(of: &line)) }
            handle(nil)
        }
    }

    /// The line without a carriage return at its end. Empties `line`.
    private static func text(of line: inout [UInt8]) -> String {
        defer { line.removeAll(keepingCapacity: true) }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return String(decoding: line, as: UTF8.self)
    }
}
