internal import FaderJSON

/// What a Snapcast server has said of its clients, groups and streams. Pure (badaix/snapcast, doc/json_rpc_api/control.md).
struct SnapcastState: Equatable {
    struct Client: Equatable {
        var name: String
        /// 0…100.
        var percent: Double
        var isMuted: Bool
        var isConnected: Bool
        /// The name of its machine, by which it is called as long as it has none.
        fileprivate var host: String

        var shownName: String { name.isEmpty ? host : name }
    }

    /// Clients that play the same.
    struct Group: Equatable {
        var name: String
        var isMuted: Bool
        var stream: String
    }

    private(set) var clients: [String: Client] = [:]
    private(set) var groups: [String: Group] = [:]
    /// The ids, in the server's order.
    private(set) var streams: [String] = []

    /// No house has more of each. What is beyond is ignored.
    static let most = 4096

    init() {}

    /// The answer to `Server.GetStatus`, or what `Server.OnUpdate` tells; nil if it is neither.
    init?(_ status: JSONValue) {
        guard let server = status["server"], case .list(let groups)? = server["groups"], case .list(let streams)? = server["streams"] else {
            return nil
        }
        self.streams = streams.prefix(Self.most).compactMap { $0["id"]?.text }
        for one in groups.prefix(Self.most) {
            guard let id = one["id"]?.text, case .list(let clients)? = one["clients"] else { return nil }
            self.groups[id] = Group(
                name: one["name"]?.text ?? "", isMuted: one["muted"]?.flag ?? false, stream: one["stream_id"]?.text ?? "")
            for client in clients where self.clients.count < Self.most {
                guard let id = client["id"]?.text, let known = Client(client) else { return nil }
                self.clients[id] = known
            }
        }
    }

    /// The id of the client with a name or id. An id counts first; of several with one name the first id in order.
    func client(named name: String) -> String? {
        clients[name] != nil ? name : clients.filter { $0.value.shownName == name }.keys.min()
    }

    func group(named name: String) -> String? {
        groups[name] != nil ? name : groups.filter { $0.value.name == name }.keys.min()
    }

    /// Returns whether the state is known now; if not, the server is to be asked.
    mutating func handle(_ method: String, _ data: JSONValue) -> Bool {
        if method == "Server.OnUpdate" {
            guard let state = SnapcastState(data) else { return false }
            self = state
            return true
        }
        guard let id = data["id"]?.text else { return !method.hasPrefix("Client.") && !method.hasPrefix("Group.") }
        switch method {
        case "Client.OnVolumeChanged": return data["volume"].map { clients[id]?.take($0) ?? false } ?? false
        case "Client.OnNameChanged": return Self.set(&clients[id], \.name, data["name"]?.text)
        case "Client.OnConnect", "Client.OnDisconnect":
            guard clients[id] != nil, let client = data["client"].flatMap({ Client($0) }) else { return false }
            clients[id] = client
            return true
        case "Group.OnMute": return Self.set(&groups[id], \.isMuted, data["mute"]?.flag)
        case "Group.OnStreamChanged": return Self.set(&groups[id], \.stream, data["stream_id"]?.text)
        case "Group.OnNameChanged": return Self.set(&groups[id], \.name, data["name"]?.text)
        // A new stream is told only when it begins to play.
        case "Stream.OnUpdate": return streams.contains(id)
        default: return true
        }
    }

    private static func set<Thing, Value>(_ thing: inout Thing?, _ path: WritableKeyPath<Thing, Value>, _ value: Value?) -> Bool {
        guard let value, thing != nil else { return false }
        thing?[keyPath: path] = value
        return true
    }

    /// The server tells only its other clients of what it is asked for.
    mutating func expect(_ request: SnapcastRequest) {
        switch request {
        case .volume(let id, let percent, let isMuted):
            clients[id]?.percent = percent
            clients[id]?.isMuted = isMuted
        case .mute(let id, let isMuted): groups[id]?.isMuted = isMuted
        case .stream(let id, let stream): groups[id]?.stream = stream
        case .status: break
        }
    }
}

extension SnapcastState.Client {
    fileprivate init?(_ client: JSONValue) {
        guard let config = client["config"], let volume = config["volume"] else { return nil }
        self.init(
            name: config["name"]?.text ?? "", percent: 0, isMuted: false, isConnected: client["connected"]?.flag ?? false,
            host: client["host"]?["name"]?.text ?? "")
        guard take(volume) else { return nil }
    }

    fileprivate mutating func take(_ volume: JSONValue) -> Bool {
        guard let percent = volume["percent"]?.double, percent >= 0, let isMuted = volume["muted"]?.flag else { return false }
        // A server keeps whatever number it was sent.
        (self.percent, self.isMuted) = (min(percent, 100), isMuted)
        return true
    }
}
