import NIOCore
import NIOHTTP1
import NIOPosix

// How large a static program is that uses of SwiftNIO what FaderKit uses: an HTTP client on a Unix socket.
@main
struct Program {
    static func main() async throws {
        let loop = MultiThreadedEventLoopGroup.singleton
        let wire = try await ClientBootstrap(group: loop).connect(unixDomainSocketPath: "/run/nothing") { channel in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHTTPClientHandlers()
                return try NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart>(wrappingChannelSynchronously: channel)
            }
        }
        try await wire.executeThenClose { inbound, outbound in
            try await outbound.write(.head(HTTPRequestHead(version: .http1_1, method: .GET, uri: "/")))
            try await outbound.write(.end(nil))
            for try await part in inbound { print(part) }
        }
    }
}
