public import FaderConsole
public import FaderValues

/// The validated contents of a config file and its profiles.
public struct ConfigContents: Sendable, Equatable {
    public var console: Configuration
    /// What the config says about everything outside the console.
    public var settings: Settings

    public init(console: Configuration, settings: Settings = Settings()) {
        self.console = console
        self.settings = settings
    }
}

public struct Settings: Sendable, Equatable {
    /// How numbers are written and read unless a request asks for something else.
    public var symbols = NumberSymbols.plain
    /// The config chooses a locale, and `C` counts as one. If it chooses none, a program may use the locale of its user's environment.
    public var isLocaleChosen = false
    /// The pages in the browser, in the order of the file.
    public var pages: [PageSpec] = []
    public var targets: [TargetBinding] = []
    /// What tells the labels of parameters that have none of their own: `label: {osc: foh, address: /ch/01/config/name}`.
    public var labels: [TargetBinding] = []
    /// Nil: programs that play are no parameters.
    public var apps: AppsSpec?
    /// A trigger without an entry only reports its presses to listeners.
    public var triggers: [TriggerSpec] = [] {
        didSet { releasing = Set(triggers.filter { $0.actions.contains(where: \.releases) }.map(\.id)) }
    }
    /// The triggers that send something when their button comes up.
    public private(set) var releasing: Set<String> = []
    /// Which programs may ask for changes over OSC, and who is told of changes; nil: nobody.
    public var osc: OSCInSpec?
    /// The key of the template that made a parameter, by the parameter's id.
    public var templates: [String: String] = [:]
    /// The MQTT brokers on which parameters are published.
    public var publishers: [MQTTPeerSpec] = []
    /// The leader of this second machine; nil if this is none.
    public var follow: FollowSpec?

    public init() {}

    public var pressed: [TargetSpec] {
        triggers.flatMap(\.actions).compactMap { if case .target(let target) = $0 { target } else { nil } }
            + publishers.map { TargetSpec(MQTTTargetSpec(peer: $0, topic: "")) }
    }

    var dispatches: [Dispatch] {
        triggers.flatMap(\.actions).flatMap { action -> [Dispatch] in
            if case .midi(let press, let release) = action { [press] + (release.map { [$0] } ?? []) } else { [] }
        }
    }
}
