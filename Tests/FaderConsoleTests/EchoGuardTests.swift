import FaderValues
import Testing

@testable import FaderConsole

@Suite("Echoes of lamps")
final class EchoGuardTests {
    private var echoes = EchoGuard()

    private func sent(_ raw: UInt32, at time: UInt64) { echoes.sent(raw, at: .ms(time)) }

    private func isEcho(_ raw: UInt32, at time: UInt64) -> Bool { echoes.isEcho(raw, isPress: raw > 0, mayEcho: true, at: .ms(time)) }

    /// The device has echoed four times, so that it is known to echo.
    init() {
        for time in stride(from: 0 as UInt64, to: 400, by: 100) {
            sent(127, at: time)
            _ = isEcho(127, at: time + 1)
            sent(0, at: time + 50)
            _ = isEcho(0, at: time + 51)
        }
    }

    @Test("a press taken for an echo and followed by an unexpected release came from a hand: the next one counts")
    func hand() {
        #expect(echoes.habit == .echoing)
        sent(127, at: 1000)
        #expect(isEcho(127, at: 1001))
        #expect(!isEcho(0, at: 1050))
        sent(127, at: 2000)
        #expect(!isEcho(127, at: 2001))
    }

    @Test("if a hand has pressed too, the release belongs to it, and the echo still counts as an echo")
    func handAndEcho() {
        sent(0, at: 900)
        #expect(isEcho(0, at: 901))
        #expect(!isEcho(127, at: 1000))
        sent(127, at: 1000)
        #expect(isEcho(127, at: 1001))
        #expect(!isEcho(0, at: 1050))
        #expect(echoes.habit == .echoing)
        sent(127, at: 1100)
        #expect(isEcho(127, at: 1101))
    }

    @Test("a device that sent nothing back is believed to echo once four positions in a row have come back")
    func positions() {
        var echoes = EchoGuard()
        let isHandAtFirst = echoes.isHand()
        #expect(!isHandAtFirst, "nothing is known yet")
        for raw: UInt32 in 1...6 { echoes.sent(raw, at: .ms(1000)) }
        echoes.sent(7, at: .ms(2000))
        #expect(echoes.habit == .silent)
        for raw: UInt32 in 8...11 { echoes.sent(raw, at: .ms(2001)) }
        for raw: UInt32 in 7...11 {
            let (isEcho, isHand) = (echoes.isEcho(raw, at: .ms(2010)), echoes.isHand())
            #expect(isEcho && isHand == (raw < 10))
        }
    }

    @Test("an echo that was lost with other input does not prove that the device sends nothing back; one that is missing does")
    func excused() {
        sent(127, at: 1000)
        echoes.excuse()
        sent(127, at: 2000)
        #expect(echoes.habit == .echoing)
        #expect(isEcho(127, at: 2001), "the device still counts as one that echoes")
        sent(0, at: 3000)
        sent(127, at: 4000)
        #expect(echoes.habit == .silent, "nothing was lost this time")
    }

    @Test("what nothing was expected of needs no excuse: the next missing echo counts")
    func excusedForNothing() {
        _ = isEcho(64, at: 900)
        echoes.excuse()
        sent(127, at: 1000)
        sent(127, at: 2000)
        #expect(echoes.habit == .silent)
    }
}
