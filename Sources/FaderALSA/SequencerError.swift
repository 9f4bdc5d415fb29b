internal import CALSA
internal import FaderThreads
internal import Glibc

/// Why the ALSA sequencer cannot be used; `description` is one sentence that says what to do next.
public enum SequencerError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kernel offers no sequencer here: `/dev/snd/seq` is absent, or has no driver behind it.
    case absent
    /// `/dev/snd/seq` is there and this user may not open it.
    case denied
    /// All client numbers of the sequencer are taken.
    case exhausted
    /// There are more surfaces than a sequencer client may have ports.
    case tooManySurfaces(Int)
    /// A surface's device was found and could not be connected.
    indirect case unconnected(surface: String, reason: SequencerError)
    /// A controller without a surface was found and could not be connected.
    indirect case unheard(client: String, reason: SequencerError)
    /// A controller without a surface was found and could not be connected to be asked what it is.
    indirect case unasked(client: String, reason: SequencerError)
    /// A connection was refused because another program has the device's MIDI port open.
    case held
    /// A call of libasound failed: its name and the errno it gave.
    case failed(call: String, errno: Int32)
    /// A call of the system itself failed: its name and the errno it gave.
    case system(call: String, errno: Int32)

    /// What the failure to open the sequencer means; `code` is libasound's negative errno.
    init(opening code: Int32) {
        switch -code {
        case ENOENT, ENODEV, ENXIO: self = .absent
        case EACCES, EPERM: self = .denied
        case ENOMEM, EAGAIN: self = .exhausted
        default: self = .failed(call: "snd_seq_open", errno: -code)
        }
    }

    /// The system has no thread or no descriptor left.
    init(_ error: ThreadError) { self = .system(call: error.call, errno: error.errno) }

    /// The sentence for a person.
    public var description: String {
        switch self {
        case .absent:
            "there is no ALSA sequencer (/dev/snd/seq); load it with \"modprobe snd-seq\", pass the device into the container, "
                + "or start with --virtual"
        case .denied: "no permission to open /dev/snd/seq; add this user to the group audio and log in again, or start with --virtual"
        case .exhausted: "the ALSA sequencer takes no more clients or is out of memory; close a program that uses MIDI and start again"
        case .tooManySurfaces(let count):
            "\(count) surfaces are more than the ALSA sequencer has ports for (\(SurfacePorts.limit)); remove some from the config"
        case .unconnected(let surface, let reason): "surface \"\(surface)\" cannot be connected: \(reason)"
        case .unheard(let client, let reason): "\(client) cannot be heard: \(reason)"
        case .unasked(let client, .held):
            "\(client) cannot be asked what it is: another program has its MIDI port open; close that program and ask again"
        case .unasked(let client, let reason): "\(client) cannot be asked what it is: \(reason)"
        case .held: "another program has the device's MIDI port open; close that program, and faderd connects it by itself"
        case .failed(let call, let code): "the ALSA sequencer refused \(call): \(Self.text(of: code)) (errno \(code))"
        case .system(let call, let code): "\(call) failed: \(Self.text(of: code)) (errno \(code))"
        }
    }

    /// What the refusal of a connection means; `code` is libasound's negative errno.
    init(connecting code: Int32) {
        switch -code {
        // Raw MIDI answers both where a port is open elsewhere: without waiting, and where all of a device's are.
        case EAGAIN, EBUSY: self = .held
        default: self = .failed(call: "snd_seq_subscribe_port", errno: -code)
        }
    }

    static func text(of code: Int32) -> String {
        guard let text = unsafe snd_strerror(-abs(code)) else { return "unknown error" }
        return unsafe String(cString: text)
    }
}
