import DataSourcesWire

/// The frames of a list from a relay.
struct FrameStream: AsyncSequence, Sendable {
    typealias Element = [UInt8]

    let socket: Socket

    /// Connects to a relay, which may be silent for so long: it sends heartbeats more often.
    static func open(_ address: Address, source: Int, since position: FeedPosition?, limit: Duration) async throws
        -> Self
    {
        try await Worker.once {
            let socket = try Socket.connect(to: address, within: .seconds(2))
            socket.setLimit(limit)
            try socket.send(Request.follow(source: source, since: position).bytes)
            return FrameStream(socket: socket)
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(socket: socket, worker: Worker()) }

    struct AsyncIterator: AsyncIteratorProtocol {
        let socket: Socket
        let worker: Worker

        mutating func next() async throws -> [UInt8]? {
            let (socket, worker) = (socket, worker)
            return try await withTaskCancellationHandler { @Sendable in
                try await worker.run { try socket.receive() }
            } onCancel: {
                socket.end()
            }
        }
    }
}
