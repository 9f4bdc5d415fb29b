import FaderValues
import Testing

@Suite("times as text")
struct WallTimeTests {
    @Test(
        "a time is rounded to the millisecond, not cut",
        arguments: [
            (0.0, "1970-01-01T00:00:00.000Z"), (1_770_091_506.789, "2026-02-03T04:05:06.789Z"),
            (1_770_091_506.7889996, "2026-02-03T04:05:06.789Z"),
            (1_770_091_506.9996, "2026-02-03T04:05:07.000Z"), (951_827_696.004, "2000-02-29T12:34:56.004Z"),
            (4_107_542_399.999, "2100-02-28T23:59:59.999Z"), (4_107_542_400, "2100-03-01T00:00:00.000Z"), (-5, "1970-01-01T00:00:00.000Z"),
            (.nan, "1970-01-01T00:00:00.000Z"), (1e300, "9999-12-31T23:59:59.000Z"),
        ])
    func text(seconds: Double, text: String) {
        #expect(WallTime.text(seconds) == text)
        #expect(WallTime.text(WallTime.rounded(seconds)) == text)
    }

    @Test(
        "other forms of times are read: with or without a fraction, in UTC or with an offset",
        arguments: [
            ("2026-02-03T04:05:06.789Z", 1_770_091_506.789), ("2026-02-03T04:05:06Z", 1_770_091_506),
            ("2026-02-03T04:05:06.789000+00:00", 1_770_091_506.789), ("2026-02-03T05:35:06.5+01:30", 1_770_091_506.5),
            ("2026-02-02T23:05:06-05:00", 1_770_091_506), ("2000-02-29T00:00:00Z", 951_782_400),
        ])
    func read(text: String, seconds: Double) { #expect(WallTime.seconds(text) == seconds) }

    @Test(
        "invalid times are refused",
        arguments: [
            "", "2026-02-03", "2026-02-03T04:05:06", "2026-02-03T04:05:06.Z", "2026-02-30T04:05:06Z", "2026-02-03T24:05:06Z",
            "2026-02-03T04:05:06+1:00", "2026-02-03T04:05:06+01:00Z", "2026-02-03T04:05:06+24:00", "1970-01-01T00:00:00+01:00",
            "2026-02-03T04:05:06Zx", "٢٠٢٦-02-03T04:05:06Z", "10000-02-03T04:05:06Z",
        ])
    func refused(text: String) { #expect(WallTime.seconds(text) == nil) }
}
