/// How long to wait before another attempt: longer after each failure, and never the same for all clients.
///
/// The delay after failure *i* is a random part of `initial` · 2^*i*, at most `maximum` ("full jitter", M. Brooker,
/// *Exponential Backoff and Jitter*, 2015).
public struct Backoff: Sendable {
    /// The bound of the first delay; from zero up to a year.
    public var initial: Duration { didSet { initial = initial.clamped } }
    /// The bound of all delays; from zero up to a year.
    public var maximum: Duration { didSet { maximum = maximum.clamped } }
    /// A number from 0 up to 1.
    private let random: @Sendable () -> Double

    /// Creates a policy.
    ///
    /// A bound below zero is zero, one of more than a year is a year.
    ///
    /// - Parameters:
    ///   - initial: The bound of the first delay; 500 ms by default.
    ///   - maximum: The bound of all delays; 30 s by default.
    ///   - random: A number from 0 up to 1 for each delay; from the system's generator by default, or from the seed of the
    ///     `SeededExecutor` of `DataSourcesTesting` that it runs in.
    public init(
        initial: Duration = .milliseconds(500), maximum: Duration = .seconds(30),
        random: @escaping @Sendable () -> Double = anyPart
    ) {
        (self.initial, self.maximum, self.random) = (initial.clamped, maximum.clamped, random)
    }

    @usableFromInline static func anyPart() -> Double { Simulation.random() }

    /// The delay after a number of failures in a row, the first of which is 1.
    public func delay(after failures: Int) -> Duration {
        var bound = min(initial, maximum)
        for _ in 1..<max(1, min(failures, 64)) where bound < maximum { bound = min(bound * 2, maximum) }
        let part = random()
        return min(bound * (part.isFinite ? min(max(part, 0), 1) : 1), bound)
    }
}
