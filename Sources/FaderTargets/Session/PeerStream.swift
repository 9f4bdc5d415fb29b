internal import FaderValues
internal import Glibc
internal import NIOCore
internal import NIOPosix

/// How connections over TCP are opened, how fast they are read, and what people are told when one fails.
enum PeerStream {
    /// Gives up after five seconds without an answer. With keep-alive, the kernel notices a pulled cable without a wake-up here, but not
    /// while there is something to send all the time: `unanswered` is for how long that may be unacknowledged.
    static func bootstrap(on loop: any EventLoop, unanswered: Duration? = nil) -> ClientBootstrap {
        let bootstrap = ClientBootstrap(group: loop).connectTimeout(.seconds(5)).channelOption(.socketOption(.so_keepalive), value: 1)
            .channelOption(.tcpOption(.init(rawValue: TCP_KEEPIDLE)), value: 20)
            .channelOption(.tcpOption(.init(rawValue: TCP_KEEPINTVL)), value: 5)
            .channelOption(.tcpOption(.init(rawValue: TCP_KEEPCNT)), value: 3).channelOption(.tcpOption(.tcp_nodelay), value: 1)
        guard let unanswered else { return bootstrap }
        let milliseconds = SocketOptionValue(unanswered / .milliseconds(1))
        return bootstrap.channelOption(.tcpOption(.init(rawValue: TCP_USER_TIMEOUT)), value: milliseconds)
    }

    static func words(of error: any Error) -> String {
        switch error {
        case let error as IOError: String(errno: error.errnoCode)
        case let error as NIOConnectionError: error.connectionErrors.first.map { words(of: $0.error) } ?? "it cannot be reached"
        case ChannelError.connectTimeout: "it does not answer"
        case ChannelError.eof, ChannelError.ioOnClosedChannel, ChannelError.inputClosed: "the connection was closed"
        default: "\(error)"
        }
    }
}

/// A peer that sends more than is read has to wait. Owned by the event loop.
struct ReadAllowance {
    /// How many bytes may be read per `rest`.
    static let bytes = 512 << 10
    private static let rest = TimeAmount.milliseconds(100)
    /// The cost of a message in addition to its bytes.
    private static let fee = 100
    private var readBytes = 0
    private var since = NIODeadline.uptimeNanoseconds(0)

    mutating func count(_ bytes: Int, on channel: any Channel) {
        if .now() - since > Self.rest { (readBytes, since) = (0, .now()) }
        readBytes += bytes + Self.fee
        guard readBytes > Self.bytes else { return }
        readBytes = 0
        channel.setOption(.autoRead, value: false).whenFailure { _ in channel.close(promise: nil) }
        channel.eventLoop.scheduleTask(deadline: since + Self.rest) {
            channel.setOption(.autoRead, value: true).whenFailure { _ in channel.close(promise: nil) }
        }
    }
}
