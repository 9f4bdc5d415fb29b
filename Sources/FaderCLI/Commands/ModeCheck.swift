/// Tells by its messages whether a device is in the mode that its profile is for. A message shows it if one of the profiles that fit knows
/// it and the others do not. Its value is ignored: an absolute encoder may send any.
struct ModeCheck {
    private let profile: ProfileResource
    /// The profiles for the device's other modes.
    private let rivals: [ProfileResource]

    enum Finding: Equatable {
        /// The message comes from this control, which only the profile knows.
        case fits(String)
        /// Only these other profiles know the message.
        case isOf([String])
        /// Several profiles know the message, or none.
        case unclear
    }

    init(_ profile: ProfileResource, _ rivals: [ProfileResource]) { (self.profile, self.rivals) = (profile, rivals) }

    /// What a message shows. It is in the form of the monitor: `cc 7 ch 1 = 64`.
    func finding(_ message: String) -> Finding {
        let control = Self.control(message, of: profile)
        let others = rivals.filter { Self.control(message, of: $0) != nil }.map(\.name)
        switch (control, others.isEmpty) {
        case (let control?, true): return .fits(control)
        case (nil, false): return .isOf(others)
        default: return .unclear
        }
    }

    /// The control that sends the message, or whose touch sensor does.
    private static func control(_ message: String, of profile: ProfileResource) -> String? {
        let words = [message, message.address ?? message]
        return profile.controls.first { words.contains($0.input) || $0.touch.map(words.contains) ?? false }?.id
    }

    /// Listens until a message shows the mode, or Enter is pressed.
    func run(on surface: String, _ client: DaemonClient) async throws {
        let names = rivals.map(\.name)
        Output.tell(
            "\(names.joined(separator: " and ")) \(names.count > 1 ? "fit" : "fits") the device, too: move its controls, and what they send shows "
                + "which mode it is in; Enter ends this")
        let (events, inlet) = AsyncStream.makeStream(of: Heard?.self)
        let listening = Task { for await heard in Heard.stream(client, surface: surface) { inlet.yield(heard) } }
        defer { listening.cancel() }
        // Enter, or the end of the input.
        InputLines.each { _ in inlet.yield(nil) }
        for await event in events {
            switch event {
            case nil: return
            case .lost(let error): throw error
            case .message(let heard) where heard.direction == .received:
                guard let sentence = sentence(heard.message, on: surface) else { continue }
                return Output.tell(sentence)
            case .begun, .tick, .message: continue
            }
        }
    }

    /// Nil if the message shows nothing.
    private func sentence(_ message: String, on surface: String) -> String? {
        switch finding(message) {
        case .unclear: nil
        case .fits(let control): "that was \(control): the device is in the mode of \(profile.name)"
        case .isOf(let names):
            "\"\(message)\" is not in \(profile.name), but in \(names.joined(separator: " and ")): if the device is in that mode, write profile: "
                + "\(names[0].yamlWord) for \(surface), or switch the device"
        }
    }
}
