internal import FaderJSON

struct OBSRequest: Equatable {
    let type: String
    var data: JSONValue?

    init(_ type: String, _ data: [String: JSONValue] = [:]) { (self.type, self.data) = (type, data.isEmpty ? nil : .object(data)) }
}

enum OBSValue: Equatable {
    case number(Double)
    /// It is not a value of the parameter.
    case strange(String)
    /// OBS does not say, with a sentence.
    case untold(String)
}

enum OBSReaction: Equatable {
    case nothing
    /// It may have another value.
    case changed
    /// It may have come or gone.
    case look
    case renamed(String)
    /// What it belongs to was renamed, as a sentence.
    case moved(String)
    /// For a reason.
    case gone(String)
    /// A transition has ended.
    case switched
    /// An output has begun or ended.
    case running(Bool)
}

/// Says what there is instead of something missing.
struct OBSList {
    let request: OBSRequest
    /// Of its items, and of their names.
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

/// The thing in OBS that a parameter is bound to: its requests and events. By names, because OBS 29 has no UUIDs and no config would
/// contain them.
protocol OBSProperty {
    var law: TargetScale.Law { get }
    var traits: TargetRules.Traits { get }
    /// After the connection was lost.
    var isRepeated: Bool { get }
    /// The codes that say that there is nothing to do, for what counts only when an event reports it.
    var slowCodes: ClosedRange<Int>? { get }
    /// On which it is the scene.
    var side: OBSTargetSpec.Side? { get }
    /// Besides the usual ones.
    var events: OBSMessage.Events { get }
    /// Where OBS always has the same.
    var fixedOptions: [String] { get }
    /// Why, if OBS has nothing of that name.
    var missing: String { get }
    /// To ask then; the first that OBS has says what there is.
    var lists: [OBSList] { get }

    var reading: OBSRequest { get }
    /// After the answer to the first request; nil if that said it all.
    mutating func next(after data: OBSData) -> OBSRequest?
    /// What it knows of OBS may be something else now.
    mutating func forget()
    func writing(_ number: Double) -> OBSRequest
    /// In the answer to the last reading request, or in an event.
    func value(of data: OBSData) -> OBSValue?
    /// Why it is not there, by the same answer.
    func absence(_ data: OBSData) -> String?
    /// Why it is not there, by a refusal; nil if that says nothing about it.
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

    /// A write is done only when an event reports it.
    var isSlow: Bool { slowCodes != nil }

    /// If this one is or was called so.
    func renaming(_ data: OBSData, _ name: String, old: String, new: String) -> OBSReaction {
        guard let was = data.text(old), let now = data.text(new) else { return .nothing }
        return was == name ? .renamed(now) : now == name ? .look : .nothing
    }

    /// For what it belongs to.
    func moving(_ data: OBSData, _ name: String, old: String, new: String) -> OBSReaction {
        guard case .renamed(let now) = renaming(data, name, old: old, new: new) else { return data.text(new) == name ? .look : .nothing }
        return .moved("OBS calls \"\(name)\" \"\(OBSWords.shown(now))\" now")
    }
}
