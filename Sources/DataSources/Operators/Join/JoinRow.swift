/// What a kind of join makes of two items with equal keys, and of one that has no match.
@usableFromInline
package protocol JoinRow: Identifiable, Equatable, Sendable where ID: Sendable {
    associatedtype Left: Identifiable & Equatable & Sendable where Left.ID: Sendable
    associatedtype Right: Identifiable & Equatable & Sendable where Right.ID: Sendable

    /// Whether right items without a match are kept.
    static var keepsLoneRights: Bool { get }

    /// Joins two items, or keeps one that has no match; `nil` when this kind of join does not keep it.
    static func row(_ left: Left?, _ right: Right?) -> Self?
}
