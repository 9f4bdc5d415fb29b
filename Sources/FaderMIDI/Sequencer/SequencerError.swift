internal import CALSA
internal import FaderSystem
internal import Glibc

/// Why the ALSA sequencer cannot be used, in one sentence that says what to do where something can be done.
public enum SequencerError: Error, Sendable, Equatable, CustomStringConvertible {
    /// `/dev/snd/seq` is missing, or has no driver behind it.
    case absent
    /// `/dev/snd/seq` exists, but this user may not open it.
    case denied
    /// libasound has no configuration that tells how to open it.
    case unconfigured
    /// All client numbers are taken, or it is out of memory.
    case exhausted
    /// There are more surfaces than a sequencer client may have ports.
    case tooManySurfaces(Int)
    indirect case unconnected(surface: String, reason: SequencerError)
    /// A controller without a surface was found but could not be connected.
    indirect case unheard(client: String, reason: SequencerError)
    /// A controller without a surface, connected only to ask it what it is.
    indirect case unasked(client: String, reason: SequencerError)
    /// Another program has the device's MIDI port open.
    case held
    case failed(call: String, errno: Int32)
    case system(call: String, errno: Int32)

    /// `code`: libasound's negative errno. `isThere`: whether there is a /dev/snd/seq.
    init(opening code: Int32, isThere: Bool = unsafe access("/dev/snd/seq", F_OK) == 0) {
        switch -code {
        case ENOENT where isThere: self = .unconfigured
        case ENOENT, ENODEV, ENXIO: self = .absent
        case EACCES, EPERM: self = .denied
        case ENOMEM, EAGAIN: self = .exhausted
        default: self = .failed(call: "snd_seq_open", errno: -code)
        }
    }

    init(_ error: ThreadError) { self = .system(call: error.call, errno: error.errno) }

    public var description: String {
        switch self {
        case .absent:
            "there is no ALSA sequencer (/dev/snd/seq); load it with \"modprobe snd-seq\", pass the device into the container, "
                + "or start with --virtual"
        case .denied: "no permission to open /dev/snd/seq; add this user to the group audio and log in again, or start with --virtual"
        case .unconfigured: "libasound finds no configuration (alsa.conf); install libasound2-data, and check ALSA_CONFIG_PATH if it is set"
        case .exhausted: "the ALSA sequencer takes no more clients or is out of memory; close a program that uses MIDI and start again"
        case .tooManySurfaces(let count):
            "\(count) surfaces are more than the ALSA sequencer has ports for (\(SequencerHandle.portLimit)); remove some from the config"
        case .unconnected(let surface, let reason): "surface \"\(surface)\" cannot be connected: \(reason)"
        case .unheard(let client, let reason): "cannot listen to \(client): \(reason)"
        case .unasked(let client, .held):
            "\(client) cannot be asked what it is: another program has its MIDI port open; close that program and ask again"
        case .unasked(let client, let reason): "\(client) cannot be asked what it is: \(reason)"
        case .held: "another program has the device's MIDI port open; close that program, and faderd connects it by itself"
        case .failed(let call, let code): "the ALSA sequencer refused \(call): \(Self.text(of: code)) (errno \(code))"
        case .system(let call, let code): "\(call) failed: \(Self.text(of: code)) (errno \(code))"
        }
    }

    /// What a refused connection means; `code` is libasound's negative errno.
    init(connecting code: Int32) {
        switch -code {
        // Either, if a port is open elsewhere: one for an open without waiting, the other if all ports of the device are.
        case EAGAIN, EBUSY: self = .held
        default: self = .failed(call: "snd_seq_subscribe_port", errno: -code)
        }
    }

    static func text(of code: Int32) -> String {
        guard let text = unsafe snd_strerror(-abs(code)) else { return "unknown error" }
        return unsafe String(cString: text)
    }
}
