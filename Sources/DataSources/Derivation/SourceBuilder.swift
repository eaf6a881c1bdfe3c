/// Builds the closure of ``DerivableSource/switchToLatest(fileID:line:_:)``, whose branches can be sources of different
/// types, or no source.
///
/// It lets `if`, `switch` and `?:` choose among all sources of one kind of state, and `nil` stand for no source. An
/// `if` without `else` is `nil` otherwise. A closure with `return` statements is not built; it can also return any
/// source, or `nil` in the end.
///
/// ```swift
/// let shown = room.switchToLatest { id in
///     if let id { messages.filter { $0.roomID == id } } else { drafts }
/// }
/// ```
@resultBuilder
public enum SourceBuilder<Output: SnapshotProtocol> {
    /// A source.
    @inlinable
    public static func buildExpression<Source: DerivableSource<Output>>(_ source: Source) -> Source { source }

    /// One of several sources, or `nil` for none.
    @inlinable
    public static func buildExpression(_ source: (any DerivableSource<Output>)?) -> any DerivableSource<Output> {
        source ?? nothing
    }

    /// The source of a branch.
    @inlinable
    public static func buildBlock<Source: DerivableSource<Output>>(_ source: Source) -> Source { source }

    /// The source of a branch.
    @inlinable
    public static func buildBlock(_ source: any DerivableSource<Output>) -> any DerivableSource<Output> { source }

    /// The source of a branch without one: its state is empty.
    @inlinable
    public static func buildBlock() -> any DerivableSource<Output> { nothing }

    /// The source of the first of two branches.
    @inlinable
    public static func buildEither(first source: any DerivableSource<Output>) -> any DerivableSource<Output> { source }

    /// The source of the second of two branches.
    @inlinable
    public static func buildEither(second source: any DerivableSource<Output>) -> any DerivableSource<Output> { source }

    /// The source of an `if` without `else`.
    @inlinable
    public static func buildOptional(_ source: (any DerivableSource<Output>)?) -> any DerivableSource<Output> {
        source ?? nothing
    }

    /// The source of a branch that requires a version of the system.
    @inlinable
    public static func buildLimitedAvailability(
        _ source: any DerivableSource<Output>
    ) -> any DerivableSource<Output> { source }

    /// A source whose state is empty and never changes.
    @inlinable static var nothing: any DerivableSource<Output> {
        DerivedSource<Output>(from: []) { _, _, _ in nil }
    }
}
