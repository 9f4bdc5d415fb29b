import FaderConfig
import FaderConsole
import FaderValues
import Testing

@Suite("Encoders, rings and travels in the config")
struct EncoderTests {
    private func control(_ keys: String) throws -> ControlSpec {
        let text = controls("encoder.1: {input: cc 16 ch 1, \(keys)}\npush.1: {input: note 32 ch 1}")
        let controls = try configuration(text).surfaces.first?.controls
        return try #require(controls?.first)
    }

    @Test("an encoder is read with its neutral name or a program's")
    func encodings() throws {
        for encoding in RelativeEncoding.allCases {
            #expect(try control("relative: \(encoding.rawValue)").encoder == EncoderSpec(encoding))
        }
        for (word, encoding) in RelativeEncoding.aliases { #expect(try control("relative: \(word)").encoder == EncoderSpec(encoding)) }
        let full = try control("relative: twos, detents: 200, fine: push.1, acceleration: {slow: 5, fast: 20, factor: 3}")
        #expect(full.encoder == EncoderSpec(.twos, acceleration: Acceleration(slow: 5, fast: 20, factor: 3), detents: 200))
        #expect(full.fineKey == "push.1")
        #expect(try control("relative: offset, acceleration: gentle").encoder?.acceleration == .gentle)
    }

    @Test("a travel with a smaller raw range, and a ring with its own values")
    func ranges() throws {
        let fader = try control("raw: [3, 120], motor: true")
        #expect(fader.inputRange == RawRange(3, 120) && fader.motorRange == RawRange(3, 120))
        let ring = try control("relative: twos, motor: {message: cc 48 ch 1, raw: [1, 13]}")
        #expect(ring.motor == MessageAddress(.cc, number: 48) && ring.motorRange == RawRange(1, 13))
        let lamp = try control("motor: {raw: [0, 1]}")
        #expect(lamp.motor == lamp.input && lamp.motorRange == RawRange(0, 1))
    }

    @Test("wrap makes both ends of a number one place")
    func wrap() throws {
        let text = "version: 1\nparameters: {hue: {max: 360, wrap: true}, hour: {kind: integer, max: 12, wrap: false}}\n"
        #expect(try configuration(text).parameters.map(\.isCircle) == [true, false])
    }
}
