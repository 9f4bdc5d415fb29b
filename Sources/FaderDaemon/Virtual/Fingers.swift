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

    /// By the index of the control.
    private var fingers: [Int: Finger] = [:]

    nonisolated init() {}

    /// Puts a finger on a fader or a button, or lifts whatever fingers are on it.
    func hold(_ control: Int, _ isHeld: Bool, in session: SessionID, on surface: VirtualSurface) throws(EngineError) {
        try surface.hold(control, isHeld)
        var finger = fingers[control] ?? Finger()
        if session.isNamed { finger.owners.insert(session) } else { finger.stays = true }
        fingers[control] = isHeld ? finger : nil
    }

    /// Presses a button and lets it go, whoever held it.
    func click(_ control: Int, times: Int, on surface: VirtualSurface) throws(EngineError) {
        try surface.click(control, times: times)
        fingers[control] = nil
    }

    /// Lifts the fingers that only this session had put down, because it has ended. Returns those that the ring had no room to release.
    func lift(of session: SessionID, on surface: VirtualSurface) -> [Int] {
        var left: [Int] = []
        for (control, finger) in fingers where finger.owners.contains(session) {
            var rest = finger
            rest.owners.remove(session)
            fingers[control] = rest
            guard rest.owners.isEmpty, !rest.stays else { continue }
            do throws(EngineError) {
                try surface.hold(control, false)
                fingers[control] = nil
            } catch {
                fingers[control] = finger
                left.append(control)
            }
        }
        return left
    }
}
