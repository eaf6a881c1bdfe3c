import NIOCore
import NIOPosix

extension BoardClient {
    /// Sends bytes as they are, and reads until the server closes the connection.
    ///
    /// - Parameters:
    ///   - bytes: What is sent at once.
    ///   - more: What is sent again and again until the connection is closed.
    ///   - pause: The time before each.
    /// - Returns: What the server has answered.
    /// - Throws: An error of the system, if there is no connection.
    public func raw(_ bytes: String, thenAgain more: String? = nil, pause: Duration = .zero) async throws -> String {
        let channel = try await connect()
        return try await channel.executeThenClose { inbound, outbound in
            await withThrowingTaskGroup(of: Void.self) { @Sendable group in
                group.addTask {
                    try? await outbound.write(ByteBuffer(string: bytes))
                    guard let more else { return }
                    while !Task.isCancelled, (try? await outbound.write(ByteBuffer(string: more))) != nil {
                        if pause > .zero { try await Task.sleep(for: pause) }
                    }
                }
                var answer = ByteBuffer()
                do {
                    for try await var part in inbound {
                        answer.writeBuffer(&part)
                    }
                } catch {
                    // The server has closed it with bytes unread.
                }
                group.cancelAll()
                return String(buffer: answer)
            }
        }
    }

    /// Sends bytes, and closes the connection at once.
    public func sendAndDrop(_ bytes: String) async throws {
        let channel = try await bootstrap.connect(to: address).get()
        try? await channel.writeAndFlush(ByteBuffer(string: bytes)).get()
        try? await channel.close()
    }

    /// A connection.
    func connect(_ receiveBuffer: Int? = nil) async throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
        var bootstrap = bootstrap
        if let receiveBuffer {
            bootstrap = bootstrap.channelOption(
                ChannelOptions.socketOption(.so_rcvbuf), value: ChannelOptions.Types.SocketOption.Value(receiveBuffer))
        }
        return try await bootstrap.connect(to: address) { channel in
            channel.eventLoop.makeCompletedFuture {
                try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
            }
        }
    }

    private var bootstrap: ClientBootstrap {
        ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup).connectTimeout(.minutes(10))
    }

    private var address: SocketAddress {
        get throws { try SocketAddress(ipAddress: "127.0.0.1", port: port) }
    }
}
