internal import FaderValues

/// How a number of a console, 0…1 on a grid, stands for a value.
///
/// Source of the grids: docs/consoles.md. A fader has 1,024 steps and a send 161, so a fader has no step at 0.0 dB: the nearest is −0.01 dB.
public enum ConsoleLaw: Sendable, Equatable {
    /// A level in dB, by the usual law of faders, from −∞ to +10 dB. `steps` is the number of the highest step; the lowest is 0.
    case level(steps: Int)
    /// Values that are spread evenly from `low` to `high`.
    case even(low: Double, high: Double, steps: Int)

    /// The level of a fader.
    public static let fader = ConsoleLaw.level(steps: 1023)
    /// The level of a send.
    public static let send = ConsoleLaw.level(steps: 160)
    /// From left to right.
    public static let pan = ConsoleLaw.even(low: -100, high: 100, steps: 100)
    /// The gain of a microphone in dB.
    public static let gain = ConsoleLaw.even(low: -12, high: 60, steps: 144)

    /// The number of its highest step.
    public var steps: Int {
        switch self {
        case .level(let steps), .even(_, _, let steps): steps
        }
    }

    /// The number of the step that is nearest to a value.
    public func number(of value: Double) -> Double {
        switch self {
        case .level: value == -.infinity ? 0 : onGrid(AudioLaw.travel(value))
        case .even(let low, let high, _): onGrid((value - low) / (high - low))
        }
    }

    /// The value of the step that is nearest to a number.
    public func value(of number: Double) -> Double {
        let step = (min(max(number, 0), 1) * Double(steps)).rounded()
        switch self {
        case .level: return step == 0 ? -.infinity : AudioLaw.decibels(step / Double(steps))
        case .even(let low, let high, _): return low + step * (high - low) / Double(steps)
        }
    }

    private func onGrid(_ travel: Double) -> Double { (min(max(travel, 0), 1) * Double(steps)).rounded() / Double(steps) }
}
