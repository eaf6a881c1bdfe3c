public import DataSources
internal import Synchronization

/// A sequence of updates that passes every one of them on unchanged, once it has been checked against the laws.
///
/// Made by `validating()`. What breaks a law is reported and passed on as well, and the next update is checked as if
/// nothing had been wrong.
///
/// One chain of updates is checked for the whole sequence: `break` out of a loop and begin another one, and law 2 holds
/// across the two. So let one task at a time iterate it, and let all that is asked of a subscription go through here.
///
/// With ``ValidationDepth/full`` an update is checked off the consumer's actor, as differences are computed; the element
/// is delivered on it.
public struct ValidatedUpdates<Base: AsyncSequence, Snapshot: OracleSnapshot>: AsyncSequence
where Base.Element == Update<Snapshot> {
    /// What the sequence delivers.
    public typealias Element = Update<Snapshot>
    /// What the sequence that is checked throws.
    public typealias Failure = Base.Failure

    /// What is checked.
    public let base: Base
    private let inspector: Inspector

    init(_ base: Base, startingAt start: Snapshot?, depth: ValidationDepth, report: @escaping Report) {
        self.base = base
        inspector = Inspector(UpdateValidator(startingAt: start, depth: depth), report: report)
    }

    typealias Report = @Sendable (LawViolation) -> Void

    /// An iterator that asks the sequence that is checked.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(base: base.makeAsyncIterator(), inspector: inspector)
    }

    /// Asks for one update after the other, and checks it.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var base: Base.AsyncIterator
        fileprivate let inspector: Inspector

        /// The next update, checked; `nil` at the end of the sequence.
        ///
        /// - Throws: What the sequence that is checked throws.
        public mutating func next() async throws(Base.Failure) -> Update<Snapshot>? {
            try await next(isolation: #isolation)
        }

        /// The next update, checked; `nil` at the end of the sequence.
        ///
        /// - Parameter actor: The actor of the caller, which is left while an update is checked in full.
        /// - Returns: The update.
        /// - Throws: What the sequence that is checked throws.
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
        /// What the next update is checked with; guarded by the mutex.
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
            // Handed out, so that users' items are compared and let go once the lock is open.
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

extension ValidatedUpdates where Base == Subscription<Snapshot> {
    /// The last snapshot the consumer has been given; see `Subscription.snapshot`.
    public var snapshot: Snapshot { base.snapshot }

    /// How many commits the consumer is behind; see `Subscription.lag`.
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
