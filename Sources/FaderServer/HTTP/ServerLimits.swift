internal import FaderAPI
internal import Glibc
internal import NIOCore

/// The limits for clients.
public struct ServerLimits: Sendable, Equatable {
    /// Connections at a time, on both transports together. Never more than the descriptors allow.
    public var connections: Int
    /// Event and monitor streams among them.
    public var streams: Int
    /// Named sessions, those whose stream has just closed among them.
    public var sessions: Int
    /// How long a named session lives without a stream, in milliseconds.
    public var sessionGrace: Int64
    /// Bytes of a request's body.
    public var bodySize: Int
    /// Bytes of an import's body, which holds every value and snapshot: as many as the state file may have, so that every export can be
    /// imported again.
    public var importSize: Int
    /// Bytes of a request's line and headers.
    public var headSize: Int
    /// How long a request may take to arrive, in milliseconds.
    public var requestTime: Int64
    /// How long a connection may lie idle, in milliseconds.
    public var idleTime: Int64
    /// How often an open stream gets a comment that shows that its connection still stands, in milliseconds.
    public var heartbeat: Int64
    /// How long after the last request the daemon rests, in milliseconds.
    public var restTime: Int64

    /// The limits of the contract.
    public init(
        connections: Int = 64, streams: Int = 16, sessions: Int = 64, sessionGrace: Int64 = 5_000, bodySize: Int = 64 * 1024,
        importSize: Int = 64 * 1024 * 1024,
        headSize: Int = 16 * 1024, requestTime: Int64 = 10_000,
        idleTime: Int64 = 60_000, heartbeat: Int64 = 15_000, restTime: Int64 = 10_000
    ) {
        self.restTime = restTime
        self.heartbeat = heartbeat
        self.connections = connections
        self.streams = streams
        self.sessions = sessions
        self.sessionGrace = sessionGrace
        self.bodySize = bodySize
        self.importSize = importSize
        self.headSize = headSize
        self.requestTime = requestTime
        self.idleTime = idleTime
    }

    /// Bytes of a body sent to a path.
    func largestBody(path: String) -> Int { path == Routes.importing.row.template ? importSize : bodySize }

    /// Descriptors kept free: for those that the start has yet to open, for saving the state, for rereading the config, and for a
    /// connection that is let in while another is being closed.
    private static let reserve = 9

    /// The connections that the process's descriptor limit allows: descriptors not in use yet, less the reserve.
    var allowedConnections: Int {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return connections }
        let most = Int(clamping: limit.rlim_cur)
        guard most < 1024 else { return connections }
        let taken = (0..<most).count { fcntl(Int32($0), F_GETFD) >= 0 }
        return max(1, min(connections, most - taken - Self.reserve))
    }
}
