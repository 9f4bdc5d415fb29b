/// Checks by the last word of its first line that a client speaks HTTP. This is needed because the decoder takes `RTSP/1.0` for `HTTP/1.0`.
struct RequestLine {
    private enum Phase {
        /// Before the line, where empty lines are ignored.
        case before
        case within
        case over
    }

    private static let wanted = Array("HTTP/".utf8)
    private var phase = Phase.before
    /// The beginning of the word being read.
    private var word: [UInt8] = []

    /// False once the first line has ended and is not HTTP.
    private(set) var isHTTP = true

    /// Reads more bytes. Those after the first line are ignored.
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
