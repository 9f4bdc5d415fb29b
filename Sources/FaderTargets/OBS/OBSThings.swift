internal import FaderJSON
internal import FaderValues

/// What an OBS has that could be bound, in its order, with what it shows. Asked for when somebody wants to see it, one request at a time.
/// Owned by the event loop.
final class OBSThings {
    typealias Ask = (OBSRequest, @escaping OBSSession.Answer) -> Void

    private struct Step {
        let request: OBSRequest
        let then: (OBSData) -> Void
    }

    private var found = OBSFindings()
    /// What is being found, and the requests for it.
    private var next = OBSFindings()
    private var steps: ArraySlice<Step> = []
    /// Late answers to an earlier look have another.
    private var number = 0
    private(set) var isAsking = false
    private var asked: Moment?

    /// How long the list is used before OBS is asked again.
    private static let pause = Duration.seconds(1)

    var more: Int { found.more }

    /// - Parameter name: as the config calls the connection.
    func all(named name: String) -> [OBSThing] { found.things(named: name) }

    /// Forgets what was found, because OBS has gone or loads other things.
    func forget() {
        number += 1
        (found, next, steps, isAsking, asked) = (OBSFindings(), OBSFindings(), [], false, nil)
    }

    func look(at now: Moment, _ ask: @escaping Ask) {
        guard !isAsking, asked.map({ now - $0 >= Self.pause }) ?? true else { return }
        number += 1
        (isAsking, asked, next, steps) = (true, now, OBSFindings(), [])
        plan()
        proceed(number, ask)
    }

    private func proceed(_ number: Int, _ ask: @escaping Ask) {
        guard let step = steps.popFirst() else {
            (found, isAsking) = (next, false)
            return
        }
        ask(step.request) { [weak self] result in
            guard let self, number == self.number else { return }
            switch result {
            case .success(let data): step.then(data)
            // The connection is gone, and `forget` follows.
            case .failure(.closed): return
            case .failure: break
            }
            proceed(number, ask)
        }
    }

    private func add(_ type: String, _ data: [String: JSONValue] = [:], _ then: @escaping (OBSThings, OBSData) -> Void) {
        steps.append(Step(request: OBSRequest(type, data)) { [weak self] in if let self { then(self, $0) } })
    }

    // MARK: What is asked

    private func plan() {
        for output in OBSTargetSpec.Output.allCases where output != .recordPause {
            add(OBSOutputProperty(output: output).reading.type) { $0.next.note(output, $1) }
        }
        add("GetStudioModeEnabled") { $0.next.isStudioMode = $1.flag("studioModeEnabled") }
        add("GetCurrentProgramScene") { $0.next.program = $1.text("currentProgramSceneName") }
        add("GetCurrentPreviewScene") { $0.next.preview = $1.text("currentPreviewSceneName") }
        add("GetCurrentSceneTransition") {
            $0.next.transition = $1.text("transitionName")
            $0.next.transitionTime = $1.number("transitionDuration")
        }
        add("GetVideoSettings") { $0.next.canvas = ($1.number("baseWidth"), $1.number("baseHeight")) }
        add("GetInputList") { $0.planInputs($1.list("inputs").map { OBSData($0).text("inputName") }) }
        // From the bottom of OBS's window to the top.
        add("GetSceneList") { $0.planScenes($1.list("scenes").reversed().map { OBSData($0).text("sceneName") }, "GetSceneItemList") }
        add("GetGroupList") { things, data in
            let names = data.list("groups").map { if case .text(let name) = $0.content { name } else { nil as String? } }
            things.planScenes(names, "GetGroupSceneItemList")
        }
    }

    private func planInputs(_ names: [String?]) {
        for name in next.listed(names) {
            let input = ["inputName": JSONValue.text(name)]
            // A picture is an input, too: it has no mute.
            add("GetInputMute", input) { things, data in
                things.next.inputs.append(OBSFindings.Input(name: name, isMuted: data.flag("inputMuted")))
                things.planSound(input, at: things.next.inputs.count - 1)
            }
            planFilters(of: name)
        }
    }

    private func planSound(_ input: [String: JSONValue], at place: Int) {
        add("GetInputVolume", input) { $0.next.inputs[place].level = $1.number("inputVolumeDb") }
        add("GetInputAudioBalance", input) { $0.next.inputs[place].balance = $1.number("inputAudioBalance") }
        add("GetInputAudioSyncOffset", input) { $0.next.inputs[place].offset = $1.number("inputAudioSyncOffset") }
        add("GetInputAudioMonitorType", input) { $0.next.inputs[place].monitoring = $1.text("monitorType") }
    }

    private func planScenes(_ names: [String?], _ list: String) {
        for name in next.listed(names) {
            add(list, ["sceneName": .text(name)]) { $0.next.note(items: $1.list("sceneItems").map { OBSData($0) }, of: name) }
            planFilters(of: name)
        }
    }

    private func planFilters(of source: String) {
        add("GetSourceFilterList", ["sourceName": .text(source)]) { things, data in
            for kind in things.next.note(filters: data.list("filters").map { OBSData($0) }, of: source) {
                // OBS leaves out settings that nobody has changed.
                things.add("GetSourceFilterDefaultSettings", ["filterKind": .text(kind)]) {
                    $0.next.defaults[kind] = $1.data("defaultFilterSettings")
                }
            }
        }
    }
}
