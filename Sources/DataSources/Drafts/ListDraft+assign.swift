extension ListDraft {
    /// The error of the first assignment to ``subscript(id:)`` in this transaction that could not be made.
    ///
    /// The transaction throws it when its closure returns. A draft used on its own keeps it.
    @inlinable
    public var assignmentError: EditError? { failedAssignment }

    /// Makes an assignment to ``subscript(id:)``.
    @inlinable
    mutating func assign(_ item: Item?, to id: Item.ID) {
        let position = position(of: id)
        do throws(EditError) {
            switch (item, position) {
            case (nil, nil): return
            case (nil, let position?): try remove(at: position)
            case (let item?, let position):
                guard areSameKey(item.id, id) else { throw .identityChanged(from: id, to: item.id) }
                if let position { put(item, at: position) } else { try append(item) }
            }
        } catch {
            if failedAssignment == nil { failedAssignment = error }
        }
    }
}

extension SectionedDraft {
    /// The error of the first assignment to ``subscript(id:)`` in this transaction that could not be made.
    ///
    /// The transaction throws it when its closure returns. A draft used on its own keeps it.
    @inlinable
    public var assignmentError: EditError? { failedAssignment }

    /// Makes an assignment to ``subscript(id:)``.
    @inlinable
    mutating func assign(_ item: Item?, to id: Item.ID) {
        let path = path(of: id)
        do throws(EditError) {
            switch (item, path) {
            case (nil, nil): return
            case (nil, let path?): try removeItem(at: path)
            case (_?, nil): throw .unknownItem(id)
            case (let item?, let path?):
                guard areSameKey(item.id, id) else { throw .identityChanged(from: id, to: item.id) }
                putItem(item, at: path)
            }
        } catch {
            if failedAssignment == nil { failedAssignment = error }
        }
    }
}

/// A draft of a source: a transaction fails if one of its assignments has failed.
@usableFromInline
protocol StoredDraft: DraftProtocol, Sendable, ~Copyable {
    var assignmentError: EditError? { get }
}

extension StoredDraft where Self: ~Copyable {
    /// Checks that every assignment could be made; called before a commit.
    @inlinable
    func checkAssignments() throws(EditError) {
        if let error = assignmentError { throw error }
    }
}

extension ListDraft: StoredDraft {}
extension SectionedDraft: StoredDraft {}
