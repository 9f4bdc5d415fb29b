internal import FaderJSON
internal import FaderValues

/// A message from OBS (obs-websocket, docs/generated/protocol.md, "Message types").
enum OBSMessage {
    /// The greeting; with a challenge if OBS wants a password.
    case hello(OBSAuthentication.Challenge?)
    case identified
    case event(String, OBSData)
    case answer(String, Result<OBSData, OBSFailure>)
    case other

    /// Kinds of events, as bits of `eventSubscriptions`.
    struct Events: OptionSet {
        let rawValue: Int

        static let general = Events(rawValue: 1 << 0)
        static let config = Events(rawValue: 1 << 1)
        static let scenes = Events(rawValue: 1 << 2)
        static let inputs = Events(rawValue: 1 << 3)
        static let transitions = Events(rawValue: 1 << 4)
        static let filters = Events(rawValue: 1 << 5)
        static let outputs = Events(rawValue: 1 << 6)
        static let sceneItems = Events(rawValue: 1 << 7)
        static let ui = Events(rawValue: 1 << 10)
        /// The levels of all inputs, 20 times a second.
        static let levels = Events(rawValue: 1 << 16)
        /// Where items of scenes lie, for each picture while one is dragged.
        static let transforms = Events(rawValue: 1 << 19)
        static let usual: Events = [.general, .config, .scenes, .inputs, .transitions, .filters, .outputs, .sceneItems, .ui]
    }

    /// Nil if it is not a message of OBS.
    init?(_ bytes: [UInt8]) {
        guard let node = try? JSONReader.read(bytes), let code = OBSData(node).number("op") else { return nil }
        let data = OBSData(node).data("d")
        switch code {
        case 0:
            guard let question = data.optional("authentication") else {
                self = .hello(nil)
                return
            }
            guard let salt = question.text("salt"), let challenge = question.text("challenge") else { return nil }
            self = .hello(OBSAuthentication.Challenge(salt: salt, challenge: challenge))
        case 2: self = .identified
        case 5:
            guard let type = data.text("eventType") else { return nil }
            self = .event(type, data.data("eventData"))
        case 7:
            let status = data.data("requestStatus")
            guard let id = data.text("requestId"), let isDone = status.flag("result") else { return nil }
            let failure = OBSFailure.refused(Int(exactly: status.number("code") ?? 0) ?? 0, status.text("comment"))
            self = .answer(id, isDone ? .success(data.data("responseData")) : .failure(failure))
        default: self = .other
        }
    }

    /// `Identify`: the answer to the challenge, and the events to subscribe to.
    static func identify(_ events: Events, authentication: String?) -> String {
        var members = ["rpcVersion": JSONValue.number(spelling: "1"), "eventSubscriptions": .number(spelling: "\(events.rawValue)")]
        if let authentication { members["authentication"] = .text(authentication) }
        return message(1, .object(members))
    }

    /// `Reidentify`: changes the events to subscribe to.
    static func reidentify(_ events: Events) -> String {
        message(3, .object(["eventSubscriptions": .number(spelling: "\(events.rawValue)")]))
    }

    /// The message `Request`. `data`: an object in JSON.
    static func request(_ type: String, id: String, data: String?) -> String {
        var text = "{\"op\":6,\"d\":{\"requestType\":"
        JSONValue.appendQuoted(type, to: &text)
        text += ",\"requestId\":"
        JSONValue.appendQuoted(id, to: &text)
        if let data { text += ",\"requestData\":\(data)" }
        return text + "}}"
    }

    private static func message(_ code: Int, _ data: JSONValue) -> String { "{\"op\":\(code),\"d\":\(data.rendered)}" }
}

/// A member that is missing or has another type is nil.
struct OBSData {
    private let members: [JSONNode.Member]

    init(_ node: JSONNode?) { if case .object(let members)? = node?.content { self.members = members } else { members = [] } }

    private func content(_ key: String) -> JSONNode.Content? { members.last { $0.key == key }?.value.content }

    var keys: [String] { members.map(\.key) }

    func text(_ key: String) -> String? { if case .text(let text)? = content(key) { text } else { nil } }
    func flag(_ key: String) -> Bool? { if case .flag(let flag)? = content(key) { flag } else { nil } }
    /// A finite number; nil if the member is none.
    func number(_ key: String) -> Double? {
        guard case .number(let spelling)? = content(key), let number = Double(spelling), number.isFinite else { return nil }
        return number
    }
    func list(_ key: String) -> [JSONNode] { if case .list(let items)? = content(key) { items } else { [] } }
    /// An object; empty if there is none.
    func data(_ key: String) -> OBSData { OBSData(members.last { $0.key == key }?.value) }
    func optional(_ key: String) -> OBSData? { if case .object? = content(key) { data(key) } else { nil } }
}

enum OBSFailure: Error, Equatable {
    /// OBS refused it, with a code and a comment.
    case refused(Int, String?)
    case closed

    /// There is no such input or scene.
    static let missing = 600
    static let studioModeOff = 506
    /// The output already runs, or is already stopped.
    static let running = 500...501
    /// A recording is already paused, or is not paused.
    static let paused = 502...503
    /// OBS loads a scene collection.
    static let notReady = 207

    var code: Int? { if case .refused(let code, _) = self { code } else { nil } }

    private static let words = [
        203: "it does not know this request", 204: "it does not know this request", 207: "it is not ready",
        300: "something is missing in its data", 400: "its data does not fit", 401: "its data does not fit",
        402: "a number is out of range",
        500: "it runs already", 501: "it does not run", 502: "it pauses already", 503: "it does not pause", 506: "the studio mode is off",
        600: "nothing has that name",
        601: "something has that name already", 604: "OBS is in the wrong state for it", 605: "it is of the wrong kind",
        700: "OBS could not create it", 702: "it failed",
    ]
    /// The most characters of a comment that are shown.
    private static let longest = 200

    func words(of request: String) -> String {
        guard case .refused(let code, let comment) = self else { return "the connection to OBS ended before it answered" }
        let said = comment.map { String($0.prefix(Self.longest)).withoutControls() }
        guard let reason = Self.words[code] else { return "OBS refuses \(request): \(said ?? "no reason is given") (\(code))" }
        return "OBS refuses \(request): \(reason) (\(code))" + (said.map { ": \($0)" } ?? "")
    }
}
