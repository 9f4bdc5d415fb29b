internal import FaderAPI

/// Guesses what a control is from what it sends while a person moves it. Times are arguments.
struct ControlGuess {
    enum Outcome: Equatable {
        /// Nothing has moved yet, or something is still moving.
        case waiting
        /// Something sent this message, but not enough to tell what it is.
        case tooLittle(String)
        /// A message that no control can be mapped to.
        case unmappable(String)
        /// A note that went down and has not come up.
        case held(String)
        /// An encoder was turned to the right. Turning it to the left will show its encoding.
        case turnLeft
        case found(LearnedControl)
        case unclear(String)
    }

    /// A control counts as at rest after this time without a message.
    static let rest = Duration.milliseconds(700)
    /// A note that is down for longer may never come up.
    private static let hold = Duration.seconds(2)
    /// Messages that come back within this time are echoes.
    private static let echoTime = Duration.milliseconds(250)

    /// The least time. The detents of a turning encoder follow each other faster.
    private static let betweenPresses = Duration.milliseconds(150)

    private var heard: [HeardMessage] = []
    private var right: Turn?
    private var sent: [(address: String, time: Duration)] = []
    /// A finger that brushes a known touch sensor has not moved a control.
    var sensors: Set<String> = []
    /// Control messages that were taken for echoes.
    private var echoed: Set<String> = []
    /// The last message that no control can be mapped to.
    private var foreign: (message: String, time: Duration)?

    private struct Turn {
        var address: HeardMessage.Address
        var values: [Int]
        var maximum: Int
        var selections: [Int: HeardMessages.Selection]

        var band: Band? { ControlGuess.band(address, values, of: maximum) }
    }

    private static let ofThemselves: Swift.Set = ["clock", "active sensing", "mtc quarter frame"]

    mutating func hear(_ message: MonitorResource, at now: Duration) {
        guard message.direction == .received else {
            // The daemon's own messages are not movements, and some devices send them back.
            sent.append((message.message, now))
            return
        }
        sent.removeAll { $0.time + Self.echoTime < now }
        if let echo = sent.firstIndex(where: { $0.address == message.message }) {
            sent.remove(at: echo)
            if let heard = HeardMessage(message, at: now) { echoed.insert(heard.address.text) }
            return
        }
        guard let heard = HeardMessage(message, at: now) else {
            guard !Self.ofThemselves.contains(message.message) else { return }
            foreign = (TransportMessage.name(message.message, bytes: message.bytes), now)
            return
        }
        self.heard.append(heard)
    }

    mutating func startAgain() { (heard, right, foreign, echoed) = ([], nil, nil, []) }

    mutating func outcome(at now: Duration) -> Outcome {
        let outcome = guessed(at: now)
        guard case .found(var control) = outcome else { return outcome }
        if control.doubt == nil, echoed.contains(control.anyValue) {
            control.doubt = "faderd sent the same message meanwhile, so what it sent may be incomplete"
        }
        return .found(control)
    }

    private mutating func guessed(at now: Duration) -> Outcome {
        // A jittering control, on any controller, is not the moved one and must not delay the result.
        let moved = movements
        if moved.isEmpty, let foreign, now - foreign.time >= Self.rest { return .unmappable(foreign.message) }
        let all = moved.isEmpty ? heard : moved
        let besides = all.filter { !sensors.contains($0.address.text) }
        let counted = besides.isEmpty ? all : besides
        guard let rested = counted.last.map({ now - $0.time }), rested >= Self.rest, let sender = Self.sender(of: counted) else {
            return .waiting
        }
        let own = counted.filter { $0.sender == sender }
        let messages = HeardMessages(own, after: right?.selections ?? [:])
        if let right { return finish(right, messages, sender) }
        guard let address = messages.busiest, let values = messages.moves[address], !messages.isPad else {
            return turn(messages, sender) ?? button(messages, sender, rested)
        }
        var control = LearnedControl(sender: sender, input: address.text, isLSBFirst: messages.lsbFirst.contains(address))
        control.known = own.compactMap(\.control).first
        if ["cc", "program"].contains(address.kind) { control.pressValue = HeardMessages.onlyValue(values) }
        // A slow movement goes one way; jitter goes back and forth.
        if moved.isEmpty, control.known != nil || !Self.goesOneWay(values) { return .tooLittle(address.text) }
        if control.known != nil { return .found(control) }
        if address.kind == "program" { return program(control, values) }
        let maximum = messages.maximum(of: address)
        guard !Reach.goesRound(values, of: maximum) else {
            return .unclear(
                "it counts on from \(maximum) to 0, so it is an encoder that goes round, which learn does not write; set the device to send "
                    + "relative values there, such as 1 and 127, or write it into the config with relative: wrapping")
        }
        if Self.isButton(address, values) || saysOnlyPresses(address, values, sender) {
            control.isButton = true
            // A pedal of reversed polarity. An echo may have hidden the first press.
            control.isInverted = values.first == 0 && values.last != 0 && !echoed.contains(address.text)
            control.nameUnusualValue()
        } else if Self.band(address, values, of: maximum) != nil {
            guard values.count >= 3 else { return .tooLittle(address.text) }
            return turned(address, values, messages)
        } else if values.count < 3 {
            return messages.pressed.map { held($0, rested) } ?? .tooLittle(address.text)
        } else if let touch = messages.touches(of: address).likely.first {
            (control.touch, control.hasMotor) = (touch.text, true)
        } else if let finger = messages.pressed {
            // The finger is still on it. Once it leaves, its note shows that the control has a touch sensor.
            return held(finger, rested)
        }
        control.doubt = control.isButton ? Self.doubt(ofPresses: values) : doubt(of: address, values, messages)
        if !control.isButton {
            control.pressValue = nil
            control.reach = address.kind == "cc14" ? Reach(upper: values) : Reach(values, of: maximum)
        }
        return .found(control)
    }

    private func doubt(of address: HeardMessage.Address, _ values: [Int], _ messages: HeardMessages) -> String? {
        let (touches, isWhole) = messages.touches(of: address)
        if touches.count > 1 {
            return "\(touches.map(\.text).joined(separator: " and ")) went on and off with it, and only one can be its touch sensor"
        }
        if let touch = touches.first, !isWhole {
            return "\(touch.text) was on for only a part of the movement, and may not be its touch sensor"
        }
        func travel(_ values: [Int]) -> Int { (values.max() ?? 0) - (values.min() ?? 0) }
        let others = messages.moves.filter {
            $0.key != address && !touches.contains($0.key) && travel($0.value) * 8 >= messages.maximum(of: $0.key)
        }
        if let other = others.map(\.key.text).min() { return "\(other) moved with it" }
        let (maximum, travel) = (messages.maximum(of: address), travel(values))
        return travel * 2 < maximum ? "it moved through \(travel + 1) of \(maximum + 1) values, which is less than half of its travel" : nil
    }

    private static func doubt(ofPresses values: [Int]) -> String? {
        if values.count == 1, values[0] > 0 { return "it was pressed once, and sent no release" }
        return values.count > 1 && values.first == 0 && values.last == 0 && values.contains { $0 > 0 }
            ? "it first sent 0 and then 0 again, so it is not known what it sends at rest" : nil
    }

    private mutating func turned(_ address: HeardMessage.Address, _ values: [Int], _ messages: HeardMessages) -> Outcome {
        right = Turn(address: address, values: values, maximum: messages.maximum(of: address), selections: messages.selections)
        heard = []
        return .turnLeft
    }

    /// Some encoders send notes: faster than a button is pressed, or without releases, with values that no finger could keep to.
    private mutating func turn(_ messages: HeardMessages, _ sender: Sender) -> Outcome? {
        guard messages.moves.isEmpty, let note = messages.busiestNote, let sent = messages.notes[note] else { return nil }
        let values = sent.filter { $0 > 0 }
        guard values.count >= 3, let band = Self.band(note, values, of: 127),
            !(band == .high || sent.contains(0)) || !comesSlowly(note, sender),
            heard.first(where: { $0.address == note })?.control == nil
        else { return nil }
        return turned(note, values, messages)
    }

    /// Whether a message always came more slowly than a turned encoder sends it.
    private func comesSlowly(_ address: HeardMessage.Address, _ sender: Sender, countingZero: Bool = false) -> Bool {
        let times = heard.filter { $0.sender == sender && $0.address == address && ($0.value > 0 || countingZero) }.map(\.time)
        return zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= Self.betweenPresses }
    }

    /// More than the jitter of a control at rest: all notes and programs, and what moved along part of its travel or is a button or an
    /// encoder.
    private var movements: [HeardMessage] {
        var values: [Source: [Int]] = [:]
        for message in heard { values[Source(message), default: []].append(message.value) }
        let moving = values.filter { source, values in
            let address = source.address
            if address.kind == "note" || address.kind == "program" { return true }
            let travel = ["cc", "pressure", "polypressure"].contains(address.kind) ? 127 : 16383
            if let low = values.min(), let high = values.max(), (high - low) * 8 >= travel { return true }
            // A single value may be a fader that moved by a hair, unless it is as high as a button's.
            guard values.count > 1 else { return address.kind == "cc" && values[0] > 112 }
            return Self.isButton(address, values) || address.kind == "cc" && HeardMessages.onlyValue(values) != nil
                || Self.band(address, values, of: travel) != nil
        }
        return heard.filter { message in
            let source = Source(message)
            // The lower half of 14 bits counts with the upper half, and a parameter selection with its value.
            guard source.address.kind == "cc", moving[source] == nil else { return moving[source] != nil }
            return (98...101).contains(source.address.number) || source.isPart { moving[$0] != nil }
        }
    }

    private struct Source: Hashable {
        var sender: Sender
        var address: HeardMessage.Address

        init(_ message: HeardMessage) { (sender, address) = (message.sender, message.address) }

        /// The lower half of a controller pair whose upper half moves.
        func isPart(_ moves: (Source) -> Bool) -> Bool {
            var upper = self
            upper.address.number -= 32
            return upper.address.number >= 0 && moves(upper)
        }
    }

    private static func sender(of messages: [HeardMessage]) -> Sender? {
        var counts: [Sender: Int] = [:]
        for message in messages { counts[message.sender, default: 0] += 1 }
        return counts.max { $0.value < $1.value }?.key
    }

    private func button(_ messages: HeardMessages, _ sender: Sender, _ rested: Duration) -> Outcome {
        // A note that stays down may be the finger on a fader that is about to move.
        if let pressed = messages.pressed { return held(pressed, rested) }
        guard let note = messages.notes.max(by: { $0.value.count < $1.value.count })?.key, let values = messages.notes[note] else {
            return .waiting
        }
        var control = LearnedControl(sender: sender, input: note.text, isButton: true)
        control.known = heard.first { $0.address == note }?.control
        control.doubt = Self.doubt(ofPresses: values)
        if HeardMessages.neverComesUp(values) {
            control.pressValue = HeardMessages.onlyValue(values)
            control.nameUnusualValue()
        }
        return .found(control)
    }

    /// The person is told after a while, because some devices never send the release.
    private func held(_ note: HeardMessage.Address, _ rested: Duration) -> Outcome {
        rested < Self.hold ? .waiting : .held(note.text)
    }

    /// A program is a press, and its number tells which pedal was pressed. A knob goes from one program to the next.
    private func program(_ control: LearnedControl, _ values: [Int]) -> Outcome {
        var control = control
        if control.pressValue != nil {
            control.isButton = true
            control.nameValue()
        } else if values.count < 3 || !Self.goesOneWay(values) {
            let list = Self.list(values)
            return .unclear("it sent the programs \(list), each of which may be a pedal of its own; press one of them only")
        }
        return .found(control)
    }

    private static func isButton(_ address: HeardMessage.Address, _ values: [Int]) -> Bool {
        let others = Set(values).subtracting([0])
        return address.kind == "cc" && values.contains(0) && others.count == 1 && (others.first ?? 0) > 63 && values.count <= 8
    }

    /// One value at each press, never as fast as a turning encoder, and no release. Values near the middle, and low ones, are detents,
    /// however slowly they come.
    private func saysOnlyPresses(_ address: HeardMessage.Address, _ values: [Int], _ sender: Sender) -> Bool {
        guard address.kind == "cc", let value = HeardMessages.onlyValue(values) else { return false }
        // Zeros close together are a doubled release whose press was not heard. If zeros come slowly, faderd may have hidden the
        // presses.
        if value == 0, echoed.contains(address.text) || !comesSlowly(address, sender, countingZero: true) { return false }
        // A single value may be a fader that moved by a hair, unless it is the highest.
        guard values.count > 1 || value == LearnedControl.usualPress else { return false }
        guard let band = Self.band(address, values, of: 127) else { return true }
        return band == .high && comesSlowly(address, sender)
    }

    private enum Band: Equatable { case low, belowMiddle, aboveMiddle, high, lowerHalf, upperHalf }

    /// Nil if the values are positions along a travel up to `maximum`.
    private static func band(_ address: HeardMessage.Address, _ values: [Int], of maximum: Int) -> Band? {
        let moving = values.filter { address.kind == "pitchbend" || $0 != 0 }
        let repeats = zip(moving, moving.dropFirst()).count { $0 == $1 }
        if address.kind == "pitchbend" {
            guard Set(moving).count <= 2, moving.count >= 3, repeats * 2 >= moving.count - 1 else { return nil }
            return moving.allSatisfy { $0 < 8192 } ? .lowerHalf : moving.allSatisfy { $0 >= 8192 } ? .upperHalf : nil
        }
        guard ["cc", "note", "nrpn"].contains(address.kind), !moving.isEmpty else { return nil }
        // A fader moving slowly near one of its ends changes its value; an encoder repeats it.
        if moving.count >= 3, goesOneWay(moving) { return nil }
        let middle = maximum / 2 + 1
        let bands: [(Band, ClosedRange<Int>)] = [
            (.low, 1...15), (.belowMiddle, middle - 15...middle - 1), (.aboveMiddle, middle + 1...middle + 15),
            (.high, maximum - 14...maximum),
        ]
        return bands.first { _, range in moving.allSatisfy { range.contains($0) } }?.0
    }

    private static func goesOneWay(_ values: [Int]) -> Bool {
        let steps = zip(values, values.dropFirst())
        return steps.allSatisfy { $0 < $1 } || steps.allSatisfy { $0 > $1 }
    }

    private func finish(_ right: Turn, _ messages: HeardMessages, _ sender: Sender) -> Outcome {
        let isNote = right.address.kind == "note"
        guard let address = isNote ? messages.busiestNote : messages.busiest,
            let values = isNote ? messages.notes[address]?.filter({ $0 > 0 }) : messages.moves[address]
        else { return .waiting }
        if address == right.address, isNote || address.kind == "cc", let value = HeardMessages.onlyValue(right.values + values) {
            // An encoder would send something else when it is turned back.
            var button = LearnedControl(sender: sender, input: address.text, isButton: true)
            button.pressValue = value
            button.nameUnusualValue()
            return .found(button)
        }
        guard values.count >= 2 else { return .tooLittle(address.text) }
        var control = LearnedControl(sender: sender, input: right.address.text)
        var next = right.address
        next.number += 1
        let bands = (right.band, Self.band(address, values, of: messages.maximum(of: address)))
        if address == next, address.kind == "cc", bands == (.low, .low) {
            control.relative = "next-cc"
            control.doubt = "two controls on \(address.text) and the message before it would look the same"
            return .found(control)
        }
        guard address == right.address else {
            return .unclear("to the right it sends \"\(right.address.text)\", to the left \"\(address.text)\"; turn one control only")
        }
        guard let encoding = Self.encoding(bands) else {
            return .unclear(
                "to the right it sends \(Self.list(right.values)), to the left \(Self.list(values)), which is not an encoding that faderd knows"
            )
        }
        (control.relative, control.isInverted) = (encoding.relative, encoding.isInverted)
        return .found(control)
    }

    /// The encoding of an encoder that sends values of these bands; nil if faderd knows no such encoding.
    private static func encoding(_ bands: (right: Band?, left: Band?)) -> (relative: String, isInverted: Bool)? {
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
    }

    private static func list(_ values: [Int]) -> String { Set(values).sorted().prefix(6).map { "\($0)" }.joined(separator: ", ") }
}
