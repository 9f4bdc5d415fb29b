internal import CMosquitto
internal import FaderValues
internal import Glibc

extension MQTTPeerSpec {
    /// The reason for a code of libmosquitto. To be called at once, because it may be about `errno`.
    func reason(_ code: Int32) -> String {
        let error = errno
        switch code {
        case Int32(CMOSQUITTO_ERRNO) where error == EAFNOSUPPORT: return NetworkPermission.missing
        case Int32(CMOSQUITTO_ERRNO) where error == EPERM: return NetworkPermission.forbidden
        case Int32(CMOSQUITTO_ERRNO): return String(errno: error)
        case Int32(CMOSQUITTO_EAI): return "the name \(host) is not known"
        default: return unsafe String(cString: cmosquitto_error(code)).trimmedEnd
        }
    }

    /// A wrong user or password, and a client that may not connect (MQTT 3.1.1, section 3.2.2.3).
    private static let notAllowed: ClosedRange<Int32> = 4...5

    /// The broker does not let faderd in. Never with the password.
    func refusal(_ code: Int32) -> String {
        let text = unsafe String(cString: cmosquitto_refusal(code)).trimmedEnd
        guard Self.notAllowed.contains(code) else { return "the broker says: \(text)" }
        guard let user else {
            return "the broker asks for a user: give this entry of targets a user and a password-file (it says: \(text))"
        }
        let password = password.map { "with the password in \($0.name.withoutControls())" } ?? "without a password-file"
        return "the broker refuses the user \(user.withoutControls()) \(password) (it says: \(text))"
    }

    /// MQTT 3.1.1 does not report it: of two clients with one id, the broker ends the older connection.
    func takeover(of id: String) -> String {
        let user = user.map { ", or the user \($0.withoutControls()) if it makes ids of users" } ?? ""
        return "the broker ends each connection soon after it begins, as it does if another client uses the id \(id)\(user)"
    }
}

extension String {
    fileprivate var trimmedEnd: String { hasSuffix(".") ? String(dropLast()) : self }
}
