import FaderConsole
import FaderTesting
import FaderValues
import Glibc
import Testing

@Suite("Corners of tapers")
struct TaperLifeTests {
    @Test("corners of points live no longer than the scales that use them")
    func memory() async {
        // In a separate process, so that the allocations of other tests are not measured.
        await #expect(processExitsWith: .success) {
            use(0..<100)
            let before = resident()
            use(100..<4100)
            // If kept, 4,000 of them at twice 4 KiB would be 32 MB.
            #expect(resident() - before < 12_000_000)
        }
    }
}

private func use(_ seeds: Range<Int>) {
    for seed in seeds {
        let points = (0...255).map { TaperPoint(Double($0) / 255, Double($0) + ($0 == 128 ? Double(seed) * 1e-7 : 0)) }
        let spec = ParameterSpec(id: "a", maximum: 255, taper: .points(points))
        #expect(ValueText(spec).value(at: Position(0)) == 0)
        #expect(Console(Configuration(parameters: [spec])).value(of: 0) == 0)
    }
}

/// The resident memory of this process, in bytes.
private func resident() -> Int {
    let file = unsafe open("/proc/self/statm", O_RDONLY)
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, $0.count) }
    let words = String(decoding: bytes[..<max(0, count)], as: UTF8.self).split(separator: " ")
    return (words.count > 1 ? Int(words[1]) ?? 0 : 0) * Int(getpagesize())
}
