internal import FaderMIDI
internal import FaderServer
internal import FaderSystem

/// Fingers on the virtual faders and buttons. One of a named session is lifted when the session ends; any other stays until somebody lifts
/// it.
@Owner
final class Fingers {
    private struct Finger {
        var owners: Set<SessionID> = []
        var stays = false
    }

    /// The fingers on controls, by the index of the control.
    private var fingers: [Int: Finger] = [:]

    nonisolated init() {}

    /// Puts a finger on a control, or lifts all fingers from it.
    func hold(_ control: Int, _ isHeld: Bool, in session: SessionID, on surface: VirtualSurface) throws(EngineError) {
        try surface.hold(control, isHeld)
        var finger = fingers[control] ?? Finger()
        if session.isNamed { finger.owners.insert(session) } else { finger.stays = true }
        fingers[control] = isHeld ? finger : nil
    }

    /// Presses and releases a button, whoever held it.
    func click(_ control: Int, times: Int, on surface: VirtualSurface) throws(EngineError) {
        try surface.click(control, times: times)
        fingers[control] = nil
    }

    /// Lifts fingers that no other session has put there, too. Returns the controls that stay held: the ring buffer had no room.
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
