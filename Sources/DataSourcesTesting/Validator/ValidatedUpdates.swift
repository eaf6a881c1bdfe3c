public import DataSources
internal import Synchronization

/// A sequence that checks each update against the laws and passes it on unchanged.
///
/// Created by `validating()`. An update that violates a law is reported and passed on as well, and the next update is
/// checked as if nothing had been wrong.
///
/// The whole sequence is checked as one chain of updates: after a `break` a new loop continues it, and law 2 is checked
/// across both. So only one task at a time may iterate it, and all reads of a subscription must go through it.
///
/// With ``ValidationDepth/full`` an update is checked off the consumer's actor, like the computation of differences,
/// and delivered on it.
public struct ValidatedUpdates<Base: AsyncSequence, Snapshot: OracleSnapshot>: AsyncSequence
where Base.Element == Update<Snapshot> {
    /// The updates of the base sequence.
    public typealias Element = Update<Snapshot>
    /// The error of the base sequence.
    public typealias Failure = Base.Failure

    /// The sequence to check.
    public let base: Base
    private let inspector: Inspector

    init(_ base: Base, startingAt start: Snapshot?, depth: ValidationDepth, report: @escaping Report) {
        self.base = base
        inspector = Inspector(UpdateValidator(startingAt: start, depth: depth), report: report)
    }

    typealias Report = @Sendable (LawViolation) -> Void

    /// An iterator over the base sequence.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(base: base.makeAsyncIterator(), inspector: inspector)
    }

    /// An iterator that checks each update.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var base: Base.AsyncIterator
        fileprivate let inspector: Inspector

        /// The next update, checked; `nil` at the end of the sequence.
        ///
        /// - Throws: What the base sequence throws.
        public mutating func next() async throws(Base.Failure) -> Update<Snapshot>? {
            try await next(isolation: #isolation)
        }

        /// The next update, checked; `nil` at the end of the sequence.
        ///
        /// - Parameter actor: The actor of the caller, which is left during a full check.
        /// - Returns: The update.
        /// - Throws: What the base sequence throws.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(Base.Failure) -> Update<Snapshot>? {
            guard let update = try await base.next(isolation: actor) else { return nil }
            await inspector.inspect(update, isolation: actor)
            return update
        }
    }

    /// The validator, shared by all iterators of the sequence.
    fileprivate final class Inspector: Sendable {
        /// The validator for the next update; guarded by the mutex.
        private let validator: Mutex<UpdateValidator<Snapshot>>
        private let depth: ValidationDepth
        private let report: Report

        init(_ validator: UpdateValidator<Snapshot>, report: @escaping Report) {
            depth = validator.depth
            self.validator = Mutex(validator)
            self.report = report
        }

        func inspect(_ update: Update<Snapshot>, isolation actor: isolated (any Actor)?) async {
            if depth == .full, actor != nil {
                await inspectOffActor(update)
            } else {
                inspect(update)
            }
        }

        @concurrent
        private func inspectOffActor(_ update: Update<Snapshot>) async {
            inspect(update)
        }

        private func inspect(_ update: Update<Snapshot>) {
            // Moved out, so that users' items are compared and released outside the lock.
            let validator = validator.withLock { validator in
                let current = validator
                validator.advance(past: update)
                return current
            }
            for violation in validator.violations(in: update) { report(violation) }
        }
    }
}

extension ValidatedUpdates: Sendable where Base: Sendable {}

extension ValidatedUpdates where Base == SnapshotSubscription<Snapshot> {
    /// The last snapshot delivered to the consumer; see `SnapshotSubscription.snapshot`.
    public var snapshot: Snapshot { base.snapshot }

    /// How many commits the consumer is behind; see `SnapshotSubscription.lag`.
    public var lag: Int { base.lag }

    /// The updates as an `AsyncStream`, checked as well.
    public var updates: AsyncStream<Update<Snapshot>> {
        let (subscription, inspector) = (base, inspector)
        return AsyncStream {
            guard let update = await subscription.next(isolation: nil) else { return nil }
            await inspector.inspect(update, isolation: nil)
            return update
        }
    }
}
