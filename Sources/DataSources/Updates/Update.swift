/// The net difference between two states of a source, as delivered to a subscriber.
///
/// An update is never empty. ``before`` and ``after`` are complete snapshots, O(1) to retain, so a consumer never reads
/// a source that has changed since. The same difference is available in several forms:
///
/// | Form | For |
/// |---|---|
/// | ``changes`` | positions before and after, as a table view expects them |
/// | ``steps`` | single edits in sequence, as a DOM or a list model expects them |
/// | ``stages`` | batches that a view with UIKit's rules accepts, each with its own snapshots |
/// | ``inverted`` | undo |
/// | ``insertedItems``, ``deletedItems``, ``updatedItems`` | the items themselves |
///
/// ```swift
/// for await update in staff.subscribe() {
///     for employee in update.insertedItems { print("+", employee.name) }
/// }
/// ```
///
/// An encoded update contains both whole states: for tests, logs and golden files, not for a wire.
public struct Update<Snapshot: SnapshotProtocol>: Sendable {
    /// Shared storage: each subscriber of the same update, and its task, retains one reference.
    @usableFromInline let shared: SharedUpdate<Snapshot>

    /// The state the subscriber had received before.
    @inlinable public var before: Snapshot { shared.before }
    /// The new state.
    @inlinable public var after: Snapshot { shared.after }
    /// The difference of the two states, by position.
    @inlinable public var changes: Snapshot.Changes { shared.changes }

    /// The annotation of the newest transaction in the update; see ``TransactionAnnotation``.
    @inlinable public var annotation: (any Sendable)? { shared.annotation?.value }

    @inlinable
    init(_ shared: SharedUpdate<Snapshot>) {
        self.shared = shared
    }

    /// Creates an update from consistent parts.
    @inlinable
    init(before: Snapshot, after: Snapshot, changes: Snapshot.Changes, annotation: BoxedAnnotation? = nil) {
        shared = SharedUpdate(before: before, after: after, changes: changes, annotation: annotation)
    }

    /// Creates the update that leads from one snapshot to another; `nil` when they are equal.
    ///
    /// - Complexity: That of the snapshots' difference: O(changes · log *n*) for two states of one source.
    @inlinable
    public init?(from before: Snapshot, to after: Snapshot) {
        guard let changes = after.changes(from: before, isCancelled: nil), !changes.isEmpty else { return nil }
        self.init(before: before, after: after, changes: changes)
    }

    /// The reverse update.
    ///
    /// - Complexity: O(*r*) in the number of runs of changes if their positions are dense, for example of a shuffled list;
    ///   O(*r* log *r*) otherwise.
    public var inverted: Update {
        Update(before: after, after: before, changes: changes.inverted)
    }

    /// The update as single edits, each with the positions left by its predecessors.
    ///
    /// Applied in sequence to the content before, they give the content after. Removals come first, then moves and
    /// insertions from front to back, then content.
    ///
    /// - Complexity: O(*k* log *k*) in the number of changes; for sections also O(*s*) in their number.
    public var steps: [Snapshot.Step] { Snapshot.steps(of: self) }

    /// The update as batches that a view with UIKit's rules for batch updates accepts.
    ///
    /// Usually the update itself is the only stage. There are more if content changes while rows or sections move, or
    /// if rows change in a section that itself changes; the intermediate states are then snapshots that no source has
    /// committed.
    ///
    /// - Complexity: O(*k* log *n*) in the number of changes; for sections also O(*s*) in their number.
    public var stages: [Update] { Snapshot.stages(of: self) }

    /// Transforms a plain array from the content before to the content after.
    ///
    /// - Throws: ``UpdateError`` when the array has another length than the content before, or other items where items
    ///   are removed, moved or updated; the array is then unchanged.
    /// - Complexity: O(*k* log *n*) in the number of changes, plus moving in memory the elements between the first and the
    ///   last position where elements leave or arrive. Nothing is copied if the array is the only owner of its elements.
    @inlinable
    public func apply(to content: inout Snapshot.Content) throws(UpdateError) {
        try Snapshot.apply(self, to: &content)
    }

    /// Returns the state after, if `snapshot` is the state before.
    ///
    /// - Throws: ``UpdateError`` when `snapshot` is not equal to ``before``.
    /// - Complexity: O(1) when `snapshot` is a copy of ``before``, otherwise that of comparing them.
    public func applied(to snapshot: Snapshot) throws(UpdateError) -> Snapshot {
        guard snapshot.isIdentical(to: before) || snapshot == before || Snapshot.fits(snapshot, before) else {
            throw UpdateError(code: .baseMismatch, message: "the snapshot is not the one that the update starts from")
        }
        return after
    }

    /// The net difference of this update and the next one; `nil` if they cancel out.
    ///
    /// - Throws: ``UpdateError`` when `next` does not start where this update ends.
    /// - Complexity: That of the difference between ``before`` and the end of `next`.
    public func followed(by next: Update) throws(UpdateError) -> Update? {
        guard after.isIdentical(to: next.before) || after == next.before || Snapshot.fits(after, next.before) else {
            throw UpdateError(code: .gap, message: "the second update does not start where the first one ends")
        }
        return Update(from: before, to: next.after)
    }
}

extension Update: Equatable {
    /// Whether both have equal states and equal changes.
    public static func == (left: Update, right: Update) -> Bool {
        left.changes == right.changes && left.before == right.before && left.after == right.after
    }
}

extension Update: CustomStringConvertible {
    /// The versions and the changes.
    public var description: String {
        let (from, to) = (before.version, after.version)
        let versions =
            from == nil && to == nil ? "" : "\(from.map(\.description) ?? "–") → \(to.map(\.description) ?? "–"): "
        return "\(versions)\(changes)"
    }
}

extension Update: Encodable where Snapshot: Encodable {
    private enum Key: String, CodingKey {
        case before, after, changes
    }

    /// Encodes the state before, the state after and the changes.
    ///
    /// Both states are encoded with all their items, however few have changed, so that the decoded update is complete
    /// and can be checked. That is meant for tests, logs and golden files; the wire product sends changes only.
    ///
    /// - Complexity: O(*n*).
    /// - Throws: What encoding a part throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(before, forKey: .before)
        try container.encode(after, forKey: .after)
        try container.encode(changes, forKey: .changes)
    }
}

extension Update: Decodable where Snapshot: Decodable, Snapshot.Content: Equatable {
    private enum DecodingKey: String, CodingKey {
        case before, after, changes
    }

    /// Decodes an update and checks that its parts are consistent.
    ///
    /// Items that do not equal themselves, before and after, may or may not be among the updates: whether they were
    /// compared depended on the nodes that the two states shared.
    ///
    /// - Throws: `DecodingError.dataCorrupted` when the changes are not the net difference between the state before and
    ///   the state after; what decoding a part throws.
    /// - Complexity: O(*n*) expected.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: DecodingKey.self)
        self.init(
            before: try container.decode(Snapshot.self, forKey: .before),
            after: try container.decode(Snapshot.self, forKey: .after),
            changes: try container.decode(Snapshot.Changes.self, forKey: .changes)
        )
        var content = before.content
        var fault: UpdateError?
        // Compute the net difference first: it bounds the changes.
        let net = after.changes(from: before, isCancelled: nil)
        let isNet =
            net.map { changes.isEquivalent(to: $0) || Snapshot.fits(changes, $0, from: before, to: after) } ?? false
        do {
            if isNet { content = try contentByChanges }
        } catch {
            fault = error
        }
        let leadsThere = content == after.content || Snapshot.fits(content: content, after)
        guard isNet, fault == nil, leadsThere, !changes.isEmpty else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: fault?.message
                        ?? "the changes are not what separates the state before from the state after",
                    underlyingError: fault
                )
            )
        }
    }
}
