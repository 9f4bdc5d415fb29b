internal import FaderValues

/// Makes the answer to the password challenge of OBS (obs-websocket, docs/generated/protocol.md, "Creating an authentication string").
enum OBSAuthentication {
    /// The challenge in the greeting of OBS when it needs a password.
    struct Challenge: Equatable {
        let salt: String
        let challenge: String
    }

    static func answer(to question: Challenge, password: String) -> String {
        let secret = Base64.text(SHA256.hash(Array((password + question.salt).utf8)))
        return Base64.text(SHA256.hash(Array((secret + question.challenge).utf8)))
    }
}
