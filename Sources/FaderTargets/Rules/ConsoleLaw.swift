internal import FaderValues
internal import Glibc

/// How a number of a console, 0…1 on a grid, stands for a value (docs/consoles.md). A fader has 1,024 steps and a send 161, so a fader has
/// no step at 0.0 dB: the nearest is −0.01 dB.
public enum ConsoleLaw: Sendable, Equatable {
    /// A level by the usual law of faders, from −∞ to +10 dB. The lowest step is 0, the highest `steps`.
    case level(steps: Int)
    case even(low: Double, high: Double, steps: Int)
    /// A level by the "audio taper" of Allen & Heath's consoles, from −∞ to +10 dB: of 255 steps, or of 127, which are every second of
    /// these.
    case taper(steps: Int)
    /// A level by the curve of Soundcraft's Ui, from −∞ to +10 dB.
    case curve(steps: Int)

    public static let fader = ConsoleLaw.level(steps: 1023)
    public static let send = ConsoleLaw.level(steps: 160)
    /// From left to right.
    public static let pan = ConsoleLaw.even(low: -100, high: 100, steps: 100)
    /// The gain of a microphone in dB.
    public static let gain = ConsoleLaw.even(low: -12, high: 60, steps: 144)

    /// The number of its highest step.
    public var steps: Int {
        switch self {
        case .level(let steps), .even(_, _, let steps), .taper(let steps), .curve(let steps): steps
        }
    }

    /// The number of the step that is nearest to a value.
    public func number(of value: Double) -> Double {
        switch self {
        case .level: value == -.infinity ? 0 : onGrid(AudioLaw.travel(value))
        case .even(let low, let high, _): onGrid((value - low) / (high - low))
        case .curve: value == -.infinity ? 0 : onGrid(ConsoleCurve.travel(value))
        case .taper(let steps):
            min(max((ConsoleTaper.number(of: value) / ConsoleTaper.width(steps)).rounded(), 0), Double(steps)) / Double(steps)
        }
    }

    /// The value of the step that is nearest to a number.
    public func value(of number: Double) -> Double {
        let step = (min(max(number, 0), 1) * Double(steps)).rounded()
        switch self {
        case .level: return step == 0 ? -.infinity : AudioLaw.decibels(step / Double(steps))
        case .even(let low, let high, _): return low + step * (high - low) / Double(steps)
        case .curve: return step == 0 ? -.infinity : ConsoleCurve.decibels(step / Double(steps))
        case .taper:
            if step == 0 { return -.infinity }
            return ConsoleTaper.decibels(of: step == Double(steps) ? ConsoleTaper.top : step * ConsoleTaper.width(steps))
        }
    }

    private func onGrid(_ travel: Double) -> Double { (min(max(travel, 0), 1) * Double(steps)).rounded() / Double(steps) }
}

/// The "audio taper" of Allen & Heath's consoles, between the points that are published. Pure.
enum ConsoleTaper {
    private static let points: [(decibels: Double, number: Double)] = [
        (-89, 192), (-80, 320), (-70, 512), (-60, 768), (-50, 1024), (-45, 1536), (-40, 1984), (-35, 2944), (-30, 3968), (-25, 4928),
        (-20, 5952), (-15, 6912), (-10, 7936), (-5, 10048), (0, 12544), (5, 14784), (10, 16320),
    ]
    static let top = 16320.0

    /// How many of the numbers there are between two of so many steps.
    static func width(_ steps: Int) -> Double { 16384 / Double(steps + 1) }

    static func decibels(of number: Double) -> Double { between(number, points.map { (from: $0.number, to: $0.decibels) }) }

    static func number(of decibels: Double) -> Double {
        decibels == -.infinity ? 0 : max(between(decibels, points.map { (from: $0.decibels, to: $0.number) }), 0)
    }

    /// On the line through the two points around a number, or that of the outermost two.
    private static func between(_ number: Double, _ points: [(from: Double, to: Double)]) -> Double {
        let upper = points.dropFirst().dropLast().firstIndex { number < $0.from } ?? points.count - 1
        let (low, high) = (points[upper - 1], points[upper])
        return low.to + (number - low.from) * (high.to - low.to) / (high.from - low.from)
    }
}

/// The curve of the faders of Soundcraft's Ui: a polynomial as the exponent of the amplitude, and near the lower end a sine on it. Pure.
enum ConsoleCurve {
    private static let coefficients = [23.90844819639692, -26.23877598214595, 12.195249692570245, -0.4878099877028098]
    private static let (base, bend, sine) = (2.676529517952372e-4, 0.055, 28.559933214452666)

    /// The level at a place of the travel, 0…1.
    static func decibels(_ travel: Double) -> Double {
        let exponent = coefficients.reversed().reduce(0) { ($0 + $1) * travel }
        return 20 * log10((travel < bend ? sin(sine * travel) : 1) * exp(exponent) * base)
    }

    /// Found by halving.
    static func travel(_ decibels: Double) -> Double {
        var (low, high) = (0.0, 1.0)
        for _ in 0..<50 {
            let middle = (low + high) / 2
            if self.decibels(middle) < decibels { low = middle } else { high = middle }
        }
        return high
    }
}
