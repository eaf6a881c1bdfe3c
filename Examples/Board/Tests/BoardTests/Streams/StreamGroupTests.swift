import DataSources
import DataSourcesWire
import NIOCore
import NIOPosix
import Testing

@testable import BoardKit

@Suite(.timeLimit(.minutes(5))) struct StreamGroupTests {
    private static var eventLoop: any EventLoop { MultiThreadedEventLoopGroup.singleton.next() }

    @Test func `A view is released although it has had groups`() async throws {
        try await withTemporaryFile { path in
            let database = try await BoardDatabase(path: path)
            weak var released: BoardView?
            do {
                let view = BoardView(BoardQuery(), of: database, history: HistoryBounds())
                _ = view.group(on: Self.eventLoop)
                released = view
                #expect(released != nil)
            }
            #expect(released == nil)
            try await database.close()
        }
    }

    @Test func `A stream goes on alone when its task is cancelled, and when the view no longer runs`() async throws {
        try await withTemporaryFile { path in
            let database = try await BoardDatabase(path: path)
            let view = BoardView(BoardQuery(), of: database, history: HistoryBounds())
            let position = try #require(await view.feed.state().position)
            let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .bind(to: SocketAddress(ipAddress: "127.0.0.1", port: 0)).get()
            let address = try #require(listener.localAddress)
            let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton).connect(to: address)
                .get()
            let group = view.group(on: channel.eventLoop)
            await withTaskGroup(of: Void.self) { tasks in
                tasks.addTask { await view.run(FrameClock(pace: Pace()) { 1 }, heartbeat: .seconds(600)) }
                await view.waitUntilRunning()
                // Before it has joined, or afterwards: it comes back either way.
                for _ in 0..<100 {
                    await withTaskGroup(of: FeedPosition?.self) { streams in
                        streams.addTask { await group.follow(channel, from: position) }
                        streams.cancelAll()
                        for await left in streams { #expect(left == nil || left == position) }
                    }
                }
                async let left = group.follow(channel, from: position)
                view.retire()
                let end = await left
                #expect(end == nil || end == position)
            }
            // Nobody follows the view any more.
            #expect(await group.follow(channel, from: position) == position)
            try await channel.close()
            try await listener.close()
            try await database.close()
        }
    }
}
