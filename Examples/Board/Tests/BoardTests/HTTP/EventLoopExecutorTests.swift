import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import Board

@Suite struct EventLoopExecutorTests {
    /// What tasks have noted.
    private final class Notes: Sendable {
        let order = Mutex([Int]())
        let ranBefore = Mutex<Int?>(nil)
    }

    @Test func `Tasks run on the thread of the event loop, in their order, and others get their turn in between`()
        async throws
    {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let eventLoop = group.next()
        let executor = EventLoopExecutor.executor(of: eventLoop)
        #expect(executor === EventLoopExecutor.executor(of: eventLoop))
        let notes = Notes()
        // Made on the event loop, so that none runs before all are there.
        let tasks = try await eventLoop.submit {
            (0..<1_000).map { number in
                Task(executorPreference: executor) {
                    eventLoop.assertInEventLoop()
                    notes.order.withLock { $0.append(number) }
                    if number == 0 {
                        eventLoop.execute {
                            let count = notes.order.withLock { $0.count }
                            notes.ranBefore.withLock { $0 = count }
                        }
                    }
                    await Task.yield()
                    return eventLoop.inEventLoop
                }
            }
        }.get()
        for task in tasks { #expect(await task.value) }
        #expect(notes.order.withLock { $0 } == Array(0..<1_000))
        let count = try #require(notes.ranBefore.withLock { $0 })
        #expect(count < 200)
        try await group.shutdownGracefully()
    }
}
