/// How long events took, in buckets about 6 % wide, from 1 ns to 1 h. Owned by the MIDI thread.
struct LatencyHistogram {
    /// 42 octaves of 16 buckets, like a floating-point number with an exponent and a four-bit mantissa.
    private var buckets = InlineArray<672, UInt64>(repeating: 0)
    private var count: UInt64 = 0
    private var highest: UInt64 = 0

    @inline(__always)
    mutating func record(_ nanoseconds: UInt64, events: Int) {
        let bucket = Self.bucket(of: nanoseconds)
        buckets[bucket < buckets.count ? bucket : buckets.count - 1] &+= UInt64(truncatingIfNeeded: events)
        count &+= UInt64(truncatingIfNeeded: events)
        if nanoseconds > highest { highest = nanoseconds }
    }

    var summary: LatencySummary {
        LatencySummary(count: count, p50: quantile(0.5), p99: quantile(0.99), maximum: highest)
    }

    private func quantile(_ share: Double) -> UInt64 {
        guard count > 0 else { return 0 }
        let rank = UInt64((Double(count) * share).rounded(.up))
        var seen: UInt64 = 0
        for bucket in buckets.indices {
            seen += buckets[bucket]
            if seen >= rank { return min(Self.upperEnd(of: bucket), highest) }
        }
        return highest
    }

    @inline(__always)
    private static func bucket(of value: UInt64) -> Int {
        guard value >= 16 else { return Int(value) }
        // The number of bits after the first five. It is less than 64, so nothing overflows.
        let shift = 59 &- value.leadingZeroBitCount
        return shift &* 16 &+ Int(truncatingIfNeeded: value &>> UInt64(truncatingIfNeeded: shift))
    }

    private static func upperEnd(of bucket: Int) -> UInt64 {
        guard bucket >= 16 else { return UInt64(bucket) }
        let shift = UInt64(bucket / 16 - 1)
        return (UInt64(bucket % 16) + 17) << shift - 1
    }
}

/// Latency in nanoseconds.
public struct LatencySummary: Sendable, BitwiseCopyable, Equatable {
    public var count: UInt64
    public var p50: UInt64
    public var p99: UInt64
    public var maximum: UInt64
}
