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

    @Test("an error in an encoder is reported at its place")
    func wrong() {
        expect(
            controls(
                """
                a: {input: cc 1 ch 1, relative: 1️⃣signed-bit}
                b: {input: cc 2 ch 1, relative: 2️⃣two}
                c: {input: 3️⃣program ch 1, relative: twos}
                d: {input: cc 4 ch 1, relative: twos, fine: 4️⃣push.1}
                e: {input: cc 5 ch 1, relative: twos, acceleration: 5️⃣{slow: 9, fast: 3, factor: 2}}
                f: {input: cc 6 ch 1, raw: 6️⃣[9, 3]}
                g: {input: cc 7 ch 1, raw: [0, 7️⃣128]}
                h: {input: cc 8 ch 1, raw: 8️⃣5}
                """),
            [
                "1️⃣ error: \"signed-bit\" means opposite things in different programs; write sign-magnitude where 1 is up and 65 down, "
                    + "inverted-sign-magnitude where it is the other way round",
                "2️⃣ error: relative must be one of twos, offset, sign-magnitude, inverted-sign-magnitude, next-cc, direction; found \"two\"; "
                    + "did you mean \"twos\"?",
                "3️⃣ error: an encoder sends cc, pitchbend, note or nrpn, not program",
                "4️⃣ error: there is no control \"push.1\"",
                "5️⃣ error: an acceleration goes from slow 0 or more to a higher fast of at most 1000 detents a second, with a factor 1…100",
                "6️⃣ error: the first raw value must be below the second; a control that goes the other way has invert: true",
                "7️⃣ error: the highest raw value must be a whole number 0…127, found \"128\"",
                "8️⃣ error: raw needs the values at both ends, such as [0, 15935]; found \"5\"",
            ])
    }

    @Test("the next controller belongs to an encoder that counts down there")
    func next() {
        expect(
            controls("a: {input: cc 1 ch 1, relative: next-cc}\nb: {input: 1️⃣cc 2 ch 1}"),
            [
                "1️⃣ error: two controls on one message: \"cc 2 ch 1\", the input of b, is also the input of a (line 8, column 18)"
            ])
    }

    @Test("keys of encoders on another control are a warning")
    func idle() {
        let result = read(controls("a: {input: cc 1 ch 1, detents: 5}"))
        #expect(result.diagnostics.map(\.message) == ["detents has no effect: a is not an encoder; relative: says how one is read"])
        guard case .success = result else {
            Issue.record("a warning refused the config")
            return
        }
    }

    @Test("wrap makes both ends of a number one place")
    func wrap() throws {
        let text = "version: 1\nparameters: {hue: {max: 360, wrap: true}, hour: {kind: integer, max: 12, wrap: false}}\n"
        #expect(try configuration(text).parameters.map(\.isCircle) == [true, false])
        expect(
            "version: 1\nparameters: {a: {min: -inf, max: 6, taper: audio, wrap: 1️⃣true}}\n",
            ["1️⃣ error: a range from -inf cannot wrap: nothing lies beyond its end"])
    }
}
