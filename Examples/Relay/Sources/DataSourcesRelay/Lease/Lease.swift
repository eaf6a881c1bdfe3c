import DataSources

/// Says which process should try to be the writer of a log; in a key-value bucket of NATS JetStream.
///
/// ```swift
/// let lease = try await Lease("boards-17", in: LeaseSettings(bucket: "writers"), on: connection)
/// while true {
///     let held = try await lease.held(as: "10.0.0.7:8080")
///     do {
///         try await held.run { try await write() }
///     } catch is Deposed {
///     } catch let error as LeaseError where error.code == .lost {}
/// }
/// ```
///
/// It says **only when to try to take over**, so that a cluster has one writer most of the time. It protects nothing: a
/// process that was stopped still believes that it has the lease when it wakes up, and clocks run differently. So two
/// holders at once must be harmless. They are if the holder takes over a log with a `LogWriter`, which is fenced by the log.
///
/// A holder renews its entry three times in the lease's time. A process that waits looks at the entry a few times in that
/// time, and takes it over when it has seen the same one for as long as the lease lasts, by its own clock. No clock is
/// compared with another one. No call blocks a thread of Swift's pool.
public struct Lease: Sendable {
    /// The key, such as the name of a log.
    public let key: String
    private let bucket: LeaseBucket

    /// Opens a lease.
    ///
    /// - Parameters:
    ///   - key: What is leased: any text of at most 256 bytes.
    ///   - settings: The bucket, which is made if it is missing, and the time; the same ones in all processes.
    ///   - connection: The connection; others may share it.
    /// - Throws: ``LeaseError``: `refused` if the bucket has other settings, `unavailable` if there is no answer.
    public init(_ key: String, in settings: LeaseSettings, on connection: NatsConnection) async throws(LeaseError) {
        guard (1...256).contains(key.utf8.count) else {
            throw LeaseError(.refused, "the key of a lease has 1 to 256 bytes, not \(key.utf8.count)")
        }
        self.key = key
        bucket = LeaseBucket(settings: settings, key: SubjectToken.encode(TextID(key)), connection: connection)
        try await bucket.open()
    }

    /// The name of the process that has the lease; `nil` if nobody has.
    ///
    /// It may have ended since, without telling: ask it, and ask again here if it does not answer.
    ///
    /// - Throws: ``LeaseError``
    public func holder() async throws(LeaseError) -> String? { try await bucket.read()?.holder?.name }

    /// Waits until this process has the lease.
    ///
    /// While the servers do not answer it tries again.
    ///
    /// - Parameter name: What other processes read, such as an address; of at most 1,024 bytes.
    /// - Returns: The lease, which lapses after its time unless ``HeldLease/run(_:)`` renews it.
    /// - Throws: ``LeaseError`` `refused` if trying again does not help; `CancellationError` if the task is cancelled.
    @concurrent
    public func held(as name: String) async throws -> HeldLease {
        guard name.utf8.count <= 1_024 else {
            throw LeaseError(.refused, "the name of a holder has at most 1,024 bytes, not \(name.utf8.count)")
        }
        let time = bucket.settings.time
        let holder = LeaseEntry.Holder(
            name: name, id: .random(in: .min ... .max), milliseconds: time.milliseconds)
        var machine = LeaseMachine(id: holder.id)
        while true {
            try Task.checkCancellation()
            do {
                if let held = try await taken(by: holder, &machine) { return held }
            } catch {
                if error.code == .refused { throw error }
            }
            // Not all at the same moment.
            try await Task.sleep(for: max(.milliseconds(20), time / 6 * Double.random(in: 0.5...1)))
        }
    }

    /// Tries once to get the lease.
    private func taken(
        by holder: LeaseEntry.Holder, _ machine: inout LeaseMachine
    ) async throws(LeaseError) -> HeldLease? {
        let entry = try await bucket.read()
        let now = ContinuousClock.now
        guard case .take(let revision) = machine.entryRead(entry, at: now),
            let written = try await bucket.write(holder, over: revision)
        else { return nil }
        let term = LeaseTerm(id: holder.id, time: bucket.settings.time, revision: written, sentAt: now)
        return HeldLease(holder, bucket, term)
    }
}
