import FaderConsole
import FaderTesting
import FaderValues
import Testing

/// One fader (controller 1, touch: note 104) for both ends of `price`: 20 and 100.
@Suite("A control that drives the nearer end of a range")
struct NearestTests {
    @Test("an encoder whose end can come no nearer to the other one turns that one at its next movement, in both directions")
    func encoderBetweenEnds() {
        for step in [0.0, 1] {
            var encoder = ControlSpec(id: "encoder.1", input: MessageAddress(.cc, number: 11), parameter: 0)
            (encoder.encoder, encoder.otherEnd) = (EncoderSpec(.twos), 1)
            let (console, port) = (Console(Desks.price(gap: 10, step: step, controls: encoder)), FakePort(surfaces: 1))
            console.connected(0, port.connected[0], at: .zero, port: port)
            func turn(_ raw: UInt32, _ times: Int, at time: UInt64) {
                for _ in 0..<times { console.handle(MIDIMessage(encoder.input, raw: raw), from: 0, at: .ms(time), port: port) }
                console.advance(to: .ms(time + 1000), port: port)
            }
            func ends() -> [Double] { [console.value(of: 0), console.value(of: 1)] }
            turn(1, 200, at: 1000)
            #expect(ends() == [90, 100])
            turn(1, 5, at: 3000)
            #expect(ends()[0] == 90 && ends()[1] > 100)
            #expect(console.nextHand()?.isOnHighEnd == true)
            turn(127, 200, at: 5000)
            #expect(ends() == [90, 100])
            turn(127, 5, at: 7000)
            #expect(ends()[0] < 90 && ends()[1] == 100)
            #expect(console.nextHand()?.isOnHighEnd == false)
        }
    }
}
