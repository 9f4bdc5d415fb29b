/// The handshake between a Mackie Control and its host. Plain bytes, no port; owned by the MIDI thread.
///
/// The host sends a device query (message 0x00) to each device number that may be connected. Devices 0x14 and 0x15 (Mackie Control and its
/// extender) answer with 0x01, and that is all. Devices 0x10 and 0x11 (Logic Control and its extender) put a challenge into their 0x01, get
/// the reply (0x02) and confirm it (0x03). Many compatible devices never answer, so after `timeout` the device is used anyway. A device
/// that sends 0x01 unasked has just been switched on. However often it does that, everything is sent to it once a second at most.
struct MackieGreeting {
    private enum Phase { case gone, asking, confirming, talking, refused }

    /// What has to be done next.
    enum Step: Equatable {
        case nothing
        /// Send the device a query.
        case ask
        /// Send the reply to its challenge.
        case reply
        /// Everything can be sent to it.
        case ready
        /// Everything can be sent to it, and it has confirmed the reply.
        case confirmed
        /// It asked for everything again too soon: everything is sent later.
        case later
        /// Send everything again, because the device asked for it too soon. It was in use meanwhile.
        case again
        /// It was switched on again. Nothing can be sent to it until it has confirmed the reply.
        case silent
        /// What the device sent is not an answer.
        case nonsense
        /// It does not accept the reply to its challenge.
        case refused
    }

    static let timeout = MonotonicTime.Interval.milliseconds(2000)
    /// It is queried again after this, then after twice as long, and so on.
    private static let firstPause = MonotonicTime.Interval.milliseconds(250)
    /// It is queried at most this many times, because an idle daemon has to sleep.
    private static let mostQuestions = 8
    /// The shortest time between sending it everything and sending it everything again.
    private static let repaintPause = MonotonicTime.Interval.milliseconds(1000)

    private let spec: MackieSpec
    private var phase = Phase.gone
    private var questions = 0
    private var nextQuestion = MonotonicTime.never
    private var usedFrom = MonotonicTime.never
    /// The earliest time to send it everything again.
    private var paintsFrom = MonotonicTime.zero
    /// If it asked for everything too soon: when to send it, and the step to take then. `.never` if it did not ask.
    private var paintsAgain = (at: MonotonicTime.never, step: Step.again)
    /// The device's number; until it has answered, the one in its profile.
    private(set) var device: UInt8
    /// The device that was queried last.
    private(set) var asked: UInt8
    /// Its serial number and the reply to its challenge, while that is due.
    private(set) var reply = InlineArray<11, UInt8>(repeating: 0)

    init(_ spec: MackieSpec) {
        self.spec = spec
        device = spec.device ?? (spec.isExtender ? 0x15 : 0x14)
        asked = device
    }

    var deadline: MonotonicTime { min(nextQuestion, usedFrom, paintsAgain.at) }

    /// The device was connected, or has to start again.
    mutating func begin(at now: MonotonicTime) -> Step {
        paintsAgain.at = .never
        guard spec.greets else {
            talk()
            return .ready
        }
        (phase, questions, usedFrom, asked) = (.asking, 0, now + Self.timeout, device)
        return question(at: now)
    }

    mutating func end() { (phase, nextQuestion, usedFrom, paintsAgain.at) = (.gone, .never, .never, .never) }

    private mutating func talk() { (phase, nextQuestion, usedFrom, paintsAgain.at) = (.talking, .never, .never, .never) }

    /// Notes that everything is sent now, and returns the step.
    private mutating func paint(_ step: Step, at now: MonotonicTime) -> Step {
        talk()
        paintsFrom = now + Self.repaintPause
        return step
    }

    /// Postpones a step if the device is in use and was sent everything just now. Returns whether it did.
    private mutating func postpones(_ step: Step, at now: MonotonicTime) -> Bool {
        guard phase == .talking, now < paintsFrom else { return false }
        paintsAgain = (paintsFrom, step)
        return true
    }

    /// The device has sent its challenge.
    private mutating func challenged(at now: MonotonicTime) -> Step {
        let wasTalking = phase == .talking
        (phase, nextQuestion, usedFrom, paintsAgain.at) = (.confirming, .never, now + Self.timeout, .never)
        return wasTalking ? .silent : .reply
    }

    /// Queries once more. If the profile does not give the device's number, the older models are queried too.
    private mutating func question(at now: MonotonicTime) -> Step {
        if spec.device == nil, questions > 0 { asked ^= 0x04 }
        nextQuestion = questions + 1 < Self.mostQuestions ? now + Self.firstPause.doubled(questions) : .never
        questions += 1
        return .ask
    }

    /// The reply could not be sent: the device has to send its challenge once more.
    mutating func missReply(at now: MonotonicTime) { (phase, nextQuestion) = (.asking, now + Self.firstPause) }

    /// Does what is due; called until `deadline` is in the future.
    mutating func advance(to now: MonotonicTime) -> Step {
        if paintsAgain.at <= now {
            return paintsAgain.step == .silent ? challenged(at: now) : paint(.again, at: now)
        }
        if usedFrom <= now {
            usedFrom = .never
            paintsFrom = now + Self.repaintPause
            return .ready
        }
        return nextQuestion <= now ? question(at: now) : .nothing
    }

    /// Receives a whole system exclusive message.
    mutating func receive(_ message: Span<UInt8>, at now: MonotonicTime) -> Step {
        guard phase != .gone, message.count >= 7, message[1] == 0, message[2] == 0, message[3] == 0x66, message[4] & 0xFA == 0x10
        else { return .nothing }
        // 0x10 and 0x11 are the older models, 0x14 and 0x15 the newer ones.
        let isOlder = message[4] < 0x14
        switch message[5] {
        case 0x01 where isOlder && message.count == 18:
            device = message[4]
            note(challenge: message)
            return postpones(.silent, at: now) ? .later : challenged(at: now)
        case 0x01 where !isOlder, 0x06:
            device = message[4]
            return postpones(.again, at: now) ? .later : paint(.ready, at: now)
        case 0x03 where phase == .confirming: return paint(.confirmed, at: now)
        // Connection error, with its serial number: Apple's manual, page 240. Ardour leaves such a device alone, too.
        case 0x04 where message.count == 14:
            end()
            phase = .refused
            return .refused
        // Its own query, and its version.
        case 0x00, 0x14: return .nothing
        default:
            guard phase != .talking, phase != .refused else { return .nothing }
            talk()
            return .nonsense
        }
    }

    /// Notes a challenge and its answer by Apple's formula; Ardour's differs in the second byte.
    private mutating func note(challenge message: Span<UInt8>) {
        for place in 0..<7 { reply[place] = message[6 + place] }
        let (c1, c2, c3, c4) = (Int(message[13]), Int(message[14]), Int(message[15]), Int(message[16]))
        reply[7] = UInt8(0x7F & (c1 + (c2 ^ 0x0A) - c4))
        reply[8] = UInt8(0x7F & ((c3 >> 4) ^ (c1 + c4)))
        reply[9] = UInt8(0x7F & ((c4 - (c3 << 2)) ^ (c1 | c2)))
        reply[10] = UInt8(0x7F & (c2 - c3 + (0xF0 ^ (c4 << 4))))
    }
}
