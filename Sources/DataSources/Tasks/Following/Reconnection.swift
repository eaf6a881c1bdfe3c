/// Keeps a source connected to a store, and tells in its status what happens; see
/// ``FollowedList/run(backoff:clock:connecting:)``.
struct Reconnection<Position: Comparable & Sendable>: Sendable {
    let status: Parameter<SourceStatus>
    let position: Parameter<Position?>

    /// Follows one connection; if it ends before the store, the status is `stale`.
    func once(_ follow: () async throws -> Void) async throws {
        do {
            try await follow()
        } catch let error where !Self.isBusy(error) {
            status.set(.stale(FollowFailure(error, attempts: 1)))
            throw error
        }
    }

    /// Follows one connection after the other until the store has ended, or an error is final.
    func run<C: Clock<Duration>>(_ backoff: Backoff, _ clock: C, _ follow: () async throws -> Void) async throws {
        var (attempts, last) = (0, position.value)
        while true {
            do {
                return try await follow()
            } catch {
                if Self.isBusy(error) { throw error }
                if position.value != last { (attempts, last) = (0, position.value) }
                attempts += 1
                let isCancelled = Task.isCancelled
                let failure = FollowFailure(isCancelled ? CancellationError() : error, attempts: attempts)
                let isFinal = error is EditError || (error as? any RetryableError)?.isRetryable == false
                status.set(isFinal && !isCancelled ? .failed(failure) : .stale(failure))
                if isCancelled { throw CancellationError() }
                if isFinal { throw error }
            }
            do {
                try await clock.sleep(for: backoff.delay(after: attempts))
            } catch {
                status.set(.stale(FollowFailure(error, attempts: attempts)))
                throw error
            }
        }
    }

    /// Whether another task follows the store, and tells the status.
    private static func isBusy(_ error: any Error) -> Bool { (error as? FollowError)?.code == .busy }
}
