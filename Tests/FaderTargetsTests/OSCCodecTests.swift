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
        for round in 0..<20_000 {
            var bytes = good
            for _ in 0...Int.random(in: 0..<4, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            if round.isMultiple(of: 3) { bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random))) }
            if (try? OSCCodec.decode(bytes)) != nil { understood += 1 }
        }
        #expect(understood > 100, "the fuzz does not get past the address")
    }
}
