package import FaderAPI
package import FaderLoops

/// What renders a long answer, on any thread, from values that it was made with.
public typealias Rendering<Answer> = @Sendable () -> Answer

/// What the HTTP server needs from the daemon.
///
/// The methods run on the loop that also serves HTTP, so they must not block it. An `async` method may suspend, and other requests go on
/// meanwhile. Changes go the other way: the daemon publishes them to the `EventHub` that it shares with the server. A `ViewerRequest`
/// determines how numbers are written and read; if it names an unknown locale, the request is `refused`.
@Owner
package protocol FaderService: Sendable {
    /// What the daemon answers itself.
    var endpoints: [Endpoint] { get }
    /// How the daemon is doing. The server fills in `connections` and `listen`.
    func status() async -> StatusResource
    /// Throws `refused` for an unknown locale.
    func accept(_ viewer: ViewerRequest) throws(ServiceError)
    /// What the key of a page may see now.
    func contents(ofPage name: String) -> PageContents
    /// All parameters and surfaces at one moment, for a viewer that was accepted; of a page (else nil) only what its key may see.
    func state(for viewer: ViewerRequest, ofPage page: String?) -> Rendering<StatePicture>
    /// What changed after `stamp`, which comes from the whole state or from an earlier batch. Nil if the configuration in force
    /// is not that of `generation`, or if changes that belong together are still coming in; in both cases the hub reports news when a batch
    /// can be fetched again.
    func batch(since stamp: UInt64, generation: UInt64, of filter: StreamFilter, for viewer: ViewerRequest) -> Batch?
    /// Sets which MIDI messages are read by somebody; only those have to be published to the hub. Calls do not overlap.
    func setMonitoring(_ scope: MonitorScope) async
    /// Has `EventHub.publish(levels:)` called for exactly these from now on.
    func follow(levels: [LevelWish])
    /// What a session holds that ends with it; virtual fingers do not count.
    func holding(of session: SessionID) -> SessionHolding
    /// Ends the edits, declarations, gestures, loans and fingers of a session that has ended. Called for every named session, and for
    /// others if they hold something. No call for the session follows.
    func ended(_ session: SessionID) async
}

/// The parameters of which a stream wants to know how loud it is at their targets.
public struct LevelWish: Sendable, Equatable {
    /// Their ids.
    package let ids: Set<String>
    /// The page whose key the stream has, and of which they have to be; nil: they may be any.
    package let page: String?
}

/// Which MIDI messages are reported.
public enum MonitorScope: Sendable, Equatable, Comparable {
    /// No messages.
    case off
    /// Messages of the surfaces.
    case surfaces
    /// Messages of all controllers, whether they belong to a surface or not.
    case all
}
