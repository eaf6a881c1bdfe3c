/// What a transaction tells the subscribers of its update, besides the change: an animation, the name of an action.
///
/// ```swift
/// try await TransactionAnnotation.$current.withValue(Animation.slide) {
///     try await staff.append(erin)
/// }
/// for await update in subscription { render(update, with: update.annotation as? Animation) }
/// ```
///
/// Every commit made inside the closure carries the value, also one that ``ListSource/submit(_:)`` enqueues there, and
/// so does the commit of a derived source that follows from it. A subscriber finds it in ``Update/annotation`` of the
/// update that ends with that commit. Since commits conflate, an annotation can be missed; it is for presentation, not
/// for data.
///
/// If a derived source changes because several sources have changed at once, the annotation of the first of them counts.
public enum TransactionAnnotation {
    /// The annotation of the transactions of this task.
    @TaskLocal public static var current: (any Sendable)?
}

/// An annotation in one word.
@usableFromInline
final class BoxedAnnotation: Sendable {
    @usableFromInline let value: any Sendable

    init(_ value: any Sendable) {
        self.value = value
    }

    /// The annotation of the current task.
    static var current: BoxedAnnotation? { TransactionAnnotation.current.map { BoxedAnnotation($0) } }
}
