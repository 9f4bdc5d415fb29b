internal import FaderAPI
internal import Glibc

public struct ServerLimits: Sendable, Equatable {
    /// Open at a time, on both transports together, and never more than the descriptors allow. A quarter is kept for the Unix socket.
    public var connections: Int
    /// Connections that are event or monitor streams. A quarter is kept for the Unix socket.
    public var streams: Int
    /// Named ones, including those whose stream has just closed.
    public var sessions: Int
    /// How long a named session lives without a stream, in milliseconds.
    public var sessionGrace: Int64
    /// Bytes.
    public var bodySize: Int
    /// Bytes of an import, or of what a leader sends to its follower. It is the limit of the state file, so that every export can be
    /// imported again.
    public var importSize: Int
    /// Bytes of a request's line and headers.
    public var headSize: Int
    /// Milliseconds in which a request has to arrive.
    public var requestTime: Int64
    /// Milliseconds.
    public var idleTime: Int64
    /// Milliseconds between two comments on an open stream.
    public var heartbeat: Int64

    /// The defaults are those that the API promises.
    public init(
        connections: Int = 256, streams: Int = 64, sessions: Int = 256, sessionGrace: Int64 = 5_000, bodySize: Int = 64 * 1024,
        importSize: Int = 64 * 1024 * 1024, headSize: Int = 16 * 1024, requestTime: Int64 = 10_000, idleTime: Int64 = 60_000,
        heartbeat: Int64 = 15_000
    ) {
        self.connections = connections
        self.streams = streams
        self.sessions = sessions
        self.sessionGrace = sessionGrace
        self.bodySize = bodySize
        self.importSize = importSize
        self.headSize = headSize
        self.requestTime = requestTime
        self.idleTime = idleTime
        self.heartbeat = heartbeat
    }

    /// In bytes.
    func largestBody(path: String) -> Int {
        [Routes.importing.row.template, Routes.follow.row.template].contains(path) ? importSize : bodySize
    }

    /// Descriptors kept free: for files that are opened later during the start, for the state, for the config, and for a connection that is
    /// accepted while another is being closed.
    private static let reserve = 9

    /// How many connections may be open. If there are fewer than 1024 descriptors: those that are not in use, less the reserve.
    var allowedConnections: Int {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return connections }
        let most = Int(clamping: limit.rlim_cur)
        guard most < 1024 else { return connections }
        let taken = (0..<most).count { fcntl(Int32($0), F_GETFD) >= 0 }
        return max(1, min(connections, most - taken - Self.reserve))
    }

    var streamsOverTCP: Int { streams - streams / 4 }
    /// How many streams and sessions the key of one page may have.
    static let (streamsOfKey, sessionsOfKey) = (4, 8)
    /// How many streams the keys of pages may have together. The rest is kept for everybody else.
    var streamsOfKeys: Int { streams / 2 }
    var sessionsOfKeys: Int { sessions / 2 }
}
