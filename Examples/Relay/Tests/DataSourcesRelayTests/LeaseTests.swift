import DataSources
import DataSourcesRelay
import DataSourcesWire
import PrivateCluster
import Processes
import Testing

extension ClusterTests {
    /// Leases of one key, each with a connection of its own.
    private func leases(_ count: Int, time: Duration = .seconds(1.5)) async throws -> [(Lease, NatsConnection)] {
        let (settings, bucket) = (try await TestCluster.settings(), TestCluster.newName())
        var leases: [(Lease, NatsConnection)] = []
        for _ in 0..<count {
            let connection = try await NatsConnection.open(settings)
            leases.append(
                (try await Lease("a/b", in: LeaseSettings(bucket: bucket, time: time), on: connection), connection))
        }
        return leases
    }

    @Test func `one of three gets the lease, and the next one at once when it is released`() async throws {
        let leases = try await leases(3, time: .seconds(20))
        #expect(try await leases[0].0.holder() == nil)
        let held = Parameter<[String]>([])
        let start = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, lease) in leases.enumerated() {
                group.addTask {
                    let mine = try await lease.0.held(as: "process \(number)")
                    try await mine.run {
                        let holder = try await lease.0.holder()
                        #expect(holder == "process \(number)")
                        held.update { $0.append("process \(number)") }
                        _ = await held.firstValue { _ in true }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(held.value.sorted() == ["process 0", "process 1", "process 2"])
        // Each waits for at most a sixth of the time, and nobody for all of it.
        #expect(ContinuousClock.now - start < .seconds(15))
        #expect(try await leases[0].0.holder() == nil)
    }

    @Test func `a holder that renews keeps the lease, and one that has gone is followed after its time`() async throws {
        let leases = try await leases(2)
        let holder = try await leases[0].0.held(as: "first")
        let isHeld = Parameter(true)
        let start = ContinuousClock.now
        async let next = leases[1].0.held(as: "second")
        // Three times as long as it lasts.
        try await holder.run {
            while ContinuousClock.now - start < .seconds(4.5) {
                let holder = try await leases[1].0.holder()
                #expect(holder == "first")
                try await Task.sleep(for: .milliseconds(200))
            }
            // As if it was killed: what it says is not heard any more.
            leases[0].1.close()
            isHeld.set(false)
        }
        #expect(!isHeld.value)
        let second = try await next
        #expect(ContinuousClock.now - start > .seconds(5))
        #expect(try await leases[1].0.holder() == "second" && second.name == "second")
        await second.release()
    }

    @Test func `the body is cancelled when a renewal is refused, because another process has the lease`() async throws {
        let leases = try await leases(2, time: .seconds(1))
        // It does not renew: as a process that is stopped.
        let sleeper = try await leases[0].0.held(as: "sleeper")
        let other = try await leases[1].0.held(as: "other")
        #expect(sleeper.end < other.end)
        let error = await #expect(throws: LeaseError.self) {
            try await sleeper.run { try await Task.sleep(for: .seconds(60)) }
        }
        #expect(error?.code == .lost)
        // The one that woke up has not released what it does not have.
        #expect(try await leases[0].0.holder() == "other")
        await other.release()
    }

    @Test func `a holder without servers loses the lease when its time is over`() async throws {
        let cluster = try await TestCluster.cluster()
        let lease = try await leases(1, time: .seconds(1))[0].0
        let held = try await lease.held(as: "alone")
        for node in cluster.nodes { node.pause() }
        let start = ContinuousClock.now
        let holding = Task { try await held.run { try await Task.sleep(for: .seconds(60)) } }
        try await Task.sleep(until: held.end + .milliseconds(500), clock: .continuous)
        for node in cluster.nodes { node.resume() }
        let error = await #expect(throws: LeaseError.self) { try await holding.value }
        #expect(error?.code == .lost)
        #expect(ContinuousClock.now - start < .seconds(10))
        try await blocking { try cluster.waitUntilReady() }
    }

    @Test func `whoever waits or holds ends at once when its task is cancelled, and the lease is free`() async throws {
        let leases = try await leases(2, time: .seconds(30))
        let held = try await leases[0].0.held(as: "first")
        let waiting = Task { try await leases[1].0.held(as: "second") }
        let holding = Task { try await held.run { try await Task.sleep(for: .seconds(600)) } }
        try await Task.sleep(for: .milliseconds(100))
        let start = ContinuousClock.now
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        holding.cancel()
        await #expect(throws: CancellationError.self) { try await holding.value }
        #expect(ContinuousClock.now - start < .seconds(4))
        #expect(try await leases[1].0.holder() == nil)
    }

    @Test func `wrong settings and a bucket of another kind are refused`() async throws {
        let connection = try await NatsConnection.open(TestCluster.settings())
        let name = TestCluster.newName()
        for settings in [
            LeaseSettings(bucket: "a.b"), LeaseSettings(bucket: name, replicas: 2),
            LeaseSettings(bucket: name, time: .zero),
        ] {
            let error = await #expect(throws: LeaseError.self) { try await Lease("a", in: settings, on: connection) }
            #expect(error?.code == .refused)
        }
        _ = try await Lease("a", in: LeaseSettings(bucket: name, replicas: 1), on: connection)
        let error = await #expect(throws: LeaseError.self) {
            try await Lease("a", in: LeaseSettings(bucket: name), on: connection)
        }
        #expect(error?.message.contains("replicas is 1, not 3") == true)
        let empty = await #expect(throws: LeaseError.self) {
            try await Lease("", in: LeaseSettings(bucket: name, replicas: 1), on: connection)
        }
        #expect(empty?.code == .refused)
    }
}
