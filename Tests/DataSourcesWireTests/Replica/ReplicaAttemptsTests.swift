import DataSources
import DataSourcesTesting
import DataSourcesWire
import TestKit
import Testing

/// Law 17: a replica goes on while there is progress or only the connection fails, and never repeats what cannot work.
struct ReplicaAttemptsTests {
    private let lost: [WireFrame] = []
    private let bad = [WireFrame.reset(.first)]
    /// The last part, and items are missing.
    private var wrong: [WireFrame] { whole(50, of: 5) }

    private func whole(_ version: UInt64, of count: Int = 0) -> [WireFrame] {
        [
            .hello(WireHello(epoch: 7, kind: .list, version: nil)), .reset(.first),
            .part(
                WirePart(
                    kind: .list, version: version, offset: 0, itemCount: count, sectionCount: 0, groups: [],
                    isLast: true)),
        ]
    }

    /// Runs a replica on connections with these frames, and then on ones that finish; returns the number of connections.
    private func connections(_ scripts: [[WireFrame]]) throws -> (count: Int, error: WireError?) {
        try SeededExecutor.run(seed: 1) { executor in
            let replica = Replica<List>()
            let count = Shared(0)
            var fault: WireError?
            do {
                try await replica.run(clock: executor.clock) { _ in
                    count.change { $0 += 1 }
                    let script =
                        count.value <= scripts.count
                        ? scripts[count.value - 1] : whole(99) + [.end(.finished, version: 99)]
                    return AsyncStream(script)
                }
                #expect(replica.status.value == .finished)
            } catch let error as WireError {
                fault = error
                #expect(replica.status.value.error as? WireError == error)
            }
            return (count.value, fault)
        }
    }

    @Test func `three refused frames that are too large or do not fit are final, whatever comes between them`() throws {
        for scripts in [
            [wrong, wrong, wrong], [wrong, lost, lost, wrong, lost, bad, wrong],
            // The same state once more is no progress.
            [wrong, wrong, whole(3) + [.heartbeat(version: 9)], wrong],
        ] {
            let outcome = try connections([whole(3)] + scripts)
            #expect(outcome.count == scripts.count + 1)
            #expect(outcome.error?.code == .inconsistent)
        }
    }

    @Test func `a step that cannot be made is no progress, whatever version it leads to`() throws {
        let scripts = (UInt64(10)...15).map { version in
            let step = WireChanges(
                kind: .list, base: 3, version: version, itemCount: 5, items: WireEdits<ItemPath>())
            return whole(3) + [.changes(step)]
        }
        let outcome = try connections(scripts)
        #expect(outcome.count == 3)
        #expect(outcome.error?.code == .inconsistent)
    }

    @Test func `the same error twenty times is final, while those of a bad line differ`() throws {
        let outcome = try connections(Array(repeating: bad, count: 20))
        #expect(outcome.count == 20)
        #expect(outcome.error?.code == .unexpected)
        #expect(try connections(Array(repeating: bad, count: 19)).error == nil)
        let mixed = (0..<100).map {
            $0.isMultiple(of: 7) ? [.heartbeat(version: 1)] : $0.isMultiple(of: 2) ? bad : lost
        }
        #expect(try connections(mixed).error == nil)
    }

    @Test func `lost connections are never final, nor are faults with progress in between`() throws {
        let faults = (UInt64(1)...20).flatMap { [whole($0), wrong, wrong] }
        // Progress that is lost by the next frame of the same connection is progress.
        let steps = (UInt64(1)...20).map { version in
            let step = WireChanges(
                kind: .list, base: version, version: version + 1, itemCount: 5, items: WireEdits<ItemPath>())
            return whole(version) + [.changes(step)]
        }
        for scripts in [Array(repeating: lost, count: 100), faults, steps] {
            let outcome = try connections(scripts)
            #expect(outcome.count == scripts.count + 1)
            #expect(outcome.error == nil)
        }
    }

    @Test func `a server that cannot send the state is final at once, at any point of a stream`() throws {
        for before in [[], Array(whole(3).prefix(1)), Array(whole(3).prefix(2)), whole(3)] {
            let outcome = try connections([before + [.end(.unsendable, version: 3)]])
            #expect(outcome.count == 1)
            #expect(outcome.error?.code == .unsendable)
        }
    }
}
