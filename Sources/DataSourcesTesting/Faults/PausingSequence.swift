internal import DataSources

/// A sequence that sleeps on a clock before each element, like a poll, a feed or a slow connection.
///
/// ```swift
/// let states = PausingSequence([[alice], [alice, bob]], pausing: .seconds(1), clock: executor.clock)
/// try await staff.follow(states)                          // takes two virtual seconds
/// ```
///
/// A negative pause counts as zero, one of more than 100 years as 100 years. It does not sleep before the end.
/// Cancelling the iterating task ends the sleep with `CancellationError`.
public struct PausingSequence<Base: AsyncSequence, C: Clock<Duration>>: AsyncSequence {
    /// An element of the base sequence.
    public typealias Element = Base.Element
    /// `CancellationError` when the sleep is cancelled, or what the base sequence throws.
    public typealias Failure = any Error

    let base: Base
    let pause: Duration
    let clock: C

    /// Creates a sequence of the elements of `base` with pauses before them.
    public init(wrapping base: Base, pausing pause: Duration, clock: C) {
        self.base = base
        self.pause = pause.bounded
        self.clock = clock
    }

    /// Creates a sequence of `elements` with pauses before them.
    public init<Elements: Sequence>(_ elements: Elements, pausing pause: Duration, clock: C)
    where Base == ElementSequence<Elements> {
        self.init(wrapping: ElementSequence(elements), pausing: pause, clock: clock)
    }

    /// Creates an iterator that begins with the first element.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(base: base.makeAsyncIterator(), pause: pause, clock: clock)
    }

    /// An iterator that pauses before each element.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var base: Base.AsyncIterator
        let pause: Duration
        let clock: C

        /// The next element, after a pause; `nil` after the last.
        ///
        /// - Throws: `CancellationError` when the sleep is cancelled; what the base sequence throws.
        public mutating func next() async throws -> Base.Element? {
            try await next(isolation: #isolation)
        }

        /// The next element, after a pause; `nil` after the last.
        ///
        /// - Parameter actor: The actor of the caller.
        /// - Returns: The element; `nil` after the last.
        /// - Throws: `CancellationError` when the sleep is cancelled; what the base sequence throws.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(any Error) -> Base.Element? {
            guard let element = try await base.next(isolation: actor) else { return nil }
            try await clock.sleep(for: pause)
            return element
        }
    }
}

extension PausingSequence: Sendable where Base: Sendable {}
