public import DataSources
public import DataSourcesViews

/// Shows the changes themselves, not the state: a log, or lines that are printed.
///
/// It is told the state that it begins with, and then each update. If a closure throws, the display keeps the first error
/// and ignores what follows; ``onFailure`` is called once.
public final class ChangeDisplay<Snapshot: SnapshotProtocol>: ListDisplay {
    /// It takes whole updates.
    public typealias Batch = Update<Snapshot>

    private let begin: (Snapshot) throws -> Void
    private let show: (Update<Snapshot>) throws -> Void
    private var hasBegun = false
    private var hasFailed = false
    /// Is called with the first error.
    public var onFailure: (any Error) -> Void = { _ in }

    /// Creates a display.
    ///
    /// - Parameters:
    ///   - begin: Is told the state when the display is attached for the first time.
    ///   - show: Is told each update.
    public init(begin: @escaping (Snapshot) throws -> Void, show: @escaping (Update<Snapshot>) throws -> Void) {
        self.begin = begin
        self.show = show
    }

    /// Whole updates, however large.
    public var batching: Batching<Snapshot, Update<Snapshot>> { .whole }

    /// Shows the state that it begins with.
    public func reset(to snapshot: Snapshot) {
        if hasBegun { return }
        hasBegun = true
        attempt { try begin(snapshot) }
    }

    /// Shows an update.
    public func apply(_ batch: Update<Snapshot>, to snapshot: Snapshot, animation: AnimationHint?) {
        attempt { try show(batch) }
    }

    private func attempt(_ body: () throws -> Void) {
        if hasFailed { return }
        do {
            try body()
        } catch {
            hasFailed = true
            onFailure(error)
        }
    }
}
