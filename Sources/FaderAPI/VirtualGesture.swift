/// The body of `PUT /v1/virtual/{control}`: what a hand does with the control.
public enum VirtualGesture: Sendable, Equatable {
    /// Moves the fader to this position, 0…1.
    case move(Double)
    /// Moves the fader to this position by way of several others, as hands do.
    case sweep(Double)
    case touch(Bool)
    /// Turns the encoder by this many detents, to the right if positive.
    case turn(Int)
    case press(Bool)
    /// Presses and releases the button this many times.
    case click(Int)
}

extension VirtualGesture: WireObject {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case position, sweep, touched, turn, pressed, clicks
    }

    /// Reads an object with exactly one of the keys.
    public init(from decoder: any Decoder) throws {
        try decoder.refuseKeys(besides: CodingKeys.allCases.map(\.rawValue))
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard container.allKeys.count == 1, let key = container.allKeys.first else {
            let keys = CodingKeys.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
            throw DecodingError.refusal("the body must hold exactly one of \(keys)")
        }
        switch key {
        case .position: self = .move(try container.decode(Double.self, forKey: key))
        case .sweep: self = .sweep(try container.decode(Double.self, forKey: key))
        case .touched: self = .touch(try container.decode(Bool.self, forKey: key))
        case .turn: self = .turn(try container.decode(Int.self, forKey: key))
        case .pressed: self = .press(try container.decode(Bool.self, forKey: key))
        case .clicks: self = .click(try container.decode(Int.self, forKey: key))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .move(let position): try container.encode(position, forKey: .position)
        case .sweep(let position): try container.encode(position, forKey: .sweep)
        case .touch(let isTouched): try container.encode(isTouched, forKey: .touched)
        case .turn(let detents): try container.encode(detents, forKey: .turn)
        case .press(let isPressed): try container.encode(isPressed, forKey: .pressed)
        case .click(let times): try container.encode(times, forKey: .clicks)
        }
    }
}
