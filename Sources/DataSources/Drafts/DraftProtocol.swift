/// What drafts of all kinds have in common: a state that can be taken back to a snapshot of its own.
public protocol DraftProtocol<Snapshot>: ~Copyable {
    /// What the draft is a draft of.
    associatedtype Snapshot

    /// The state as it is now: an O(1) copy that later edits leave alone.
    var snapshot: Snapshot { get }

    /// Makes all edits of `body`, or none.
    ///
    /// When `body` throws, the draft is as it was before. A transaction inside of another one is a savepoint: when its
    /// `body` throws, exactly its own edits are undone, and the outer transaction goes on if it catches the error.
    ///
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    /// - Complexity: That of the edits; when it throws, also O(changes).
    mutating func transaction<Result>(_ body: (inout Self) throws -> Result) throws -> Result
}

extension ListDraft: DraftProtocol {
    /// Makes all edits of `body`, or none.
    ///
    /// When `body` throws, the draft is as it was before. A transaction inside of another one is a savepoint: when its
    /// `body` throws, exactly its own edits are undone, and the outer transaction goes on if it catches the error.
    ///
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    /// - Complexity: That of the edits; when it throws, also O(changes).
    @inlinable
    public mutating func transaction<Result>(
        _ body: (inout ListDraft) throws -> Result
    ) throws -> Result {
        let before = snapshot
        let savepoint = beginTransaction()
        do {
            let result = try body(&self)
            keepTransaction(since: savepoint)
            return result
        } catch {
            restore(before, since: savepoint)
            throw error
        }
    }
}

extension SectionedDraft: DraftProtocol {
    /// Makes all edits of `body`, or none.
    ///
    /// When `body` throws, the draft is as it was before. A transaction inside of another one is a savepoint: when its
    /// `body` throws, exactly its own edits are undone, and the outer transaction goes on if it catches the error.
    ///
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    /// - Complexity: That of the edits; when it throws, also O(*s* + changes).
    @inlinable
    public mutating func transaction<Result>(
        _ body: (inout SectionedDraft) throws -> Result
    ) throws -> Result {
        let before = snapshot
        let savepoint = beginTransaction()
        do {
            let result = try body(&self)
            keepTransaction(since: savepoint)
            return result
        } catch {
            restore(before, since: savepoint)
            throw error
        }
    }
}
