internal import FaderAPI
internal import NIOHTTP1

/// Why the server itself refuses a request or cannot answer it.
enum HTTPFailure: Error, Equatable {
    case malformed(String)
    case forbidden(String)
    /// The token or key is missing or wrong.
    case unauthorized(isWrong: Bool)
    /// The key is unknown, but the file of keys could not be read.
    case keysUnreadable(String)
    case notFound
    case methodNotAllowed(allow: [String])
    case tooSlow
    case bodyTooLarge(limit: Int)
    case unsupportedMediaType
    case expectationFailed
    case transferCodingUnknown
    case headTooLarge(limit: Int)
    case tooManyStreams(limit: Int)
    case tooManyConnections
    /// The key of a page has used its share.
    case tooManyOfKey(String, limit: Int)
    case revoked
    case tooManySessions(limit: Int)
    case unknownSession
    case versionNotSupported
    case internalError(String)

    var status: HTTPResponseStatus {
        switch self {
        case .malformed: .badRequest
        case .forbidden: .forbidden
        case .unauthorized: .unauthorized
        case .notFound: .notFound
        case .methodNotAllowed: .methodNotAllowed
        case .tooSlow: .requestTimeout
        case .bodyTooLarge: .payloadTooLarge
        case .unsupportedMediaType: .unsupportedMediaType
        case .expectationFailed: .expectationFailed
        case .transferCodingUnknown: .notImplemented
        case .headTooLarge: .requestHeaderFieldsTooLarge
        case .tooManyStreams, .tooManyConnections, .tooManySessions, .keysUnreadable: .serviceUnavailable
        case .tooManyOfKey: .tooManyRequests
        case .unknownSession, .revoked: .conflict
        case .versionNotSupported: .httpVersionNotSupported
        case .internalError: .internalServerError
        }
    }

    var detail: String {
        switch self {
        case .malformed(let sentence), .forbidden(let sentence), .internalError(let sentence): sentence
        case .unauthorized(let isWrong):
            "\(isWrong ? "this token or key is not in force" : "this address needs a token"); a program sends \"Authorization: Bearer TOKEN\" "
                + "with the token that \"faderctl token show\" prints, and \"faderctl web\" opens a page with a new key"
        case .keysUnreadable(let problem): "this key cannot be checked: \(problem)"
        case .notFound: "there is nothing at this path; \(Routes.getDescription.path()) lists what there is"
        case .methodNotAllowed(let allow): "this path takes \(allow.joined(separator: ", ")) only"
        case .tooSlow: "the request did not arrive in time; send it in one go"
        case .bodyTooLarge(let limit): "the body is too long: a request may have at most \(limit) bytes"
        case .unsupportedMediaType: "the body must be JSON; send the header \"Content-Type: application/json\""
        case .expectationFailed: "the only supported value of \"Expect\" is 100-continue"
        case .transferCodingUnknown: "the only supported transfer coding is chunked"
        case .headTooLarge(let limit): "the request line and headers are larger than \(limit) bytes; send smaller ones"
        case .tooManyStreams(let limit): "\(limit) event streams are open, which is the limit; close one and try again"
        case .tooManyOfKey(let what, let limit): "\(limit) \(what) of this key are open, which is its share; close one and try again"
        case .tooManyConnections: "there is no room for another connection, and all are busy; close one and try again"
        case .revoked: "the key that was registered on this connection was revoked; make a new one at random"
        case .tooManySessions(let limit):
            "\(limit) sessions are open, which is the limit; one ends soon after its last stream, so try again"
        case .unknownSession:
            "no session has that name, or it has ended; open \(Routes.watchChanges.path())?session=new and use the name that its first event gives"
        case .versionNotSupported: "faderd speaks HTTP/1.1 only, and so must a proxy before it (nginx: proxy_http_version 1.1)"
        }
    }

    private var kind: Problem.Kind? {
        switch self {
        case .unknownSession: .unknownSession
        case .tooManyConnections: .tooManyConnections
        case .revoked: .revokedKey
        default: nil
        }
    }

    var response: Response {
        let title = self == .unknownSession ? "Unknown session" : status.reasonPhrase
        var response = Response(problem: Problem(kind, title: title, status: Int(status.code), detail: detail))
        switch self {
        case .methodNotAllowed(let allow): response.headers.append(("Allow", allow.joined(separator: ", ")))
        case .unauthorized(let isWrong):
            response.headers.append(("WWW-Authenticate", isWrong ? "Bearer error=\"invalid_token\"" : "Bearer"))
        default: break
        }
        return response
    }
}

extension Response {
    init(_ resource: some WireContent) {
        do throws(WireError) {
            self.init(try resource.encode())
        } catch {
            self = HTTPFailure.internalError("the answer cannot be put into JSON: \(error)").response
        }
    }
}
