/// A source that computes its state when it is first asked, so that its state has to be awaited.
///
/// ``DerivedSource``, ``PagedSource``, ``AsyncMappedSource``, ``AsyncCombinedSource`` and ``ThrottledSource`` conform.
/// What takes sources of all kinds chooses by this protocol: it awaits the state of a computed source, and has the state
/// of a ``PublishingSource`` at once. A source of your own conforms to one of the two.
public protocol ComputedSource<Snapshot>: DataSource {}
