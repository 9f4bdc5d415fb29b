internal import FaderValues

/// A value at an address of a console. Consoles that do not speak OSC have addresses and arguments, too; their wires translate them.
typealias ConsoleMessage = OSCMessage

/// Where a console is.
struct ConsolePlace: Sendable {
    /// For people.
    let name: String
    let host: String
    let port: Int
    /// The UDP port of this machine to which it sends levels; nil: a free one.
    let listen: Int?
    /// The MIDI device that it is; nil: it is at that address.
    let device: ConsoleDevice?
    /// The channel of MIDI, as a status byte has it.
    let channel: UInt8
}

/// How faderd speaks to a console: opens a connection, asks what it has at an address, sets that, and passes on what it tells. Owned by the event loop.
protocol ConsoleWire: AnyObject {
    /// Called with its events, on the event loop.
    var onEvent: (ConsoleWireEvent) -> Void { get set }
    /// How the console stands.
    var standing: PeerStanding { get }
    /// What is wrong with it, or that it has sent nothing yet, for people.
    var note: String? { get }
    /// Whether it was closed for good.
    var isClosed: Bool { get }

    /// Connects, or replaces the connection.
    func open()
    /// Closes it for good.
    func close()
    /// Sends what the console always answers.
    func greet()
    /// Makes the console send changes, or go on with it.
    func renew()
    /// Asks what the console has at an address.
    func ask(_ address: String)
    /// Sets something, or makes the console do something.
    func send(_ message: ConsoleMessage)
}

extension ConsoleWire {
    var shared: SharedPeer { standing.shared(note: note) }
}

enum ConsoleWireEvent {
    case opened
    /// It was heard, with what it tells; none for what is no value.
    case received([ConsoleMessage])
    /// It cannot be reached, or its connection has ended. `pause` is the time until the next try; nil for the usual one.
    case refused(String, pause: Duration? = nil)
}

/// What is said on a wire, and how.
enum ConsoleWireKind: Sendable {
    /// OSC over UDP.
    case osc(ConsoleDialect)
    /// Bytes over TCP, or over MIDI.
    case bytes(ConsoleByteManner)

    /// A wire to a console.
    func make(_ place: ConsolePlace, _ surroundings: TargetSurroundings) -> any ConsoleWire {
        switch self {
        case .osc(let dialect): ConsoleOSCWire(place, dialect, surroundings)
        case .bytes(let manner):
            ConsoleByteWire(place, manner, surroundings.loop, surroundings.standing(place.name))
        }
    }

    /// How it is asked. Over a radio network a burst of questions loses answers.
    var questions: Questions<String, String>.Manner {
        switch self {
        case .osc: Questions.Manner(most: 16, pace: .milliseconds(1), patience: .milliseconds(400), tries: 8)
        // Consoles have been seen to suffer from many questions at once.
        case .bytes: Questions.Manner(most: 8, pace: .milliseconds(2), patience: .seconds(2), tries: 3)
        }
    }

    /// When it is greeted and its subscription renewed.
    var watch: ConsoleWatch.Manner {
        switch self {
        case .osc: ConsoleWatch.Manner()
        case .bytes(let manner): manner.watch
        }
    }

    /// How often a value is sent that the console does not have afterwards. What goes over TCP arrives, so another value is what the console made of it.
    var mostTries: Int {
        switch self {
        case .osc: 3
        case .bytes: 1
        }
    }

    /// What it is sent to tell what it is; nil: nothing.
    var introduction: String? {
        switch self {
        case .osc(let dialect): dialect.greetings[0]
        case .bytes: nil
        }
    }
}
