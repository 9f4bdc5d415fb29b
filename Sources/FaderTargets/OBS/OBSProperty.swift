internal import FaderJSON

struct OBSRequest: Equatable {
    let type: String
    var data: JSONValue?

    init(_ type: String, _ data: [String: JSONValue] = [:]) { (self.type, self.data) = (type, data.isEmpty ? nil : .object(data)) }
}

enum OBSValue: Equatable {
    case number(Double)
    /// The word in OBS is no value of the parameter.
    case strange(String)
    /// OBS does not tell the value; the sentence says why.
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
    /// What the target is bound to has gone from OBS, for this reason.
    case gone(String)
    /// A transition has ended.
    case switched
    /// An output, such as a recording, has begun or ended.
    case running(Bool)
}

/// Says what there is instead of something missing.
struct OBSList {
    let request: OBSRequest
    /// The keys of its items, and of their names.
    let (items, name): (String, String)
    /// Why a target is missing if OBS has this list, but not its name in it.
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
    /// Whether a write on its way is repeated if the connection is lost.
    var isRepeated: Bool { get }
    /// The codes that say that there is nothing to do, for what counts only when an event reports it.
    var slowCodes: ClosedRange<Int>? { get }
    /// The side of the studio mode whose scene this is; nil if it is something else.
    var side: OBSTargetSpec.Side? { get }
    /// The events that it needs besides the usual ones.
    var events: OBSMessage.Events { get }
    /// The options of a choice, where OBS always has the same ones; empty: none.
    var fixedOptions: [String] { get }
    /// Why the target is not there if OBS has nothing of that name.
    var missing: String { get }
    /// The lists to ask for then; the first that OBS has says what there is.
    var lists: [OBSList] { get }

    var reading: OBSRequest { get }
    /// The next request after the answer to the first one; nil if that said it all.
    mutating func next(after data: OBSData) -> OBSRequest?
    /// What it knows of OBS may be something else now.
    mutating func forget()
    func writing(_ number: Double) -> OBSRequest
    /// The value in the answer to the last reading request, or in an event.
    func value(of data: OBSData) -> OBSValue?
    /// Why it is not there, according to the same answer; nil if it is there.
    func absence(_ data: OBSData) -> String?
    /// Why it is not there, according to a refusal; nil if that says nothing about it.
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

    /// What to do when something is renamed: this one may have the old or the new name.
    func renaming(_ data: OBSData, _ name: String, old: String, new: String) -> OBSReaction {
        guard let was = data.text(old), let now = data.text(new) else { return .nothing }
        return was == name ? .renamed(now) : now == name ? .look : .nothing
    }

    /// The same for a renamed thing that this one belongs to.
    func moving(_ data: OBSData, _ name: String, old: String, new: String) -> OBSReaction {
        guard case .renamed(let now) = renaming(data, name, old: old, new: new) else { return data.text(new) == name ? .look : .nothing }
        return .moved("OBS calls \"\(name)\" \"\(OBSWords.shown(now))\" now")
    }
}
