internal import FaderValues

/// Makes the answer to the password challenge of OBS (obs-websocket, docs/generated/protocol.md, "Creating an authentication string").
enum OBSAuthentication {
    /// The challenge in the greeting of OBS when it needs a password.
    struct Challenge: Equatable {
        let salt: String
        let challenge: String
    }

    static func answer(to question: Challenge, password: String) -> String {
        let secret = base64(SHA256.hash(Array((password + question.salt).utf8)))
        return base64(SHA256.hash(Array((secret + question.challenge).utf8)))
    }

    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Base64 (RFC 4648).
    static func base64(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let number = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for digit in 0...3 {
                text.append(digit <= group.count ? letters[number >> (18 - 6 * digit) & 63] : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
