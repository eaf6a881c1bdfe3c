import DataSources
import DataSourcesWire
import Foundation
import TestKit
import Testing

/// The example of the article with a real socket: the only tests here that wait in real time.
@Suite(.timeLimit(.minutes(5)))
struct ServingOverASocketTests {
    typealias Board = SectionedSnapshot<ServingASource.Column, ServingASource.Card>

    private let example = ServingOverASocket()
    private let path = FileManager.default.temporaryDirectory
        .appendingPathComponent("\(UUID().uuidString.prefix(8)).sock").path

    /// Serves a feed to all who connect, until the task is cancelled.
    private func serve(
        _ feed: Feed<SectionedSource<ServingASource.Column, ServingASource.Card>>, on listener: Socket,
        noting sockets: Shared<[Socket]>
    ) async throws {
        try await withThrowingDiscardingTaskGroup { @Sendable group in
            for try await socket in listener.connections {
                sockets.change { $0.append(socket) }
                group.addTask { try? await example.serve(socket, from: feed) }
            }
        }
    }

    @Test func `a replica follows its source through a socket, and goes on when the connection breaks`() async throws {
        let title = String(repeating: "a long title ", count: 20)
        let cards = (0..<2_000).map { ServingASource.Card(id: $0, title: title) }
        let source = try SectionedSource([ItemSection(ServingASource.Column(id: 1), items: cards)])
        let feed = Feed(of: source)
        let listener = try Socket.listen(at: path)
        defer { unlink(path) }
        let (replica, sockets) = (Replica<Board>(), Shared<[Socket]>([]))
        async let served: Void = serve(feed, on: listener, noting: sockets)
        async let followed: Void = example.follow(replica, at: path)

        // About half a megabyte, in reads of 16 KiB at most.
        #expect(try await replica.synced(within: .seconds(240)) == source.snapshot)
        try await source.updateItem(id: 7) { $0.title = "renamed" }
        try await expectShown(source.snapshot, by: replica)
        for number in 1...3 {
            sockets.value.last?.end()
            try await source.updateItem(id: 7) { $0.title = "renamed \(number)" }
            try await expectShown(source.snapshot, by: replica)
            #expect(sockets.value.count == number + 1)
        }
        #expect(feed.statistics.wholeStatesSent == 1)

        await source.finish()
        try await followed
        #expect(replica.snapshot == source.snapshot)
        listener.end()
        do { try await served } catch is Socket.Failure {}
    }

    private func expectShown(_ state: Board, by replica: Replica<Board>) async throws {
        let subscription = replica.subscribe()
        if subscription.snapshot == state { return }
        for await update in subscription where update.after == state { return }
        Issue.record("The replica has ended.")
    }

    @Test func `the reads themselves are refused at once, with what to do`() async throws {
        let source = SectionedSource<ServingASource.Column, ServingASource.Card>()
        let feed = Feed(of: source)
        let listener = try Socket.listen(at: path)
        defer { unlink(path) }
        let sockets = Shared<[Socket]>([])
        async let served: Void = serve(feed, on: listener, noting: sockets)
        let replica = Replica<Board>()
        let error = await #expect(throws: WireError.self) {
            try await replica.run(as: .binary) { _ in
                if !sockets.value.isEmpty { throw ReplicaRefusal("connected again") }
                let socket = try await Socket.connect(to: path)
                try await socket.write(Framing.lengthPrefixed.framed([]))
                return socket.reads
            }
        }
        #expect(error?.code == .misframed)
        #expect(sockets.value.count == 1)
        listener.end()
        do { try await served } catch is Socket.Failure {}
    }

    @Test func `a pipeline pushes bytes`() async throws {
        let (frames, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        var receiver = ServingOverASocket.Receiver(frames: continuation)
        for byte in Framing.lengthPrefixed.framed([7, 8]) + Framing.lengthPrefixed.framed([9]) {
            try receiver.received([byte])
        }
        continuation.finish()
        #expect(await frames.reduce(into: []) { $0.append($1) } == [[7, 8], [9]])
    }
}
