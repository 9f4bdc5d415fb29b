import FaderConfig
import FaderConsole
import FaderValues
import Foundation
import Testing

@Suite("Configs where there is no ICU")
struct WithoutICUTests {
    private static let why = "because ICU is not wanted: FADERD_ICU is none"

    @Test("what can be written plainly is a warning; a pattern and what no locale could be are errors")
    func diagnostics() async {
        await #expect(processExitsWith: .success) {
            _ = unsafe setenv("FADERD_ICU", "none", 1)
            expect(
                """
                version: 1
                locale: 1️⃣sv_SE
                parameters:
                  fee: {currency: 2️⃣SEK, min: 0, max: 9}
                  local: {currency: local, min: 0, max: 9}
                  volume: {short: 3️⃣Звук, min: 0, max: 9}
                  label: {short: Dröm, min: 0, max: 9}
                """,
                [
                    "1️⃣ warning: the locale sv_SE needs ICU; numbers are written plainly, \(Self.why)",
                    "2️⃣ warning: the currency SEK needs ICU; amounts are written with its code and two decimals, \(Self.why)",
                    "3️⃣ warning: the short label \"Звук\" needs ICU; displays show ____, \(Self.why)",
                ])
            expect(
                """
                version: 1
                locale: 1️⃣"sv SE"
                parameters:
                  fee: {currency: 2️⃣sek, min: 0, max: 9}
                  who: {kind: text, pattern: 3️⃣"[a-z]*"}
                """,
                [
                    "1️⃣ error: there is no locale \"sv SE\"",
                    "2️⃣ error: there is no currency \"sek\"; expected the three letters of ISO 4217, or local",
                    "3️⃣ error: a pattern needs ICU to check texts with it; leave it out, or install ICU: ICU is not wanted: FADERD_ICU is none",
                ])
            let plain = try settings("version: 1\nlocale: C\nparameters:\n  a: {min: 0, max: 9}\n")
            #expect(plain.symbols == .plain)
        }
    }
}
