import DataSources
import DataSourcesTesting
import Dispatch
import Testing

/// Law 6: long work does not keep Swift's pool from running other tasks.
///
/// On real threads: what is counted is how many items are looked at in tasks, and how many on threads of the library.
struct LongWorkLaws {
    private typealias List = ListSnapshot<Located>
    private let counts = Located.Counts()
    private let size = 4 * WorkerThreads.itemLimit

    /// A hub with a state, a subscription to it, and a second state with the same items in another order.
    private func hubWithWork(_ size: Int) throws -> (hub: SnapshotHub<List>, subscription: Subscription<List>) {
        let hub = SnapshotHub(try List(counts.items(0..<size)))
        let subscription = hub.subscribe()
        hub.publish(try List(counts.items((0..<size).reversed())))
        counts.reset()
        return (hub, subscription)
    }

    @Test func `law 6: a long difference is left to a thread after so many items`() async throws {
        let (hub, subscription) = try hubWithWork(size)
        let update = try #require(await subscription.next())
        #expect(update.changes.moves.count == size - 1)
        #expect(counts.countInTasks <= 2 * WorkerThreads.lookLimit)
        #expect(counts.countElsewhere > size)
        #expect(hub.differencesComputed == 1 && hub.differencesStopped == 0)
    }

    @Test func `law 6: a short difference is computed in the task that asks`() async throws {
        let (_, subscription) = try hubWithWork(2_000)
        #expect(await subscription.next() != nil)
        #expect(counts.countElsewhere == 0)
    }

    @Test func `laws 6 and 9: subscribers that take the same long step share it`() async throws {
        let (hub, subscription) = try hubWithWork(size)
        let others = (0..<4).map { _ in subscription.moved(to: subscription.snapshot) }
        let moved = await withTaskGroup { group in
            for other in others { group.addTask { await other.next()?.changes.moves.count } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(moved == Array(repeating: size - 1, count: 4))
        #expect(hub.differencesComputed == 1)
    }

    @Test func `law 6: a task that is cancelled returns while the thread is still at work`() async throws {
        let (_, subscription) = try hubWithWork(size)
        let (isAtWork, mayGoOn) = (Latch(), DispatchSemaphore(value: 0))
        counts.atLookElsewhere(1_000) {
            isAtWork.open()
            mayGoOn.wait()
        }
        let task = Task { await subscription.next() }
        await isAtWork.wait()
        task.cancel()
        #expect(await task.value == nil)
        mayGoOn.signal()
        // Nothing is lost: the next call starts from the same state.
        #expect(await subscription.next()?.changes.moves.count == size - 1)
    }

    @Test func `law 6: a long difference that another task awaits goes on when the first is cancelled`() async throws {
        let (hub, subscription) = try hubWithWork(size)
        let second = subscription.moved(to: subscription.snapshot)
        let (isAtWork, mayGoOn) = (Latch(), DispatchSemaphore(value: 0))
        counts.atLookElsewhere(1_000) {
            isAtWork.open()
            mayGoOn.wait()
        }
        let first = Task { await subscription.next() }
        await isAtWork.wait()
        // It joins at once: the difference cannot be done before it may go on.
        async let other = second.next()
        first.cancel()
        #expect(await first.value == nil)
        mayGoOn.signal()
        #expect(await other?.changes.moves.count == size - 1)
        #expect(hub.differencesComputed >= 1)
    }
}
