import Synchronization

/// A lease that this process has, until it lapses; see ``Lease/held(as:)``.
public final class HeldLease: Sendable {
    private let holder: LeaseEntry.Holder
    private let bucket: LeaseBucket
    /// Guards the term.
    private let term: Mutex<LeaseTerm>

    init(_ holder: LeaseEntry.Holder, _ bucket: LeaseBucket, _ term: LeaseTerm) {
        (self.holder, self.bucket) = (holder, bucket)
        self.term = Mutex(term)
    }

    /// The name under which it is held.
    public var name: String { holder.name }

    /// When it lapses if it is not renewed.
    public var end: ContinuousClock.Instant { term.withLock { $0.end } }

    /// Renews the lease while something is done; the task that does it is cancelled when the lease is lost.
    ///
    /// When that has ended, however it did, the lease is released: see ``release()``.
    ///
    /// - Parameter body: What the holder does; it has to end when its task is cancelled.
    /// - Returns: What it returns.
    /// - Throws: Any error that it throws; ``LeaseError``: `lost` if another process has the lease, or it was not renewed in its
    ///   time, for example because the process was stopped; `refused` if a permission is missing.
    public func run<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
        do {
            let value = try await withThrowingTaskGroup(of: Value.self) { @Sendable group in
                group.addTask { try await body() }
                group.addTask { try await self.renew() }
                defer { group.cancelAll() }
                guard let value = try await group.next() else { throw CancellationError() }
                return value
            }
            await release()
            return value
        } catch {
            // The body has ended, too.
            await release()
            throw error
        }
    }

    /// Lets the next process have the lease at once, which otherwise waits for its time.
    ///
    /// It does nothing if the lease is lost already. It returns after the connection's limit for answers at the latest, also if
    /// the task is cancelled: a program that ends calls it then.
    public func release() async {
        let revision = term.withLock { $0.revision }
        // Not cancelled with the caller.
        await Task { [bucket, holder] in
            do {
                if try await bucket.write(nil, over: revision) != nil { return }
                // A renewal that was on its way may have got through.
                guard let entry = try await bucket.read(), entry.holder == holder else { return }
                _ = try await bucket.write(nil, over: entry.revision)
            } catch {
                // Then it lapses.
            }
        }.value
    }

    /// Renews the lease until it is lost.
    private func renew() async throws -> Never {
        while true {
            let (next, end, revision) = term.withLock { ($0.next, $0.end, $0.revision) }
            try await ContinuousClock().sleep(until: next)
            let sent = ContinuousClock.now
            guard sent < end else { throw lapsed }
            do {
                // An answer that comes later than that is of no use.
                guard let answer = try await until(end, { try await self.renewed(revision) }) else { throw lapsed }
                switch answer {
                case .written(let revision): term.withLock { $0.renewed(revision, sentAt: sent) }
                case .found(let entry):
                    let finding = term.withLock { $0.entryRead(entry, at: .now) }
                    if case .lost(let other) = finding { throw lost(to: other) }
                }
            } catch let error as LeaseError where error.code == .unavailable {
                try Task.checkCancellation()
                term.withLock { $0.renewalFailed(at: .now) }
            }
        }
    }

    private enum Answer: Sendable {
        case written(UInt64)
        /// The bucket has another revision.
        case found(LeaseEntry?)
    }

    private func renewed(_ revision: UInt64) async throws -> Answer {
        if let written = try await bucket.write(holder, over: revision) { return .written(written) }
        return .found(try await bucket.read())
    }

    /// What a call returns; `nil` if it takes longer than that.
    private func until<Value: Sendable>(
        _ end: ContinuousClock.Instant, _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value? {
        try await withThrowingTaskGroup(of: Value?.self) { @Sendable group in
            group.addTask { try await body() }
            group.addTask {
                try await ContinuousClock().sleep(until: end)
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }

    private var lapsed: LeaseError {
        LeaseError(
            .lost,
            """
            the lease \(bucket.key) of \(name) was not renewed for \(bucket.settings.time): the servers did not answer, or \
            this process was stopped; ask for it again
            """)
    }

    private func lost(to other: String?) -> LeaseError {
        let whom = other.map { "\($0) has" } ?? "another process had"
        return LeaseError(.lost, "\(whom) the lease \(bucket.key) that \(name) held; ask for it again")
    }
}
