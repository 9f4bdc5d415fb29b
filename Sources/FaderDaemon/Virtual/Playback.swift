internal import FaderAPI
internal import FaderConsole
internal import FaderMIDI
internal import FaderServer
public import FaderSystem
internal import FaderValues
internal import Logging

/// Plays a recording into the virtual surface, at the recorded times.
@Owner
public final class Playback {
    private let recording: Recording
    private let messages: [Recording.Message]
    private let hands: VirtualHands
    private let surface: VirtualSurface
    private let log: Logger
    /// No surface of the config was the virtual one then.
    private var unheard = 0

    /// Nil if no surface of the config is the virtual one. Throws if it is not clear what to play.
    init?(_ recording: Recording, by hands: VirtualHands, _ log: Logger) throws(Recording.Problem) {
        guard let surface = hands.surface, let name = surface.attachedSurface else { return nil }
        messages = try recording.messages(for: name)
        (self.recording, self.hands, self.surface, self.log) = (recording, hands, surface, log)
    }

    /// Hands may use the virtual surface meanwhile, and the config may be reloaded.
    public func run() async {
        let start = ContinuousClock.now
        // The times of a recording whose beginning was cut off do not start at 0.
        let first = messages.first?.time ?? .zero
        let path = recording.path
        if recording.missed > 0 { log.warning("\(path) has gaps: \(Self.count(recording.missed)) missing") }
        if recording.foreign > 0 {
            log.notice("\(path): \(Self.count(recording.foreign)) that no control sends, such as a clock, left out")
        }
        log.notice("playing \(path): \(Self.count(messages.count)) in \(RecordedMessage.text((messages.last?.time ?? first) - first)) s")
        var together = 0
        for message in messages {
            let early = message.time - first - (.now - start)
            together = early > .zero ? 0 : together + 1
            // If many messages have the same time, pauses leave room for requests. This is still faster than any device sends.
            let pause: Duration = together % 64 == 63 ? .milliseconds(1) : early
            if pause > .zero { guard await Owner.sleep(for: pause) else { return } }
            guard await send(message.content) else { return }
        }
        await settle()
        log.notice("played \(path)\(unheard > 0 ? "; nobody heard \(Self.count(unheard)), because no surface was the virtual one" : "")")
    }

    private static func count(_ messages: some BinaryInteger) -> String { messages == 1 ? "1 message" : "\(messages) messages" }

    /// Sends a message. False if the daemon ends.
    private func send(_ message: DeviceMessage) async -> Bool {
        if surface.attachedSurface == nil { unheard += 1 }
        // System exclusive messages go another way to the MIDI thread, and nothing may overtake them.
        if case .exclusive = message { await settle() }
        while true {
            do throws(EngineError) {
                try surface.send(message)
                break
            } catch {
                // The MIDI thread has not read the earlier messages yet.
                guard await Owner.sleep(for: .milliseconds(1)) else { return false }
            }
        }
        if case .exclusive = message { await settle() }
        return true
    }

    private func settle() async {
        do throws(ServiceError) { try await hands.settle(surface) } catch { log.debug("\(error)") }
    }
}

extension VirtualHands {
    /// Nil if no surface of the config is the virtual one.
    public func playback(of recording: Recording) throws(Recording.Problem) -> Playback? { try Playback(recording, by: self, log) }
}
