/// FIPS 180-4, section 6.2. It shows whether a file is still the one that somebody has read, and OBS wants passwords hashed with it.
///
/// Written here, because swift-crypto would bring all of BoringSSL, several MB, for this one function.
package struct SHA256 {
    private var state: [UInt32] = [
        0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
    ]

    /// The digest of some bytes as 64 hexadecimal digits in lower case, as `sha256sum` prints it.
    package static func hexadecimal(_ bytes: [UInt8]) -> String {
        hexadecimal(of: hash(bytes))
    }

    package static func hexadecimal(of digest: [UInt8]) -> String {
        digest.map { String(UInt16($0) | 0x100, radix: 16).dropFirst() }.joined()
    }

    /// Anything but such digits gives bytes that no digest has.
    package static func bytes(_ digits: String) -> [UInt8] {
        let digits = Array(digits.utf8)
        return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
            UInt8(String(decoding: digits[$0...($0 + 1)], as: UTF8.self), radix: 16)
        }
    }

    package static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var digest = SHA256()
        var start = 0
        while start + 64 <= bytes.count {
            digest.add(bytes[start..<start + 64])
            start += 64
        }
        // A one bit, zeros, and the length in bits.
        var end = Array(bytes[start...]) + [0x80]
        while end.count % 64 != 56 { end.append(0) }
        let length = UInt64(bytes.count) * 8
        end += (0..<8).map { UInt8(truncatingIfNeeded: length >> (56 - 8 * UInt64($0))) }
        for block in stride(from: 0, to: end.count, by: 64) { digest.add(end[block..<block + 64]) }
        return digest.state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * UInt32($0))) } }
    }

    /// Adds a block of 64 bytes.
    private mutating func add(_ block: ArraySlice<UInt8>) {
        var words: [UInt32] = []
        words.reserveCapacity(64)
        for start in stride(from: block.startIndex, to: block.endIndex, by: 4) {
            words.append(block[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) })
        }
        for index in 16..<64 {
            let (a, b) = (words[index - 15], words[index - 2])
            let first = Self.turned(a, 7) ^ Self.turned(a, 18) ^ a >> 3
            let second = Self.turned(b, 17) ^ Self.turned(b, 19) ^ b >> 10
            words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for index in 0..<64 {
            let chosen = e & f ^ ~e & g
            let most = a & b ^ a & c ^ b & c
            let one = h &+ (Self.turned(e, 6) ^ Self.turned(e, 11) ^ Self.turned(e, 25)) &+ chosen &+ Self.constants[index] &+ words[index]
            let two = (Self.turned(a, 2) ^ Self.turned(a, 13) ^ Self.turned(a, 22)) &+ most
            (a, b, c, d, e, f, g, h) = (one &+ two, a, b, c, d &+ one, e, f, g)
        }
        for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
    }

    private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

    /// The first 32 bits of the fractions of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = [
        0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4, 0xAB1C_5ED5,
        0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174,
        0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
        0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967,
        0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85,
        0xA2BF_E8A1, 0xA81A_664B, 0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
        0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
        0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
    ]
}
