import FaderTesting
import Testing

@testable import FaderTargets

struct OSCCodecTests {
    private static let all = OSCMessage(
        address: "/a/b",
        arguments: [
            .integer(-3), .float(0.5), .text("fader"), .blob([1, 2, 3, 4, 5]), .flag(true), .flag(false), .long(1 << 40), .double(0.1),
        ])

    @Test func whatIsEncodedIsDecoded() throws {
        #expect(try OSCCodec.decode(OSCCodec.encode(Self.all)) == [Self.all])
        for length in 0..<9 {
            let text = OSCMessage(
                address: "/" + String(repeating: "x", count: length), arguments: [.text(String(repeating: "y", count: length))])
            let bytes = OSCCodec.encode(text)
            #expect(bytes.count.isMultiple(of: 4))
            #expect(try OSCCodec.decode(bytes) == [text])
        }
    }

    @Test func aTextThatIsNotUTF8IsLatin1() throws {
        let latin: [UInt8] = Array("/n\0\0,s\0\0".utf8) + [0x4A, 0xF6, 0x72, 0x67, 0, 0, 0, 0]
        #expect(try OSCCodec.decode(latin) == [OSCMessage(address: "/n", arguments: [.text("Jörg")])])
        #expect(
            try OSCCodec.decode(OSCCodec.encode(OSCMessage(address: "/n", arguments: [.text("Jörg")]))).first?.arguments == [.text("Jörg")])
    }

    /// The examples at the end of the specification.
    @Test func theExamplesOfTheSpecification() throws {
        let first: [UInt8] = Array("/oscillator/4/frequency\0,f\0\0".utf8) + [0x43, 0xDC, 0, 0]
        #expect(OSCCodec.encode(OSCMessage(address: "/oscillator/4/frequency", arguments: [.float(440)])) == first)
        let second: [UInt8] =
            Array("/foo\0\0\0\0,iisff\0\0".utf8) + [0, 0, 3, 0xE8, 0xFF, 0xFF, 0xFF, 0xFF] + Array("hello\0\0\0".utf8)
            + [0x3F, 0x9D, 0xF3, 0xB6, 0x40, 0xB5, 0xB2, 0x2D]
        #expect(
            try OSCCodec.decode(second) == [
                OSCMessage(address: "/foo", arguments: [.integer(1000), .integer(-1), .text("hello"), .float(1.234), .float(5.678)])
            ])
    }

    @Test func bundlesAreTakenApart() throws {
        func bundle(_ elements: [[UInt8]]) -> [UInt8] {
            Array("#bundle\0".utf8) + [UInt8](repeating: 0, count: 8)
                + elements.flatMap { [0, 0, UInt8($0.count >> 8), UInt8($0.count & 0xFF)] + $0 }
        }
        let message = OSCCodec.encode(Self.all)
        #expect(try OSCCodec.decode(bundle([message, bundle([message]), message])) == [Self.all, Self.all, Self.all])
        var deep = message
        for _ in 0..<9 { deep = bundle([deep]) }
        #expect(throws: MalformedOSCMessage.self) { try OSCCodec.decode(deep) }
    }

    @Test func whatCannotBeReadInABundleIsSkipped() throws {
        let unknown: [UInt8] = Array("/zz\0,q\0\0".utf8)
        let message = OSCCodec.encode(Self.all)
        func bundle(_ elements: [[UInt8]]) -> [UInt8] {
            Array("#bundle\0".utf8) + [UInt8](repeating: 0, count: 8) + elements.flatMap { [0, 0, 0, UInt8($0.count)] + $0 }
        }
        #expect(try OSCCodec.decode(bundle([message, unknown, message])) == [Self.all, Self.all])
        #expect(try OSCCodec.decode(bundle([message]) + [0, 0, 9, 9, 1]) == [Self.all])
        #expect(try OSCCodec.decode(bundle([message]) + [0, 0, 9]) == [Self.all])
        #expect(try OSCCodec.decode(bundle([])).isEmpty)
        #expect(throws: MalformedOSCMessage.self) { try OSCCodec.decode(bundle([unknown])) }
    }

    @Test func otherTypesAreReadPast() throws {
        let bytes: [UInt8] = Array("/a\0\0,tNmIi\0\0".utf8) + [UInt8](repeating: 9, count: 12) + [0, 0, 0, 7]
        #expect(try OSCCodec.decode(bytes) == [OSCMessage(address: "/a", arguments: [.integer(7)])])
    }

    @Test func aColorHasFourBytes() throws {
        let message = OSCMessage(address: "/a", arguments: [.color(0x1234_56FF)])
        #expect(OSCCodec.encode(message) == Array("/a\0\0,r\0\0".utf8) + [0x12, 0x34, 0x56, 0xFF])
        #expect(try OSCCodec.decode(OSCCodec.encode(message)) == [message])
    }

    @Test func noBytesTrapTheDecoder() throws {
        var random = SeededGenerator(seed: 7)
        let good = OSCCodec.encode(Self.all)
        var understood = 0
        for round in 0..<6_000 {
            var bytes = good
            for _ in 0...Int.random(in: 0..<4, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            if round.isMultiple(of: 3) { bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random))) }
            if (try? OSCCodec.decode(bytes)) != nil { understood += 1 }
        }
        #expect(understood > 100, "the fuzz does not get past the address")
    }

    /// Bundles within bundles, cut off, with lengths that are too long, 0 or enormous.
    @Test func noBundleTrapsTheDecoder() throws {
        var random = SeededGenerator(seed: 11)
        let head = Array("#bundle\0".utf8) + [0, 0, 0, 0, 0, 0, 0, 1]
        func length(_ count: Int) -> [UInt8] {
            let odd: [UInt32] = [0, 1, 3, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, UInt32(count + 4)]
            let number = Int.random(in: 0..<10, using: &random) == 0 ? odd.randomElement(using: &random) ?? 0 : UInt32(count)
            return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
        }
        func element(_ depth: Int) -> [UInt8] {
            if depth == 0 || Bool.random(using: &random) {
                return Bool.random(using: &random) ? OSCCodec.encode(Self.all) : OSCCodec.encode(OSCMessage(address: "/a"))
            }
            return (0..<Int.random(in: 0...3, using: &random)).reduce(head) { all, _ in
                let one = element(depth - 1)
                return all + length(one.count) + one
            }
        }
        var (understood, refused) = (0, 0)
        for round in 0..<5_000 {
            var bytes = element(12)
            if round.isMultiple(of: 4) { bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random))) }
            if let messages = try? OSCCodec.decode(bytes) {
                understood += 1
                #expect(messages.count <= 1024 + bytes.count / 8)
            } else {
                refused += 1
            }
        }
        #expect(understood > 500 && refused > 100, "\(understood) understood, \(refused) refused")
    }

    /// What a packet of the largest size can make the decoder do is bounded.
    @Test func theLargestPacketsAreReadInTime() throws {
        let head = Array("#bundle\0".utf8) + [0, 0, 0, 0, 0, 0, 0, 1]
        let empty = (0..<3_200).reduce(head) { all, _ in all + [0, 0, 0, 16] + head }
        #expect(try OSCCodec.decode(empty).isEmpty)
        let many = (0..<5_000).reduce(head) { all, _ in all + [0, 0, 0, 8] + Array("/a\0\0,\0\0\0".utf8) }
        #expect(try OSCCodec.decode(many).count == 1024)
        let flags = Array("/a\0\0,".utf8) + [UInt8](repeating: UInt8(ascii: "T"), count: 60_002) + [0]
        #expect(try OSCCodec.decode(flags)[0].arguments.count == 60_002)
        #expect(throws: MalformedOSCMessage.self) { try OSCCodec.decode([UInt8](repeating: UInt8(ascii: "/"), count: 65_507)) }
    }

    @Test func aBundleIsPlayedAtOnceWhateverItsTimeTag() throws {
        let messages = [OSCMessage(address: "/a", arguments: [.integer(1)]), Self.all]
        let bundle = OSCCodec.bundle(messages.map(OSCCodec.encode))
        #expect(bundle[8..<16].elementsEqual([0, 0, 0, 0, 0, 0, 0, 1]))
        #expect(try OSCCodec.decode(bundle) == messages)
        // In a hundred years.
        var late = bundle
        late[8] = 0xFF
        #expect(try OSCCodec.decode(late) == messages)
    }
}
