/// The common interface of drafts: a mutable state that can be rolled back.
public protocol DraftProtocol<Snapshot>: ~Copyable {
    /// The type of snapshot that the draft edits.
    associatedtype Snapshot

    /// The state at this point: an O(1) copy, unaffected by later edits.
    var snapshot: Snapshot { get }

    /// Makes all edits of `body`, or none.
    ///
    /// If `body` throws, the draft returns to its previous state. A nested transaction is a savepoint: if its `body`
    /// throws, only its own edits are undone, and the outer transaction continues if it catches the error.
    ///
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    /// - Complexity: That of the edits; if it throws, also O(changes).
    mutating func transaction<Result>(_ body: (inout Self) throws -> Result) throws -> Result
}

extension ListDraft: DraftProtocol {
    /// Makes all edits of `body`, or none.
    ///
    /// If `body` throws, the draft returns to its previous state. A nested transaction is a savepoint: if its `body`
    /// throws, only its own edits are undone, and the outer transaction continues if it catches the error.
    ///
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    /// - Complexity: That of the edits; if it throws, also O(changes).
    @inlinable
    public mutating func transaction<Result>(
        _ body: (inout ListDraft) throws -> Result
    ) throws -> Result {
        let before = snapshot
        let savepoint = beginTransaction()
        let earlierError = failedAssignment
        failedAssignment = nil
        defer { failedAssignment = earlierError }
        do {
            let result = try body(&self)
            if let failedAssignment { throw failedAssignment }
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
    /// If `body` throws, the draft returns to its previous state. A nested transaction is a savepoint: if its `body`
    /// throws, only its own edits are undone, and the outer transaction continues if it catches the error.
    ///
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    /// - Complexity: That of the edits; if it throws, also O(*s* + changes).
    @inlinable
    public mutating func transaction<Result>(
        _ body: (inout SectionedDraft) throws -> Result
    ) throws -> Result {
        let before = snapshot
        let savepoint = beginTransaction()
        let earlierError = failedAssignment
        failedAssignment = nil
        defer { failedAssignment = earlierError }
        do {
            let result = try body(&self)
            if let failedAssignment { throw failedAssignment }
            keepTransaction(since: savepoint)
            return result
        } catch {
            restore(before, since: savepoint)
            throw error
        }
    }
}
