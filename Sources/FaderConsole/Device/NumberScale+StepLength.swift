internal import FaderValues

extension NumberScale {
    /// The value after a turn by `count` detents. While a fine key is down, a detent is a tenth of its own length.
    func turned(from value: Double, by count: Int, detents: Int, _ size: StepLength, isFine: Bool) -> Double {
        switch size {
        case .ordinary, .fine: turned(from: value, by: count, detents: detents, isFine: isFine)
        case .big: turned(from: value, by: count, size: isFine ? .ordinary : .big)
        case .amount(let length): turned(from: value, by: count, length: isFine ? length / 10 : length)
        }
    }

    /// The value after a press that steps.
    func stepped(from value: Double, by count: Int, _ size: StepLength) -> Double {
        switch size {
        case .ordinary: stepped(from: value, by: count)
        case .big: stepped(from: value, by: count, size: .big)
        case .fine: stepped(from: value, by: count, size: .fine)
        case .amount(let length): stepped(from: value, by: count, length: length)
        }
    }
}
