internal import FaderAPI
internal import FaderValues
internal import Glibc

/// The keys in force. Each belongs to the session that registered it, and ends with it at the latest. Owned by the event loop.
final class Keys {
    private struct Key {
        let bytes: [UInt8]
        let session: SessionID
        let resource: KeyResource
    }

    /// The most keys at a time.
    static let most = 64

    /// The token, which programs may send on the Unix socket as well; nil without `--listen`.
    let token: AccessToken?
    private var keys: [String: Key] = [:]
    /// The keys that were revoked last, oldest first. A session that has not noticed must not bring one back.
    private var revoked: [[UInt8]] = []
    /// Called with the name of a key that has just ended, and with the session that it was taken from if it was revoked.
    private let ended: (_ name: String, _ revokedFrom: SessionID?) -> Void

    init(token: AccessToken?, ended: @escaping (_ name: String, _ revokedFrom: SessionID?) -> Void) {
        (self.token, self.ended) = (token, ended)
    }

    /// All keys, by name.
    var resources: [KeyResource] { keys.values.map(\.resource).sorted { $0.name < $1.name } }

    /// The page whose parameters a key allows; nil if it allows everything, or is not in force.
    func page(of name: String) -> String? { keys[name]?.resource.page }

    func hold(_ session: SessionID) -> Bool { keys.values.contains { $0.session == session } }

    /// The name of the key that a request shows; nil if that is no key in force. Every key is compared, so that the time gives nothing
    /// away.
    func name(of shown: [UInt8]) -> String? {
        var found: String?
        for (name, key) in keys where BearerToken.isSame(shown, key.bytes) { found = name }
        return found
    }

    /// Registers a key. The same name and key again become the new session's.
    func add(_ request: KeyRequest, of session: SessionID, process: Int?) throws(ServiceError) -> KeyResource {
        let bytes = Array(request.key.utf8)
        guard !revoked.contains(where: { BearerToken.isSame(bytes, $0) }) else { throw .revokedKey }
        if let former = keys[request.name] {
            guard BearerToken.isSame(bytes, former.bytes) else {
                throw .conflict("there is another key with the name \"\(request.name)\"; choose another name, or revoke that key")
            }
            guard former.resource.page == request.page else {
                throw .conflict("this key is in force for something else; make a new one at random")
            }
        } else {
            guard name(of: bytes) == nil else { throw .conflict("this key is in force under another name; make a new one at random") }
            guard keys.count < Self.most else {
                throw .unavailable("\(Self.most) keys are in force, which is the limit; revoke one with \"faderctl token revoke\"")
            }
        }
        let resource = KeyResource(name: request.name, page: request.page, since: WallTime.text(Double(time(nil))), process: process)
        keys[request.name] = Key(bytes: bytes, session: session, resource: resource)
        return resource
    }

    /// Ends a key.
    func revoke(_ name: String) throws(ServiceError) -> KeyResource {
        guard let key = keys.removeValue(forKey: name) else { throw .unknownKey(name) }
        revoked = revoked.suffix(Self.most - 1) + [key.bytes]
        ended(name, key.session)
        return key.resource
    }

    /// Ends the keys of a session that has ended.
    func removeAll(of session: SessionID) {
        for (name, key) in keys where key.session == session {
            keys[name] = nil
            ended(name, nil)
        }
    }
}
