package import FaderAPI
package import FaderSystem

/// What the HTTP server needs from the daemon.
///
/// The methods run on the loop that also serves HTTP, so they must not block it. An `async` method may suspend, and other requests go on meanwhile. For
/// changes, the daemon calls the server: it publishes them to the shared `EventHub`. A `ViewerRequest` determines how numbers are written and read; if it names
/// an unknown locale, the request is `refused`.
@Owner
package protocol FaderService: Sendable {
    /// The endpoints of the daemon.
    var endpoints: [Endpoint] { get }
    /// How the daemon is doing. The server fills in `connections` and `listen`.
    func status() async -> StatusResource
    /// Throws `refused` for an unknown locale.
    func accept(_ viewer: ViewerRequest) throws(ServiceError)
    /// What the key of a page may see now.
    func contents(ofPage name: String) -> PageContents
    /// All parameters and surfaces at one moment, for a viewer that was accepted. With a page, only what its key may see.
    func state(for viewer: ViewerRequest, ofPage page: String?) -> Rendering<StatePicture>
    /// The changes after `stamp`, which comes from the whole state or from an earlier batch. Nil if the configuration in force is not that of `generation`, or
    /// if changes that belong together are still coming in. In both cases an event of the hub follows when a batch can be fetched again.
    func batch(since stamp: UInt64, generation: UInt64, of filter: StreamFilter, for viewer: ViewerRequest) -> Batch?
    /// Sets which MIDI messages have to be published to the hub, because somebody reads them. Calls do not overlap.
    func setMonitoring(_ scope: MonitorScope) async
    /// From now on publishes these levels and no others to the hub.
    func follow(levels: [LevelWish])
    /// What a session holds that ends with it, not counting virtual fingers.
    func holding(of session: SessionID) -> SessionHolding
    /// Ends the edits, declarations, gestures, loans and fingers of a session that has ended. Called for every named session, and for
    /// others if they hold something. No call for the session follows.
    func ended(_ session: SessionID) async
}
