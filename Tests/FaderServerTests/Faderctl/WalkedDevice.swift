import FaderConfig
import FaderConsole
import FaderTargets
import FaderTesting
import FaderValues

@testable import FaderCLI

/// A device with a profile, in the hands of a person who does what `learn --surface` says: what it sends, and what else is on the cable
/// meanwhile.
struct WalkedDevice {
    /// One message on the cable.
    struct Sent {
        var time: Duration
        var message: MIDIMessage
        /// Whether faderd sent it.
        var isToDevice = false
    }

    private static let profiles =
        "\(#filePath)".split(separator: "/", omittingEmptySubsequences: false).dropLast(4).joined(separator: "/") + "/config/profiles"

    let name: String
    let controls: [ControlSpec]
    private let surface: SurfaceSpec
    var random: SeededGenerator

    /// The device of a shipped profile, or one with these controls, in the words of a profile.
    init(_ name: String, controls own: String? = nil, seed: UInt64) throws {
        self.name = name
        random = SeededGenerator(seed: seed)
        let text = "version: 1\nsurfaces: {desk: {match: desk, \(own.map { "controls: \($0)" } ?? "profile: \(name)")}}\n"
        let result = ConfigReader(kinds: TargetKinds.all, profileDirectories: [Self.profiles]).readAll(
            bytes: Array(text.utf8), name: "desk.yaml"
        ).result
        guard case .success(let contents, _) = result, let surface = contents.console.surfaces.first else {
            throw Unreadable(reasons: result.diagnostics.map(\.text))
        }
        self.surface = surface
        // On a Mackie Control, notes from 112 on are lamps and a relay, and nobody can press them.
        controls = surface.controls.filter { surface.speaks.mackie == nil || $0.input.kind != .note || $0.input.number < 0x70 }
    }

    struct Unreadable: Error { let reasons: [String] }

    /// What a control is for a person.
    static func stage(of control: ControlSpec) -> SurfaceWalk.Stage {
        if control.encoder != nil { return .knobs }
        if ButtonRule.isButton(control) { return .buttons }
        return control.id.hasPrefix("fader") ? .faders : .knobs
    }

    // MARK: Hands

    /// What a control sends when a person does with it what the walk says. `isLeft`: an encoder is turned to the left.
    mutating func act(_ control: ControlSpec, isLeft: Bool) -> [Sent] {
        if control.encoder != nil { return turn(control, isLeft: isLeft) }
        return ButtonRule.isButton(control) ? press(control) : sweep(control)
    }

    /// From end to end, with a finger on it, a little unsteadily.
    private mutating func sweep(_ control: ControlSpec) -> [Sent] {
        let range = control.inputRange ?? RawRange(control.input)
        let (steps, span) = (Int.random(in: 12...50, using: &random), Double(range.span))
        let start = Double.random(in: 0...1, using: &random)
        let ends = Bool.random(using: &random) ? [0.0, 1] : [1.0, 0]
        var places: [Double] = []
        for (from, to) in [(start, ends[0]), (ends[0], ends[1])] {
            places += (1...steps).map { from + (to - from) * Double($0) / Double(steps) }
        }
        var (raws, last): ([UInt32], UInt32?) = ([], nil)
        for place in places {
            let unsteady = place + Double.random(in: -0.008...0.008, using: &random)
            let raw = range.lowest + UInt32((min(max(unsteady, 0), 1) * span).rounded())
            if raw != last { raws.append(raw) }
            last = raw
        }
        let moves = raws.map { control.input.messages(of: $0, isLSBFirst: control.isLSBFirst) }
        var sent: [Sent] = []
        var now = Duration.zero
        if let touch = control.touch {
            sent.append(Sent(time: now, message: MIDIMessage(touch, raw: touch.kind.maximumRaw)))
            now += milliseconds(10...120)
        }
        for messages in moves {
            sent += messages.map { Sent(time: now, message: $0) }
            now += milliseconds(4...22)
        }
        if let touch = control.touch {
            sent.append(Sent(time: now + milliseconds(10...300), message: MIDIMessage(touch, raw: 0)))
        }
        return sent
    }

    /// Some detents, faster and slower.
    private mutating func turn(_ control: ControlSpec, isLeft: Bool) -> [Sent] {
        guard let encoder = control.encoder else { return [] }
        let span = (control.inputRange ?? RawRange(control.input)).span
        var sent: [Sent] = []
        var now = Duration.zero
        for _ in 0..<Int.random(in: 6...16, using: &random) {
            let detents = [1, 1, 1, 1, 2, 3].randomElement(using: &random) ?? 1
            for (raw, isDown) in encoder.values(of: isLeft != control.isInverted ? -detents : detents, maximum: span) {
                var address = control.input
                if isDown { address.number += 1 }
                sent += address.messages(of: raw, isLSBFirst: control.isLSBFirst).map { Sent(time: now, message: $0) }
            }
            now += milliseconds(15...130)
        }
        return sent
    }

    /// Once. A pad is hit more or less hard.
    private mutating func press(_ control: ControlSpec) -> [Sent] {
        if let value = control.input.value { return [Sent(time: .zero, message: MIDIMessage(control.input.anyValue, raw: value))] }
        let range = control.inputRange ?? RawRange(control.input)
        let isPad = control.id.hasPrefix("pad") && control.input.kind == .note
        let (down, up) = control.isInverted ? (range.lowest, range.lowest + range.span) : (range.lowest + range.span, range.lowest)
        let force = isPad ? UInt32.random(in: 20...127, using: &random) : down
        return [
            Sent(time: .zero, message: MIDIMessage(control.input, raw: force)),
            Sent(time: milliseconds(50...250), message: MIDIMessage(control.input, raw: up)),
        ]
    }

    // MARK: What else is on the cable

    /// Doubles some messages, as a bouncing contact or a merged cable does.
    mutating func doubled(_ sent: [Sent], chance: Double) -> [Sent] {
        sent.flatMap { one in Double.random(in: 0..<1, using: &random) < chance ? [one, one] : [one] }
    }

    /// Running lights for so long: lamps that faderd switches, some of which the device reports back.
    mutating func lights(for time: Duration) -> [Sent] {
        let lamps = controls.filter { ButtonRule.isButton($0) }.compactMap(\.motor)
        guard !lamps.isEmpty else { return [] }
        var (sent, now): ([Sent], Duration) = ([], .zero)
        while now < time {
            guard let lamp = lamps.randomElement(using: &random) else { break }
            let message = MIDIMessage(lamp.anyValue, raw: Bool.random(using: &random) ? lamp.kind.maximumRaw : 0)
            sent.append(Sent(time: now, message: message, isToDevice: true))
            if Int.random(in: 0..<3, using: &random) == 0 { sent.append(Sent(time: now + milliseconds(2...9), message: message)) }
            now += milliseconds(40...90)
        }
        return sent
    }

    /// A fader at rest whose reading trembles.
    mutating func tremble(for time: Duration, besides moved: ControlSpec) -> [Sent] {
        let others = controls.filter { Self.stage(of: $0) != .buttons && $0.encoder == nil && $0.id != moved.id && $0.touch == nil }
        guard let other = others.first else { return [] }
        var (sent, now, isUp): ([Sent], Duration, Bool) = ([], milliseconds(0...900), false)
        let place = other.input.kind.maximumRaw / 3
        while now < time {
            isUp.toggle()
            sent += other.input.messages(of: place + (isUp ? 1 : 0), isLSBFirst: other.isLSBFirst).map { Sent(time: now, message: $0) }
            now += milliseconds(200...1500)
        }
        return sent
    }

    /// A finger that brushes the touch sensor of another fader, sometimes.
    mutating func brush(besides moved: ControlSpec) -> [Sent] {
        let sensors = controls.filter { $0.id != moved.id }.compactMap(\.touch)
        guard Int.random(in: 0..<8, using: &random) == 0, let touch = sensors.randomElement(using: &random) else { return [] }
        let begin = milliseconds(0...200)
        return [
            Sent(time: begin, message: MIDIMessage(touch, raw: touch.kind.maximumRaw)),
            Sent(time: begin + milliseconds(20...150), message: MIDIMessage(touch, raw: 0)),
        ]
    }

    private mutating func milliseconds(_ range: ClosedRange<Int>) -> Duration { .milliseconds(Int.random(in: range, using: &random)) }
}
