import NIOCore
import NIOPosix

/// Clients that ask for a stream and never read from it.
struct Stalled: Sendable {
    let load: Load

    /// Edits while they do not read; returns what they cost.
    func run(_ ids: [String]) async throws -> String {
        let count = max(1, min(100, load.streams / 10))
        let before = try await Requests.use(load.address) { try await Server(&$0) }
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let bootstrap = ClientBootstrap(group: group)
            .channelOption(ChannelOptions.autoRead, value: false)
            .channelOption(ChannelOptions.socketOption(.so_rcvbuf), value: 4_096)
        let channels = try await load.connect(bootstrap, count: count)
        let request = ByteBuffer(string: load.streamRequest(since: before.position))
        for channel in channels { try await channel.writeAndFlush(request).get() }
        let edits = try await load.edit(ids, seconds: min(load.seconds, 5))
        let after = try await Requests.use(load.address) { try await Server(&$0) }
        let ports = Set(channels.compactMap { $0.localAddress?.port })
        let queued = OwnFigures.queuedBytes(server: load.address.port, clients: ports)
        for channel in channels { channel.close(promise: nil) }
        try await group.shutdownGracefully()
        return """
            \(count) clients that do not read: \((after.memory - before.memory) / count / 1_024) KiB each in the server, \
            with the states of \(edits.count) edits that its history keeps meanwhile; \
            \(queued / count / 1_024) KiB each in the kernel
            \(edits.text) with them\n
            """
    }
}
