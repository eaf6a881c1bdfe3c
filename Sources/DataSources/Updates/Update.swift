/// The net difference between two states of a source: what a subscriber is given when it asks for more.
///
/// An update is never empty. ``before`` and ``after`` are whole snapshots, O(1) to keep, so that a consumer never has to
/// read a source that has gone on meanwhile. The same difference comes in the form that a consumer needs:
///
/// | Form | For |
/// |---|---|
/// | ``changes`` | positions before and after, as a table view wants them |
/// | ``steps`` | one edit after the other, as a DOM or a list model wants them |
/// | ``stages`` | batches that a view with UIKit's rules accepts, each with its own snapshots |
/// | ``inverted`` | undo |
///
/// ```swift
/// for await update in staff.subscribe() {
///     for offset in update.changes.insertions { print("+", update.after[offset]!.name) }
/// }
/// ```
public struct Update<Snapshot: SnapshotProtocol>: Sendable {
    /// All of it: subscribers that are given the same update hold one reference each, and their tasks have one to keep.
    @usableFromInline let shared: SharedUpdate<Snapshot>

    /// The state the subscriber had been given before.
    @inlinable public var before: Snapshot { shared.before }
    /// The state the subscriber has now.
    @inlinable public var after: Snapshot { shared.after }
    /// What separates the two, by position.
    @inlinable public var changes: Snapshot.Changes { shared.changes }

    @inlinable
    init(_ shared: SharedUpdate<Snapshot>) {
        self.shared = shared
    }

    /// Creates an update from parts that fit one another.
    @inlinable
    init(before: Snapshot, after: Snapshot, changes: Snapshot.Changes) {
        shared = SharedUpdate(before: before, after: after, changes: changes)
    }

    /// Creates the update that leads from one snapshot to another; `nil` when they are equal.
    ///
    /// - Complexity: That of the snapshots' difference: O(changes · log *n*) for two states of one source.
    @inlinable
    public init?(from before: Snapshot, to after: Snapshot) {
        guard let changes = after.changes(from: before, isCancelled: nil), !changes.isEmpty else { return nil }
        self.init(before: before, after: after, changes: changes)
    }

    /// The update that leads back.
    ///
    /// - Complexity: O(*k* log *k*) in the number of changes.
    public var inverted: Update {
        Update(before: after, after: before, changes: changes.inverted)
    }

    /// The way from ``before`` to ``after`` in single edits, each in the positions its predecessors left.
    ///
    /// Applied one after the other to the content before, they give the content after. Removals come first, then moves
    /// and insertions from front to back, then content.
    ///
    /// - Complexity: O(*k* log *k*) in the number of changes; for sections also O(*s*) in their number.
    public var steps: [Snapshot.Edit] { Snapshot.steps(of: self) }

    /// The way from ``before`` to ``after`` in batches that a view with UIKit's rules for batch updates accepts.
    ///
    /// Usually that is the update itself. It is more than one when content changes where rows or sections move, or when
    /// rows change in a section that itself changes; then the states in between are snapshots that no source has
    /// committed.
    ///
    /// - Complexity: O(*k* log *n*) in the number of changes; for sections also O(*s*) in their number.
    public var stages: [Update] { Snapshot.stages(of: self) }

    /// Brings a plain array from the content before to the content after.
    ///
    /// - Throws: ``UpdateError`` when the array is not as long as the content before, or other items are where items
    ///   are removed, moved or updated; then the array is as it was.
    /// - Complexity: O(*n* + *k* log *k*).
    public func apply(to content: inout Snapshot.Content) throws(UpdateError) {
        try Snapshot.apply(self, to: &content)
    }

    /// The state after, if `snapshot` is the state before.
    ///
    /// - Throws: ``UpdateError`` when `snapshot` is not equal to ``before``.
    /// - Complexity: O(1) when `snapshot` is a copy of ``before``, else that of comparing them.
    public func applied(to snapshot: Snapshot) throws(UpdateError) -> Snapshot {
        guard snapshot.isIdentical(to: before) || snapshot == before || Snapshot.fits(snapshot, before) else {
            throw UpdateError(code: .baseMismatch, message: "the snapshot is not the one that the update starts from")
        }
        return after
    }

    /// This update and the one that follows it as one update, net; `nil` when together they come to nothing.
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
    /// Whether both lead from equal states to equal states by the same changes.
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

    /// Writes the state before, the state after and the changes.
    ///
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

    /// Reads an update and checks that its parts fit one another.
    ///
    /// Items that do not equal themselves, before and after, may be among the updates or not: whether they were compared
    /// depended on what the two states shared.
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
        // The net difference first: it bounds what the changes speak of.
        let net = after.changes(from: before, isCancelled: nil)
        let isNet =
            net.map { changes.isEquivalent(to: $0) || Snapshot.fits(changes, $0, from: before, to: after) } ?? false
        do {
            if isNet { try apply(to: &content) }
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
