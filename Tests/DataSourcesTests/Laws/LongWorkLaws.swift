import DataSources
import DataSourcesTesting
import Dispatch
import TestKit
import Testing

/// Law 6: long work does not keep Swift's pool from running other tasks.
///
/// On real threads: what is counted is how many items are looked at in tasks, and how many on threads of the library.
struct LongWorkLaws {
    private typealias List = ListSnapshot<Located>
    private let counts = Located.Counts()
    private let size = 4 * WorkerThreads.itemLimit

    /// A hub with a state, a subscription to it, and a second state with the same items in another order.
    private func hubWithWork(_ size: Int) throws -> (hub: SnapshotHub<List>, subscription: SnapshotSubscription<List>) {
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
        // With the tiny nodes of builds that check invariants, a difference looks many times at each item.
        let (_, subscription) = try hubWithWork(500)
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

    // MARK: Operators

    /// Where the closure of an operator is called.
    private final class Calls: Sendable {
        private let counts = Shared((inTasks: 0, elsewhere: 0))

        func note() {
            let isInTask = withUnsafeCurrentTask { $0 != nil }
            counts.change { if isInTask { $0.inTasks += 1 } else { $0.elsewhere += 1 } }
        }

        var inTasks: Int { counts.value.inTasks }
        var elsewhere: Int { counts.value.elsewhere }
        func reset() { counts.change { $0 = (0, 0) } }
    }

    @Test(arguments: [WorkerThreads.itemLimit, WorkerThreads.itemLimit + 1])
    func `law 6: an operator over more than 16,384 items works on a thread, over fewer in the task`(
        count: Int
    ) async throws {
        let calls = Calls()
        let source = try ListSource((0..<count).map { Row($0) })
        let kept = source.filter { _ in
            calls.note()
            return true
        }
        let isLong = count > WorkerThreads.itemLimit
        #expect(await kept.snapshot.count == count)
        #expect(calls.inTasks == (isLong ? 0 : count) && calls.elsewhere == (isLong ? count : 0))
        // One change is little work, whatever is there.
        calls.reset()
        try await source.update(id: 0) { $0.value = 1 }
        #expect(await kept.snapshot.count == count && calls.inTasks == 1 && calls.elsewhere == 0)
    }

    @Test(arguments: [WorkerThreads.itemLimit - 1, WorkerThreads.itemLimit])
    func `law 6: another value of a parameter counts with all items of the other inputs`(count: Int) async throws {
        let (calls, least) = (Calls(), Parameter(0))
        let source = try ListSource((0..<count).map { Row($0) })
        let kept = source.filter(by: least) { row, least in
            calls.note()
            return row.id >= least
        }
        #expect(await kept.snapshot.count == count)
        calls.reset()
        least.set(1)
        #expect(await kept.snapshot.count == count - 1)
        #expect((calls.inTasks == 0) == (count == WorkerThreads.itemLimit))
    }

    @Test func `law 6: a thread finishes an operator for a cancelled task, and the next request has the result`()
        async throws
    {
        let (calls, isAtWork, mayGoOn) = (Calls(), Latch(), DispatchSemaphore(value: 0))
        let source = try ListSource((0..<size).map { Row($0) })
        let kept = source.filter { row in
            calls.note()
            if row.id == 1_000 {
                isAtWork.open()
                mayGoOn.wait()
            }
            return row.id % 2 == 0
        }
        let task = Task { await kept.snapshot.count }
        await isAtWork.wait()
        task.cancel()
        #expect(await task.value == 0)
        mayGoOn.signal()
        #expect(await kept.snapshot.count == size / 2)
        #expect(calls.elsewhere == size && calls.inTasks == 0)
    }
}
