/// Sees to it that a client speaks HTTP, by the last word of the first line it sends: the decoder takes `RTSP/1.0` for `HTTP/1.0`.
struct RequestLine {
    private enum Phase {
        /// Before the line: empty lines there mean nothing.
        case before
        case within
        case over
    }

    private static let wanted = Array("HTTP/".utf8)
    private var phase = Phase.before
    /// The beginning of the word that is read.
    private var word: [UInt8] = []

    /// False from the end of a line on that is none of HTTP.
    private(set) var isHTTP = true

    /// Reads on; what comes behind the first line is of no concern.
    mutating func take(_ bytes: some Sequence<UInt8>) {
        if case .over = phase { return }
        for byte in bytes {
            switch (byte, phase) {
            case (UInt8(ascii: "\n"), .within):
                isHTTP = word == Self.wanted
                phase = .over
                return
            case (UInt8(ascii: "\n"), _), (UInt8(ascii: "\r"), _): break
            case (UInt8(ascii: " "), .within): word = []
            default:
                phase = .within
                if word.count < Self.wanted.count { word.append(byte) }
            }
        }
    }
}
