internal import FaderAPI

/// Guesses what a control is from the messages that it sends while a person moves it. It has no clock: moments are arguments.
struct ControlGuess {
    /// How far the guess is.
    enum Outcome: Equatable {
        /// Nothing has moved yet, or it still does.
        case waiting
        /// Something sent this message, but too little to tell what it is.
        case tooLittle(String)
        /// What was moved only sends something that no control can be mapped to.
        case unmappable(String)
        /// It is an encoder that was turned to the right: only the other way tells its encoding.
        case turnLeft
        case found(LearnedControl)
        /// What came fits no control.
        case unclear(String)
    }

    /// A control has come to rest after that.
    static let rest = Duration.milliseconds(700)
    /// What comes in so soon after it was sent is an echo.
    private static let echoTime = Duration.milliseconds(250)

    /// Detents of an encoder that is turned follow each other faster than presses of a button.
    private static let betweenPresses = Duration.milliseconds(150)

    private var heard: [HeardMessage] = []
    /// When each of `heard` came.
    private var moments: [Duration] = []
    /// What came while an encoder was turned to the right.
    private var right: (address: HeardMessage.Address, values: [Int])?
    private var sent: [(address: String, time: Duration)] = []
    private var lastHeard: Duration?
    /// The last message that no control can be mapped to.
    private var foreign: (message: String, time: Duration)?

    /// What devices send without a hand.
    private static let ofThemselves: Swift.Set = ["clock", "active sensing", "mtc quarter frame"]

    /// Takes in a message that went by.
    mutating func hear(_ message: MonitorResource, at now: Duration) {
        guard message.direction == .received else {
            // What the daemon sends is not what a hand does; some devices send it back.
            sent.append((message.message, now))
            return
        }
        sent.removeAll { $0.time + Self.echoTime < now }
        if let echo = sent.firstIndex(where: { $0.address == message.message }) {
            sent.remove(at: echo)
            return
        }
        guard let heard = HeardMessage(message) else {
            if !Self.ofThemselves.contains(message.message) { foreign = (message.message, now) }
            return
        }
        self.heard.append(heard)
        moments.append(now)
        lastHeard = now
    }

    /// Forgets what was heard, for the next control.
    mutating func startAgain() { (heard, moments, right, lastHeard, foreign) = ([], [], nil, nil, nil) }

    /// What is known at a moment.
    mutating func outcome(at now: Duration) -> Outcome {
        if lastHeard == nil, let foreign, now - foreign.time >= Self.rest { return .unmappable(foreign.message) }
        // What jitters meanwhile, on any controller, neither is the control nor keeps it waiting.
        let moved = movements
        let counted = moved.isEmpty ? Array(heard.indices) : moved
        guard let last = counted.last, now - moments[last] >= Self.rest, let sender = Self.sender(of: counted.map { heard[$0] }) else {
            return .waiting
        }
        let own = counted.map { heard[$0] }.filter { $0.sender == sender }
        let messages = HeardMessages(own)
        if let right { return finish(right, messages, sender) }
        guard let address = messages.busiest, let values = messages.moves[address], !messages.isPad else { return button(messages, sender) }
        var control = LearnedControl(sender: sender, input: address.text)
        control.known = own.compactMap(\.control).first
        // A slow movement goes one way; jitter goes to and fro.
        if moved.isEmpty, control.known != nil || !Self.goesOneWay(values) { return .tooLittle(address.text) }
        if control.known != nil { return .found(control) }
        if Self.isButton(address, values) || saysOnlyPresses(address, values, sender) {
            control.isButton = true
        } else if Self.band(address, values) != nil {
            guard values.count >= 3 else { return .tooLittle(address.text) }
            right = (address, values)
            (heard, moments, self.lastHeard) = ([], [], nil)
            return .turnLeft
        } else if values.count < 3 {
            return messages.isPressed ? .waiting : .tooLittle(address.text)
        } else if let touch = messages.touch {
            (control.touch, control.hasMotor) = (touch.text, true)
        } else if messages.isPressed {
            // The finger is still on it: its note says that it has a sensor once it leaves.
            return .waiting
        }
        return .found(control)
    }

    /// The messages, by their places, that are more than the jitter of a control at rest: of notes and programs all, of others those of what went
    /// along a part of its travel, or is a button or an encoder.
    private var movements: [Int] {
        var values: [Source: [Int]] = [:]
        for message in heard { values[Source(message), default: []].append(message.value) }
        let moving = values.filter { source, values in
            let address = source.address
            if address.kind == "note" || address.kind == "program" { return true }
            let travel = ["cc", "pressure", "polypressure"].contains(address.kind) ? 127 : 16383
            if let low = values.min(), let high = values.max(), (high - low) * 8 >= travel { return true }
            // One value alone may be a fader that was moved by a hair, unless it is as high as that of a button.
            guard values.count > 1 else { return address.kind == "cc" && values[0] > 112 }
            return Self.isButton(address, values) || Self.isOneHighValue(address, values) || Self.band(address, values) != nil
        }
        return heard.indices.filter { place in
            let (source, number) = (Source(heard[place]), heard[place].address.number)
            // The lower half of 14 bits belongs to the upper one, and what selects a parameter to its value.
            guard source.address.kind == "cc", moving[source] == nil else { return moving[source] != nil }
            return (98...101).contains(number) || source.isPart { moving[$0] != nil }
        }
    }

    /// What a message came from.
    private struct Source: Hashable {
        var sender: Sender
        var address: HeardMessage.Address

        init(_ message: HeardMessage) { (sender, address) = (message.sender, message.address) }

        /// Whether it is the lower half of a pair of controllers of which the upper one moves.
        func isPart(_ moves: (Source) -> Bool) -> Bool {
            var upper = self
            upper.address.number -= 32
            return upper.address.number >= 0 && moves(upper)
        }
    }

    /// The controller that most came from.
    private static func sender(of messages: [HeardMessage]) -> Sender? {
        var counts: [Sender: Int] = [:]
        for message in messages { counts[message.sender, default: 0] += 1 }
        return counts.max { $0.value < $1.value }?.key
    }

    private func button(_ messages: HeardMessages, _ sender: Sender) -> Outcome {
        // A note that stays down may be the finger on a fader that is about to move.
        guard !messages.isPressed, let note = messages.notes.max(by: { $0.value.count < $1.value.count })?.key else { return .waiting }
        var control = LearnedControl(sender: sender, input: note.text, isButton: true)
        control.known = heard.first { $0.address == note }?.control
        return .found(control)
    }

    /// Only off and one other value, which is high.
    private static func isButton(_ address: HeardMessage.Address, _ values: [Int]) -> Bool {
        if address.kind == "program" { return true }
        let others = Swift.Set(values).subtracting([0])
        return address.kind == "cc" && values.contains(0) && others.count == 1 && (others.first ?? 0) > 63 && values.count <= 8
    }

    /// A button that never says that it came up: one high value, again with each press, and never as fast as an encoder that is turned.
    /// Values beside the middle, and low ones, are detents however slowly they come.
    private func saysOnlyPresses(_ address: HeardMessage.Address, _ values: [Int], _ sender: Sender) -> Bool {
        guard Self.isOneHighValue(address, values) else { return false }
        // One value alone may be a fader that was moved by a hair, unless it is the highest.
        guard let band = Self.band(address, values) else { return values.count > 1 }
        let pressed = zip(heard, moments).filter { $0.0.sender == sender && $0.0.address == address }.map(\.1)
        return band == .high && zip(pressed, pressed.dropFirst()).allSatisfy { $1 - $0 >= Self.betweenPresses }
    }

    private static func isOneHighValue(_ address: HeardMessage.Address, _ values: [Int]) -> Bool {
        address.kind == "cc" && values[0] > 63 && values.allSatisfy { $0 == values[0] }
    }

    /// Where the values of an encoder lie.
    private enum Band: Equatable { case low, belowMiddle, aboveMiddle, high, lowerHalf, upperHalf }

    /// The band of an encoder that was turned one way; nil where the values are places of a travel.
    private static func band(_ address: HeardMessage.Address, _ values: [Int]) -> Band? {
        let moving = values.filter { address.kind == "pitchbend" || $0 != 0 }
        let repeats = zip(moving, moving.dropFirst()).count { $0 == $1 }
        if address.kind == "pitchbend" {
            guard Swift.Set(moving).count <= 2, moving.count >= 3, repeats * 2 >= moving.count - 1 else { return nil }
            return moving.allSatisfy { $0 < 8192 } ? .lowerHalf : moving.allSatisfy { $0 >= 8192 } ? .upperHalf : nil
        }
        guard address.kind == "cc", !moving.isEmpty else { return nil }
        // A fader that is moved slowly at one of its ends goes on; an encoder says the same again.
        if moving.count >= 3, goesOneWay(moving) { return nil }
        let bands: [(Band, ClosedRange<Int>)] = [(.low, 1...15), (.belowMiddle, 49...63), (.aboveMiddle, 65...79), (.high, 113...127)]
        return bands.first { _, range in moving.allSatisfy { range.contains($0) } }?.0
    }

    private static func goesOneWay(_ values: [Int]) -> Bool {
        let steps = zip(values, values.dropFirst())
        return steps.allSatisfy { $0 < $1 } || steps.allSatisfy { $0 > $1 }
    }

    /// Both ways of an encoder are known.
    private func finish(_ right: (address: HeardMessage.Address, values: [Int]), _ messages: HeardMessages, _ sender: Sender) -> Outcome {
        guard let address = messages.busiest, let values = messages.moves[address] else { return .waiting }
        if address == right.address, Self.isOneHighValue(address, right.values + values) {
            // An encoder says something else when it is turned back.
            return .found(LearnedControl(sender: sender, input: address.text, isButton: true))
        }
        guard values.count >= 2 else { return .tooLittle(address.text) }
        var control = LearnedControl(sender: sender, input: right.address.text)
        var next = right.address
        next.number += 1
        let bands = (Self.band(right.address, right.values), Self.band(address, values))
        if address == next, bands == (.low, .low) {
            control.relative = "next-cc"
            return .found(control)
        }
        guard address == right.address else {
            return .unclear("to the right it sends \"\(right.address.text)\", to the left \"\(address.text)\"; turn one control only")
        }
        let known: (String, Bool)? =
            switch bands {
            case (.low, .high): ("twos", false)
            case (.high, .low): ("twos", true)
            case (.aboveMiddle, .belowMiddle): ("offset", false)
            case (.belowMiddle, .aboveMiddle): ("offset", true)
            case (.low, .aboveMiddle): ("sign-magnitude", false)
            case (.aboveMiddle, .low): ("inverted-sign-magnitude", false)
            case (.lowerHalf, .upperHalf): ("direction", false)
            case (.upperHalf, .lowerHalf): ("direction", true)
            default: nil
            }
        guard let known else {
            return .unclear(
                "to the right it sends \(Self.list(right.values)), to the left \(Self.list(values)), which is no encoding that faderd knows"
            )
        }
        (control.relative, control.isInverted) = (known.0, known.1)
        return .found(control)
    }

    private static func list(_ values: [Int]) -> String { Swift.Set(values).sorted().prefix(6).map { "\($0)" }.joined(separator: ", ") }
}
