internal import FaderConsole
public import FaderValues

/// The leader of a second machine: `follow: {url: "http://band.local:7374", key-file: follow.key}`.
public struct FollowSpec: Sendable, Equatable {
    /// The name or address of the leader.
    public var host: String
    /// The port of `faderctl web --lan` there.
    public var port: Int
    /// The file with the key that the leader has made for this machine.
    public var key: SecretFile

    /// The port if the config gives none: that of `faderd-web.socket`.
    public static let defaultPort = 7374

    public init(host: String, port: Int = Self.defaultPort, key: SecretFile) { (self.host, self.port, self.key) = (host, port, key) }

    public var url: String { "http://\(host.contains(":") ? "[\(host)]" : host):\(port)" }
}

extension ConfigContents {
    /// The same parameters without anything that they drive or that drives them, as a follower has them.
    public var withoutOutside: ConfigContents {
        var contents = ConfigContents(
            console: Configuration(parameters: console.parameters, compounds: console.compounds), settings: settings)
        // A group would move its members, which the leader has moved already.
        for index in contents.console.parameters.indices {
            contents.console.parameters[index].members = []
            contents.console.parameters[index].group = nil
            // Somebody at the leader has changed it, and not here.
            contents.console.parameters[index].notifies = false
        }
        contents.settings.targets = []
        contents.settings.labels = []
        contents.settings.apps = nil
        contents.settings.triggers = []
        contents.settings.osc = nil
        contents.settings.publishers = []
        return contents
    }
}
