public import FaderValues

/// A connection to OBS Studio: one entry of `targets:`.
public struct OBSPeerSpec: Sendable, Hashable {
    public var host: String
    public var port: Int
    public var password: SecretFile?

    /// OBS proposes it.
    public static let defaultPort = 4455

    public init(host: String, port: Int = OBSPeerSpec.defaultPort, password: SecretFile? = nil) {
        (self.host, self.port, self.password) = (host, port, password)
    }

    /// `HOST:PORT`, with brackets around an IPv6 address.
    public var address: String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }
    /// For people, without anything secret.
    public var name: String { "obs \(address)" }
}

/// Something in OBS that a parameter is bound to, or that a trigger does.
public struct OBSTargetSpec: TargetKind {
    public enum Subject: Sendable, Equatable {
        /// A property of the input of this name.
        case input(String, Property)
        case scene(Side)
        /// The T-bar of the studio mode.
        case tBar
        case studioMode
        /// It records, streams, or does something else that it starts and stops.
        case output(Output)
        case transition(Transition)
        /// Whether the filter of this name, on an input or scene, is on; with a key, that number or switch of its settings.
        case filter(source: String, filter: String, setting: String?)
        /// Whether the item of this name is shown in a scene or group; with a setting, how it lies there.
        case item(scene: String, item: String, ItemSetting?)
        /// A request with its data, an object in JSON; nil: none. For triggers.
        case request(String, data: String?)
    }

    public enum Property: String, Sendable, CaseIterable {
        case volume
        case mute
        case balance
        case syncOffset = "sync-offset"
        case monitoring
    }

    /// Where a scene is on: for the audience, or in the preview of the studio mode.
    public enum Side: String, Sendable, CaseIterable {
        case program
        case preview
    }

    public enum Output: String, Sendable, CaseIterable {
        case recording
        case streaming
        case recordPause = "record-pause"
        case replayBuffer = "replay-buffer"
        case virtualCamera = "virtual-camera"
    }

    public enum Transition: String, Sendable, CaseIterable {
        case name
        case duration
    }

    public enum ItemSetting: String, Sendable, CaseIterable {
        case positionX = "position.x"
        case positionY = "position.y"
        case scaleX = "scale.x"
        case scaleY = "scale.y"
        case rotation
    }

    public var peer: OBSPeerSpec
    public var subject: Subject
    /// Names in OBS, one for each option; empty: the labels of the options.
    public var words: [String]
    /// Whether the options of the choice are what OBS has.
    public var suppliesOptions: Bool

    public static let word = "obs"
    public static let peerKeys = ["obs", "password-file"]
    /// The data of a request may be a secret, such as a stream key.
    public static let shownKeys =
        [
            "obs", "input", "property", "scene", "words", "t-bar", "request", "source", "filter", "item", "setting", "transition",
            "save-replay",
        ]
        + ["studio-mode"] + Output.allCases.map(\.rawValue)
    public static let takesPresses = true
    /// OBS may run on another machine; on this one it is reached over the loopback network.
    public var needsNetwork: Bool { true }

    public init(peer: OBSPeerSpec, _ subject: Subject, words: [String] = [], suppliesOptions: Bool = false) {
        (self.peer, self.subject, self.words, self.suppliesOptions) = (peer, subject, words, suppliesOptions)
    }

    /// The connection and the subject. The data of a request is left out, because it may be a secret, such as a stream key.
    public var name: String {
        switch subject {
        case .input(let input, let property): "\(peer.name) input \(input)" + (property == .volume ? "" : " \(property.rawValue)")
        case .scene(let side): "\(peer.name) scene \(side.rawValue)"
        case .tBar: "\(peer.name) t-bar"
        case .studioMode: "\(peer.name) studio-mode"
        case .transition(let property): "\(peer.name) transition \(property.rawValue)"
        case .filter(let source, let filter, let setting):
            "\(peer.name) source \(source) filter \(filter)" + (setting.map { " setting \($0)" } ?? "")
        case .item(let scene, let item, let setting):
            "\(peer.name) scene \(scene) item \(item)" + (setting.map { " \($0.rawValue)" } ?? "")
        case .output(let output): "\(peer.name) \(output.rawValue)"
        case .request(let request, _): "\(peer.name) request \(request)"
        }
    }

    public var withoutAccess: OBSTargetSpec {
        var target = self
        target.peer.password = nil
        return target
    }

    /// Yes for the outputs, the studio mode and the T-bar.
    public var isFact: Bool {
        switch subject {
        case .output, .studioMode, .tBar: true
        case .input, .scene, .transition, .filter, .item, .request: false
        }
    }

    public var absence: String {
        switch subject {
        case .tBar: "OBS is not there, or its studio mode is off"
        case .output(.recordPause): "OBS is not there, or does not record"
        case .output(.replayBuffer): "OBS is not there, or its replay buffer is not enabled"
        case .output(.virtualCamera): "OBS is not there, or has no virtual camera"
        default: "OBS is not there"
        }
    }

    public var hasLevel: Bool { if case .input(_, .volume) = subject { true } else { false } }

    /// The name, and the data of a request.
    public var identity: String {
        if case .request(_, let data?) = subject { "\(name) \(data)" } else { name }
    }
}
