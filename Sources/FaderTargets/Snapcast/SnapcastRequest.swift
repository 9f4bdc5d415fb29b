internal import FaderJSON

/// What a Snapcast server is asked (badaix/snapcast, doc/json_rpc_api/control.md, "Requests").
enum SnapcastRequest: Equatable {
    case status
    /// Both parts, because the document knows a volume only as a whole.
    case volume(String, percent: Double, isMuted: Bool)
    case mute(String, Bool)
    case stream(String, String)

    func line(id: Int) -> String {
        let (method, parameters) = call
        var members: [String: JSONValue] = ["id": .number(spelling: "\(id)"), "jsonrpc": .text("2.0"), "method": .text(method)]
        if !parameters.isEmpty { members["params"] = .object(parameters) }
        return JSONValue.object(members).rendered + "\n"
    }

    private var call: (method: String, parameters: [String: JSONValue]) {
        switch self {
        case .status: return ("Server.GetStatus", [:])
        case .volume(let client, let percent, let isMuted):
            let volume = JSONValue.object(["muted": .flag(isMuted), "percent": .number(spelling: "\(Int(percent))")])
            return ("Client.SetVolume", ["id": .text(client), "volume": volume])
        case .mute(let group, let isMuted): return ("Group.SetMute", ["id": .text(group), "mute": .flag(isMuted)])
        case .stream(let group, let stream): return ("Group.SetStream", ["id": .text(group), "stream_id": .text(stream)])
        }
    }
}
