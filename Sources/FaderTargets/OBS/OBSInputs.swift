internal import FaderJSON

/// The inputs of an OBS that can be heard, in its order. Asked for when somebody wants to see them. Owned by the event loop.
final class OBSInputs {
    /// Their names; empty while they are not known.
    private(set) var names: [String] = []
    /// The questions that are not answered yet belong to this look.
    private var look = 0
    private var isFresh = false

    private static let most = 64

    func forget() { (names, isFresh, look) = ([], false, look + 1) }

    /// An event of OBS: the next look asks again if the inputs may be others.
    func handle(_ type: String) {
        if ["InputCreated", "InputRemoved", "InputNameChanged", "CurrentSceneCollectionChanged"].contains(type) { isFresh = false }
    }

    /// - Parameter ask: makes a request with its data.
    func look(_ ask: @escaping (String, String?, @escaping OBSSession.Answer) -> Void) {
        guard !isFresh else { return }
        (isFresh, look) = (true, look + 1)
        let number = look
        ask("GetInputList", nil) { [weak self] result in
            guard let self, number == look else { return }
            guard case .success(let data) = result else { return isFresh = false }
            let all = data.list("inputs").compactMap { OBSData($0).text("inputName") }.prefix(Self.most)
            var heard: Set<String> = []
            names = names.filter(all.contains)
            // A picture is an input, too: it has no mute.
            for input in all {
                ask("GetInputMute", JSONValue.object(["inputName": .text(input)]).rendered) { [weak self] result in
                    guard let self, number == look, case .success = result else { return }
                    heard.insert(input)
                    names = all.filter(heard.contains)
                }
            }
        }
    }
}
