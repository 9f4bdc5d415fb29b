internal import CPulse

/// The answer to `server` has the default sink as its name and the default source as its description; an answer to `remembered` has the key
/// and the device there.
enum PulseQuestion {
    case subscription
    case server
    case all(PulseFacility)
    case one(PulseKey)
    case volumes(PulseKey, [UInt32])
    case mute(PulseKey, Bool)
    /// Makes the device of this name the default.
    case choose(PulseFacility, String)
    /// Lets a stream play on, or record from, the device with this index.
    case move(PulseKey, to: UInt32)
    case remembered
    case remember(PulsePreset)

    var facility: PulseFacility {
        switch self {
        case .all(let facility): facility
        case .one(let key): key.facility
        case .subscription, .server, .volumes, .mute, .choose, .move, .remembered, .remember: .client
        }
    }

    /// Returns false if libpulse refuses the question.
    @unsafe func send(on pulse: OpaquePointer, _ request: UnsafeMutableRawPointer) -> Bool {
        switch self {
        case .subscription: unsafe cpulse_subscribe(pulse, request)
        case .server: unsafe cpulse_get_server(pulse, request)
        case .all(let facility): unsafe cpulse_get_all(pulse, facility.rawValue, request)
        case .one(let key): unsafe cpulse_get(pulse, key.facility.rawValue, key.index, request)
        case .volumes(let key, let all):
            unsafe cpulse_set_volumes(pulse, key.facility.rawValue, key.index, all, UInt32(all.count), request)
        case .mute(let key, let isMuted): unsafe cpulse_set_mute(pulse, key.facility.rawValue, key.index, isMuted, request)
        case .choose(let facility, let name): unsafe cpulse_set_default(pulse, facility.rawValue, name, request)
        case .move(let key, let device): unsafe cpulse_move(pulse, key.facility.rawValue, key.index, device, request)
        case .remembered: unsafe cpulse_get_remembered(pulse, request)
        case .remember(let entry):
            unsafe cpulse_remember(
                pulse, entry.name, entry.device, entry.channels, entry.volumes, UInt32(min(entry.channels.count, entry.volumes.count)),
                entry.isMuted, request)
        }
    }
}
