enum KnownProfiles {
    /// The profiles that the daemon sees; if none runs, those that a daemon started here would see.
    static func all(_ client: DaemonClient) async throws -> [ProfileResource] {
        do {
            return try await client.profiles()
        } catch {
            guard case .notRunning = error else { throw error }
        }
        return try ConfigCheck().profiles()
    }

    static func named(_ name: String, _ client: DaemonClient) async throws -> ProfileResource {
        do {
            if let profile = try await client.profile(name) { return profile }
        } catch {
            guard case .notRunning = error else { throw error }
        }
        let all = try await all(client)
        if let profile = all.first(where: { $0.name == name }) { return profile }
        throw Failure(noProfile: name, of: all)
    }
}
