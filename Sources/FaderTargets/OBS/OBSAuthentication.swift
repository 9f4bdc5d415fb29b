internal import FaderValues

/// The answer to OBS's password challenge (obs-websocket, docs/generated/protocol.md, "Creating an authentication string").
enum OBSAuthentication {
    struct Challenge: Equatable {
        let salt: String
        let challenge: String
    }

    static func answer(to question: Challenge, password: String) -> String {
        let secret = Base64.text(SHA256.hash(Array((password + question.salt).utf8)))
        return Base64.text(SHA256.hash(Array((secret + question.challenge).utf8)))
    }
}
