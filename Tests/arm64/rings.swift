// What C needs to use the ring and the wakefulness of Sources/FaderMIDI, with which this is compiled.

@_cdecl("ring_make")
func makeRing() -> UnsafeMutableRawPointer { Unmanaged.passRetained(RingBuffer<UInt64>(capacity: 64)).toOpaque() }

@_cdecl("ring_push")
func push(_ ring: UnsafeMutableRawPointer, _ value: UInt64) -> Bool {
    Unmanaged<RingBuffer<UInt64>>.fromOpaque(ring)._withUnsafeGuaranteedRef { $0.push(value) }
}

@_cdecl("ring_pop")
func pop(_ ring: UnsafeMutableRawPointer, _ value: UnsafeMutablePointer<UInt64>) -> Bool {
    guard let popped = Unmanaged<RingBuffer<UInt64>>.fromOpaque(ring)._withUnsafeGuaranteedRef({ $0.pop() }) else { return false }
    value.pointee = popped
    return true
}

@_cdecl("wakefulness_make")
func makeWakefulness() -> UnsafeMutableRawPointer { Unmanaged.passRetained(Wakefulness()).toOpaque() }

@_cdecl("wakefulness_becomes")
func becomes(_ state: UnsafeMutableRawPointer, _ new: UInt8) {
    Unmanaged<Wakefulness>.fromOpaque(state)._withUnsafeGuaranteedRef { $0.becomes(new) }
}

@_cdecl("wakefulness_must_ring")
func mustRing(_ state: UnsafeMutableRawPointer, _ isUrgent: Bool) -> Bool {
    Unmanaged<Wakefulness>.fromOpaque(state)._withUnsafeGuaranteedRef { $0.mustRing(urgent: isUrgent) }
}
