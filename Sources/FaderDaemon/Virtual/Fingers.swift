internal import FaderEngine
internal import FaderLoops
internal import FaderServer

/// Which sessions have put fingers on the virtual faders and buttons.
///
/// A finger that a named session has put down is lifted when the session ends. One that was put down without a name stays until somebody
/// lifts it.
@Owner
final class Fingers {
    private struct Finger {
        var owners: Set<SessionID> = []
        var stays = false
    }

    private var fingers: [VirtualSurface.Hold: Finger] = [:]

    nonisolated init() {}

    /// Puts a finger on a fader or a button, or lifts whatever fingers are on it.
    func hold(_ part: VirtualSurface.Hold, _ isHeld: Bool, in session: SessionID, on surface: VirtualSurface) throws(EngineError) {
        try surface.hold(part, isHeld)
        var finger = fingers[part] ?? Finger()
        if session.isNamed { finger.owners.insert(session) } else { finger.stays = true }
        fingers[part] = isHeld ? finger : nil
    }

    /// Presses a button and lets it go, whoever held it.
    func click(_ note: UInt8, times: Int, on surface: VirtualSurface) throws(EngineError) {
        try surface.click(note, times: times)
        fingers[.button(note)] = nil
    }

    /// The same with a button of a device with a profile.
    func click(control: Int, of device: VirtualDevice, times: Int, on surface: VirtualSurface) throws(EngineError) {
        try surface.click(control: control, of: device, times: times)
        fingers[.control(control)] = nil
    }

    /// Lifts the fingers that only this session had put down, because it has ended. Returns those that the ring had no room to release.
    func lift(of session: SessionID, on surface: VirtualSurface) -> [VirtualSurface.Hold] {
        var left: [VirtualSurface.Hold] = []
        for (part, finger) in fingers where finger.owners.contains(session) {
            var rest = finger
            rest.owners.remove(session)
            fingers[part] = rest
            guard rest.owners.isEmpty, !rest.stays else { continue }
            do throws(EngineError) {
                try surface.hold(part, false)
                fingers[part] = nil
            } catch {
                fingers[part] = finger
                left.append(part)
            }
        }
        return left
    }
}
