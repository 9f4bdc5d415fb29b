internal import FaderAPI
internal import FaderSystem
internal import FaderValues
internal import Glibc

/// The keys in force. Each ends with the session that registered it at the latest; one that lasts belongs to none, and is kept in a file.
/// Of each there is only the SHA-256. Owned by the event loop.
final class Keys {
    private struct Key {
        let digest: [UInt8]
        /// The session that it ends with; nil if it lasts.
        let session: SessionID?
        let resource: KeyResource
    }

    static let most = 64

    /// Programs may send it on the Unix socket as well; nil without `--listen`.
    let token: AccessToken?
    private var keys: [String: Key] = [:]
    /// Where those that last are kept; nil where none is.
    private let file: KeyFile?
    /// Whether the file is being written. Keys are saved one after the other.
    private var isSaving = false
    /// Oldest first. A session that has not noticed must not bring a revoked key back.
    private var revoked: [[UInt8]] = []
    /// `revokedFrom` is the session that the key was taken from.
    private let ended: (_ name: String, _ revokedFrom: SessionID?) -> Void

    init(token: AccessToken?, file: KeyFile?, ended: @escaping (_ name: String, _ revokedFrom: SessionID?) -> Void) {
        (self.token, self.file, self.ended) = (token, file, ended)
        for (name, entry) in file?.entries ?? [:] {
            let resource = KeyResource(
                name: name, page: entry.follow == true ? nil : entry.page, since: entry.since, process: nil, isLasting: true,
                isOfFollower: entry.follow == true)
            keys[name] = Key(digest: SHA256.bytes(entry.sha256), session: nil, resource: resource)
        }
    }

    /// By name.
    var resources: [KeyResource] { keys.values.map(\.resource).sorted { $0.name < $1.name } }

    /// Why the file of lasting keys could not be read: an unknown key may be one of them.
    var problem: ServerError? { file?.problem }

    /// Nil if the key allows everything, or is not in force.
    func page(of name: String) -> String? { keys[name]?.resource.page }

    /// Whether a key is that of a second machine.
    func isOfFollower(_ name: String) -> Bool { keys[name]?.resource.allows == .follow }

    func hold(_ session: SessionID) -> Bool { keys.values.contains { $0.session == session } }

    /// Nil if it is no key in force. Every key is compared, so that the time gives nothing away.
    func name(of shown: [UInt8]) -> String? {
        let digest = SHA256.hash(shown)
        var found: String?
        for (name, key) in keys where BearerToken.isSame(digest, key.digest) { found = name }
        return found
    }

    /// The same name and key again become the new session's.
    func add(_ request: KeyRequest, of session: SessionID, process: Int?) throws(ServiceError) -> KeyResource {
        let digest = try free(request)
        let resource = KeyResource(
            name: request.name, page: request.page, since: WallTime.text(Double(time(nil))), process: process,
            isOfFollower: request.isOfFollower)
        keys[request.name] = Key(digest: digest, session: session, resource: resource)
        return resource
    }

    /// Registers a key that lasts. It is in force once it is on the disk.
    @Owner
    func addLasting(_ request: KeyRequest) async throws(ServiceError) -> KeyResource {
        let digest = try free(request)
        guard keys[request.name] == nil else { throw .conflict("the key \"\(request.name)\" is in force already; revoke it first") }
        let resource = KeyResource(
            name: request.name, page: request.page, since: WallTime.text(Double(time(nil))), process: nil, isLasting: true,
            isOfFollower: request.isOfFollower)
        let key = Key(digest: digest, session: nil, resource: resource)
        var after = keys
        after[request.name] = key
        try await save(after)
        keys[request.name] = key
        return resource
    }

    /// Throws if there is no room for the key, or if its name or it itself is taken by something else.
    private func free(_ request: KeyRequest) throws(ServiceError) -> [UInt8] {
        let bytes = Array(request.key.utf8), digest = SHA256.hash(bytes)
        guard !revoked.contains(where: { BearerToken.isSame(digest, $0) }) else { throw .revokedKey }
        if let former = keys[request.name] {
            guard BearerToken.isSame(digest, former.digest) else {
                throw .conflict("there is another key with the name \"\(request.name)\"; choose another name, or revoke that key")
            }
            let isOfFollower = former.resource.allows == .follow
            guard former.resource.page == request.page, isOfFollower == request.isOfFollower, former.session != nil else {
                throw .conflict("this key is in force for something else; make a new one at random")
            }
        } else {
            guard name(of: bytes) == nil else { throw .conflict("this key is in force under another name; make a new one at random") }
            guard keys.count < Self.most else {
                throw .unavailable("\(Self.most) keys are in force, which is the limit; revoke one with \"faderctl token revoke\"")
            }
        }
        return digest
    }

    /// Ends a key at once. If it lasts, it is gone from the disk, too, when this returns.
    @Owner
    func revoke(_ name: String) async throws(ServiceError) -> KeyResource {
        guard let key = keys[name] else { throw .unknownKey(name) }
        guard key.session != nil || !isSaving else { throw Self.busy }
        keys[name] = nil
        revoked = revoked.suffix(Self.most - 1) + [key.digest]
        ended(name, key.session)
        guard key.session == nil else { return key.resource }
        do throws(ServiceError) { try await save(keys) } catch {
            throw .unavailable("\(name) is refused from now on, but comes back when faderd starts again: \(error.problem.detail)")
        }
        return key.resource
    }

    private static let busy = ServiceError.unavailable("another key is being saved; try again")

    /// Writes those that last to the disk, which may be slow.
    @Owner
    private func save(_ keys: [String: Key]) async throws(ServiceError) {
        guard let file else { throw .unavailable("this daemon keeps no keys") }
        if let problem = file.problem { throw .unavailable("\(problem)") }
        guard !isSaving else { throw Self.busy }
        isSaving = true
        defer { isSaving = false }
        let entries = keys.filter { $0.value.session == nil }.mapValues { key in
            KeyFile.Entry(
                page: key.resource.page ?? "", sha256: SHA256.hexadecimal(of: key.digest), since: key.resource.since,
                follow: key.resource.allows == .follow ? true : nil)
        }
        let saved = await SeparateThread.run { Result { () throws(ServerError) in try file.write(entries) } }
        do throws(ServerError) { try saved.get() } catch { throw .unavailable("the keys could not be saved: \(error)") }
    }

    /// Ends the keys of a session that has ended.
    func removeAll(of session: SessionID) {
        for (name, key) in keys where key.session == session {
            keys[name] = nil
            ended(name, nil)
        }
    }
}
