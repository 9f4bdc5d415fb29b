public import FaderValues

/// A surface's device as the sequencer has it now, for `faderctl surfaces`.
public struct SurfaceDevice: Sendable, Equatable {
    public var surface: String
    /// The device that was found for it; nil while it waits for one.
    public var device: Device?
    public var state: State

    /// A device's names and numbers in the sequencer. The numbers change each time it is plugged in.
    public struct Device: Sendable, Equatable {
        /// The client's name, which the config's `match` is compared with.
        public var client: String
        public var clientNumber: Int
        public var port: String
        /// Within its client, from 0, as `aconnect` counts.
        public var portNumber: Int
        /// Which of several devices of its model it is; nil if it is not on USB.
        public var usb: USBDevice?
        /// The name of its sound card; nil for a program.
        public var card: String?
        /// The port that its messages are sent to, if that is another one.
        public var output: String?
        /// Why it is connected in one direction only, and what to do; nil if it is not, or if the surface needs only one.
        public var oneWay: String?
    }

    public enum State: Sendable, Equatable {
        /// No device matches, or all that match belong to other surfaces.
        case waiting
        /// Found, and our own port is still being made.
        case connecting
        /// Connected in every direction the device offers.
        case connected
        /// Cut by a person: it stays cut until the device comes back or the configuration is loaded again.
        case disconnected
        /// Cut by the program that it belongs to: it is connected again soon.
        case dropped
        /// The sequencer refuses the connection; it is tried again.
        case refused(SequencerError)
    }
}
