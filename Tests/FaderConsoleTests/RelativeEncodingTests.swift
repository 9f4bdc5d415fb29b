import FaderConsole
import Testing

@Suite("Relative encodings of encoders")
struct RelativeEncodingTests {
    /// The values of every encoding for seven bits.
    @Test(
        "every encoding is read as its table says",
        arguments: [
            (RelativeEncoding.twos, [0: 0, 1: 1, 0x3F: 63, 0x40: -64, 0x41: -63, 0x7F: -1]),
            (.offset, [0: -64, 1: -63, 0x3F: -1, 0x40: 0, 0x41: 1, 0x7F: 63]),
            (.signMagnitude, [0: 0, 1: 1, 0x3F: 63, 0x40: 0, 0x41: -1, 0x7F: -63]),
            (.invertedSignMagnitude, [0: 0, 1: -1, 0x3F: -63, 0x40: 0, 0x41: 1, 0x7F: 63]),
            (.nextController, [0: 0, 1: 1, 0x7F: 127]),
            (.direction, [0: 1, 0x3F: 1, 0x40: -1, 0x7F: -1]),
        ] as [(RelativeEncoding, [UInt32: Int])])
    func table(encoding: RelativeEncoding, values: [UInt32: Int]) {
        for (raw, detents) in values { #expect(encoding.decode(raw, of: 127) == detents, "\(encoding) \(raw)") }
    }

    @Test("fourteen bits have their middle at 8192")
    func long() {
        #expect(RelativeEncoding.twos.decode(16383, of: 16383) == -1)
        #expect(RelativeEncoding.offset.decode(8193, of: 16383) == 1)
        #expect(RelativeEncoding.signMagnitude.decode(8193, of: 16383) == -1)
        #expect(RelativeEncoding.direction.decode(8192, of: 16383) == -1)
    }

    @Test(
        "encoding and decoding are inverse; turns beyond the ends become the nearest possible ones", arguments: RelativeEncoding.allCases)
    func inverse(encoding: RelativeEncoding) {
        for detents in -200...200 {
            for maximum: UInt32 in [127, 16383] {
                let raw = encoding.encode(detents, of: maximum)
                #expect(raw <= maximum)
                let back = encoding.decode(raw, of: maximum)
                switch encoding {
                case .direction: #expect(back == (detents < 0 ? -1 : 1))
                case .nextController: #expect(back == min(abs(detents), Int(maximum)))
                default:
                    if abs(detents) < 64 { #expect(back == detents) }
                    #expect(detents == 0 ? back == 0 : back.signum() == detents.signum() && abs(back) <= abs(detents))
                }
            }
        }
    }

    @Test("each word and alias names one encoding")
    func words() {
        let words = RelativeEncoding.allCases.map { $0.rawValue } + RelativeEncoding.aliases.map(\.word)
        #expect(Set(words).count == words.count)
    }
}
