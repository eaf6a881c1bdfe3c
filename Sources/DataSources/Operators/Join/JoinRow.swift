/// A row of one kind of join: made from two items with equal keys, or from one item without a match.
@usableFromInline
package protocol JoinRow: Identifiable, Equatable, Sendable where ID: Sendable {
    associatedtype Left: Identifiable & Equatable & Sendable where Left.ID: Sendable
    associatedtype Right: Identifiable & Equatable & Sendable where Right.ID: Sendable

    /// Whether the join keeps right items without a match.
    static var keepsLoneRights: Bool { get }

    /// Joins two items, or keeps one without a match; `nil` if this kind of join drops it.
    static func row(_ left: Left?, _ right: Right?) -> Self?
}
