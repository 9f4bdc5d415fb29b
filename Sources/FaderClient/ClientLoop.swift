internal import NIOPosix

/// The event loop of all connections, with one thread. NIO's own group would start a thread for each processor.
enum ClientLoop {
    static let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
}
