import NIOCore
import NIOPosix

/// Clients that ask for a stream and never read from it.
struct Stalled: Sendable {
    let service: RunningService
    let size: Load.Size

    /// Edits while they do not read; returns what they cost.
    func run(_ editor: Editor, _ ids: [String]) async throws -> String {
        let count = max(1, min(100, size.streams / 10))
        let position = try await editor.board().position
        let before = service.figures
        let kernelBefore = ProcessFigures.kernelMemory
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let bootstrap = ClientBootstrap(group: group)
            .channelOption(ChannelOptions.autoRead, value: false)
            .channelOption(ChannelOptions.socketOption(.so_rcvbuf), value: 4_096)
        var channels: [any Channel] = []
        for _ in 0..<count {
            channels.append(try await bootstrap.connect(host: "127.0.0.1", port: service.address.port).get())
        }
        let request = "GET /events?since=\(position) HTTP/1.1\r\nHost: 127.0.0.1:\(service.address.port)\r\n\r\n"
        for channel in channels { try await channel.writeAndFlush(ByteBuffer(string: request)).get() }
        let seconds = min(size.seconds, 5)
        let rate = size.rate
        let edits = try await within(3 * seconds + 30, "editing with clients that do not read") {
            try await editor.edit(ids, rate: rate, seconds: seconds)
        }
        let memory = service.figures.memory - before.memory
        let kernel = ProcessFigures.kernelMemory - kernelBefore
        let ports = Set(channels.compactMap { $0.localAddress?.port })
        let queued = ProcessFigures.queuedBytes(server: service.address.port, clients: ports)
        for channel in channels { channel.close(promise: nil) }
        try await group.shutdownGracefully()
        return """
            \(count) clients that do not read: each takes \(memory / count / 1_024) KiB in the server (with the states of \
            \(edits.count) edits that its history keeps meanwhile); \(queued / count / 1_024) KiB wait in the kernel, whose \
            buffers have grown by \(kernel / count / 1_024) KiB; with them, \(edits.text)\n
            """
    }
}
