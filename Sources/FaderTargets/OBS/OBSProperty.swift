internal import FaderJSON

/// A request with its data.
struct OBSRequest: Equatable {
    let type: String
    var data: JSONValue?

    init(_ type: String, _ data: [String: JSONValue] = [:]) { (self.type, self.data) = (type, data.isEmpty ? nil : .object(data)) }
}

/// A value in an answer or event of OBS.
enum OBSValue: Equatable {
    case number(Double)
    /// A word that is not a value of the parameter.
    case strange(String)
    /// OBS does not say, with a sentence about that.
    case untold(String)
}

/// What an event means for a property.
enum OBSReaction: Equatable {
    case nothing
    /// It may have another value.
    case changed
    /// It may have come or gone.
    case look
    /// It has been renamed.
    case renamed(String)
    /// What it belongs to has been renamed, as a sentence.
    case moved(String)
    /// It has gone, for a reason.
    case gone(String)
    /// A transition has ended.
    case switched
    /// An output, such as a recording, has begun or ended.
    case running(Bool)
}

/// A list of OBS that says what there is instead of something that is missing.
struct OBSList {
    let request: OBSRequest
    /// The keys of its items, and of their names.
    let (items, name): (String, String)
    /// What is missing if OBS has this list.
    let missing: String

    static func inputs(_ missing: String) -> OBSList {
        OBSList(request: OBSRequest("GetInputList"), items: "inputs", name: "inputName", missing: missing)
    }

    static func scenes(_ missing: String) -> OBSList {
        OBSList(request: OBSRequest("GetSceneList"), items: "scenes", name: "sceneName", missing: missing)
    }
}

/// The thing in OBS that a parameter is bound to: its requests and events. Names are used and not UUIDs, because OBS 29 does not have those and no config would
/// contain them.
protocol OBSProperty {
    var law: TargetScale.Law { get }
    var traits: TargetRules.Traits { get }
    /// Whether a write on its way is repeated if the connection is lost.
    var isRepeated: Bool { get }
    /// The codes with which OBS says that there is nothing to do, for what counts only when an event reports it; nil for everything else.
    var slowCodes: ClosedRange<Int>? { get }
    /// The side on which it is the scene; nil if it is something else.
    var side: OBSTargetSpec.Side? { get }
    /// The events that it needs besides the usual ones.
    var events: OBSMessage.Events { get }
    /// The options of a choice, where OBS always has the same ones; empty: none.
    var fixedOptions: [String] { get }
    /// The reason if OBS has nothing of that name.
    var missing: String { get }
    /// The lists to ask then; the first that OBS has says what there is.
    var lists: [OBSList] { get }

    /// The request that reads it.
    var reading: OBSRequest { get }
    /// The second request that reads it, after the answer to the first one; nil if that said it all.
    mutating func next(after data: OBSData) -> OBSRequest?
    /// Forgets what it knows of OBS, because that may be something else now.
    mutating func forget()
    /// The request that sets it.
    func writing(_ number: Double) -> OBSRequest
    /// The value in the answer to the last reading request, or in an event.
    func value(of data: OBSData) -> OBSValue?
    /// Why it is not there, by the answer to the last reading request; nil if it is.
    func absence(_ data: OBSData) -> String?
    /// Why it is not there, by the refusal of a reading request; nil if the refusal says nothing about that.
    func absence(_ failure: OBSFailure) -> String?
    func reaction(to event: String, _ data: OBSData) -> OBSReaction
}

extension OBSProperty {
    var isRepeated: Bool { true }
    var slowCodes: ClosedRange<Int>? { nil }
    var side: OBSTargetSpec.Side? { nil }
    var events: OBSMessage.Events { [] }
    var fixedOptions: [String] { [] }
    var missing: String { "OBS does not have it" }
    var lists: [OBSList] { [] }
    mutating func next(after data: OBSData) -> OBSRequest? { nil }
    mutating func forget() {}
    func absence(_ data: OBSData) -> String? { nil }
    func absence(_ failure: OBSFailure) -> String? { failure.code == OBSFailure.missing ? missing : nil }

    /// Whether a write is done only when an event reports it.
    var isSlow: Bool { slowCodes != nil }

    /// What an event means that renames things of a kind, if this one is called so.
    func renaming(_ data: OBSData, _ name: String, old: String, new: String) -> OBSReaction {
        guard let was = data.text(old), let now = data.text(new) else { return .nothing }
        return was == name ? .renamed(now) : now == name ? .look : .nothing
    }

    /// The same for what it belongs to.
    func moving(_ data: OBSData, _ name: String, old: String, new: String) -> OBSReaction {
        guard case .renamed(let now) = renaming(data, name, old: old, new: new) else { return data.text(new) == name ? .look : .nothing }
        return .moved("OBS calls \"\(name)\" \"\(OBSWords.shown(now))\" now")
    }
}
