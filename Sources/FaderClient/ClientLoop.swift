internal import NIOPosix

/// The event loop of all connections: one thread. NIO's own group would start one for each processor.
enum ClientLoop {
    static let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
}
