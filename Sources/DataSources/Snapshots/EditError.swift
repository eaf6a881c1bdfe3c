/// The reason why an edit, or the creation of a snapshot, was refused; nothing has changed.
///
/// ``ids`` contains the offending ids, ``repetitions`` where they would be twice, and ``message`` says both in words.
///
/// ```swift
/// do {
///     try await staff.append(alice)
/// } catch let error as EditError where error.code == .duplicateItem {
///     print(error.ids.first?.as(Int.self) as Any)
/// }
/// ```
///
/// Snapshots, drafts and the initializers of sources throw nothing else. So in a function, a plain `catch` around them
/// has an `EditError` without a cast. Inside a closure, Swift infers `any Error`, unless the `do` or the closure names
/// the type:
///
/// ```swift
/// Task {
///     do throws(EditError) {
///         show(try ListSnapshot(loaded))
///     } catch {
///         print(error.ids)
///     }
/// }
/// let list = Result { () throws(EditError) in try ListSnapshot(loaded) }
/// ```
///
/// Transactions, and everything else that is called on a source, throw `any Error`: a transaction also throws what its
/// closure throws.
///
/// If you write `catch let error as EditError` around such calls, add a plain `catch` after
/// it: Swift 6.3.1 crashes if the last clause is a cast that always succeeds and the `do` block also calls a function
/// with a generic thrown error, such as `map`, or the surrounding function throws another type.
public struct EditError: Error, Hashable, Sendable {
    /// The kind of error: stable, for programs to switch over.
    public enum Code: String, Hashable, Sendable, Codable {
        /// Item ids would be duplicated.
        case duplicateItem
        /// Section ids would be duplicated.
        case duplicateSection
        /// No item has the id.
        case unknownItem
        /// No section has the id.
        case unknownSection
        /// The position, or the number of a version to go on from, is out of bounds.
        case positionOutOfRange
        /// A closure that updates in place changed the id of the item or section header.
        case identityChanged
        /// The source has finished.
        case finished
        /// The sources of one transaction belong to different groups.
        case notInOneGroup
        /// A transaction over several sources was given the same source twice.
        case sameSourceTwice
    }

    /// The kind of error.
    public let code: Code
    /// The offending ids, each once; empty when the error is not about ids.
    public let ids: [AnyID]
    /// A description of what was wrong and where.
    public let message: String
    /// The first two places of each of the first ten duplicate ids; empty when the error is not about duplicates.
    ///
    /// ```swift
    /// for repetition in error.repetitions { print(repetition.id, repetition.first.item, repetition.second.item) }
    /// ```
    public let repetitions: [Repetition]

    /// Creates an error; custom sources can throw it like the built-in ones.
    public init(code: Code, ids: [AnyID] = [], message: String, repetitions: [Repetition] = []) {
        self.code = code
        self.ids = ids
        self.message = message
        self.repetitions = repetitions
    }
}

extension EditError {
    /// Whether ids would be duplicated.
    var isOfDuplicates: Bool { code == .duplicateItem || code == .duplicateSection }
}

extension EditError: CustomStringConvertible {
    /// The code and the message.
    public var description: String { "EditError.\(code.rawValue): \(message)" }
}

/// A type-erased id in an error.
public struct AnyID: Sendable {
    /// The id.
    public let base: any Hashable & Sendable

    /// Wraps an id.
    public init(_ base: some Hashable & Sendable) {
        self.base = base
    }

    /// The id, if it has this type.
    public func `as`<ID>(_ type: ID.Type) -> ID? {
        base as? ID
    }
}

extension AnyID: Hashable {
    /// Whether both contain equal ids of the same type.
    public static func == (left: AnyID, right: AnyID) -> Bool {
        // `AnyHashable` equates numbers of different types.
        type(of: left.base) == type(of: right.base) && AnyHashable(left.base) == AnyHashable(right.base)
    }

    /// Feeds the id into the hasher.
    public func hash(into hasher: inout Hasher) {
        AnyHashable(base).hash(into: &hasher)
    }
}

extension AnyID: CustomStringConvertible {
    /// The id's own description.
    public var description: String { String(describing: base) }
}

// Constructors with messages. Never inlined: they are the slow path.
extension EditError {
    @usableFromInline
    static func duplicateItems<ID: Hashable & Sendable>(
        _ ids: [ID], _ search: (inout RepetitionSearch<ID>) -> Void = { _ in }
    ) -> EditError {
        duplicates(.duplicateItem, "item", ids, search)
    }

    @usableFromInline
    static func duplicateSections<ID: Hashable & Sendable>(
        _ ids: [ID], _ search: (inout RepetitionSearch<ID>) -> Void = { _ in }
    ) -> EditError {
        duplicates(.duplicateSection, "section", ids, search)
    }

    /// The error of duplicate ids, whose places `search` notes.
    private static func duplicates<ID: Hashable & Sendable>(
        _ code: Code, _ kind: String, _ ids: [ID], _ search: (inout RepetitionSearch<ID>) -> Void
    ) -> EditError {
        var places = RepetitionSearch(of: ids)
        search(&places)
        let repetitions = places.repetitions
        let list =
            repetitions.isEmpty
            ? list(ids) : list(repetitions.map { "\($0.id) at \($0.first) and \($0.second)" }, count: ids.count)
        return EditError(
            code: code,
            ids: ids.map { AnyID($0) },
            message: "\(kind) ids would be there twice: \(list); an id must be unique in a snapshot",
            repetitions: repetitions
        )
    }

    /// The error of elements of which some have one id.
    @usableFromInline
    static func duplicateItems<Item: Identifiable>(_ ids: [Item.ID], in items: ContiguousArray<Item>) -> EditError
    where Item.ID: Sendable {
        duplicateItems(ids) { search in
            for (position, item) in items.enumerated() {
                if search.isComplete { return }
                search.note(item.id, at: Place(item: position))
            }
        }
    }

    /// The error of one item that would be inserted into a list that has one with its id.
    @usableFromInline
    static func duplicateItem<ID: Hashable & Sendable>(_ id: ID, insertedAt position: Int, into old: Int) -> EditError {
        duplicateItems([id]) { search in
            search.note(id, at: Place(item: position))
            search.note(id, at: Place(item: old < position ? old : old + 1))
        }
    }

    @usableFromInline
    static func unknownItem<ID: Hashable & Sendable>(_ id: ID) -> EditError {
        EditError(code: .unknownItem, ids: [AnyID(id)], message: "no item has the id \(id)")
    }

    @usableFromInline
    static func unknownItems<ID: Hashable & Sendable>(_ ids: [ID]) -> EditError {
        EditError(code: .unknownItem, ids: once(ids), message: "no items have the ids \(list(ids))")
    }

    @usableFromInline
    static func unknownSections<ID: Hashable & Sendable>(_ ids: [ID]) -> EditError {
        EditError(code: .unknownSection, ids: once(ids), message: "no sections have the ids \(list(ids))")
    }

    /// Each of the ids once.
    private static func once<ID: Hashable & Sendable>(_ ids: [ID]) -> [AnyID] {
        var seen = KeyTable<ID, Bool>()
        return ids.filter { seen.updateValue(true, forKey: $0) == nil }.map { AnyID($0) }
    }

    @usableFromInline
    static func unknownSection<ID: Hashable & Sendable>(_ id: ID) -> EditError {
        EditError(code: .unknownSection, ids: [AnyID(id)], message: "no section has the id \(id)")
    }

    @usableFromInline
    static func position(_ position: Int, of verb: String, outside range: ClosedRange<Int>) -> EditError {
        EditError(
            code: .positionOutOfRange,
            message:
                "cannot \(verb) at \(position): the positions for that are \(range.lowerBound) through \(range.upperBound)"
        )
    }

    @usableFromInline
    static func position(_ position: Int, of verb: String, outside range: Range<Int>) -> EditError {
        EditError(
            code: .positionOutOfRange,
            message: range.isEmpty
                ? "cannot \(verb) at \(position): there is nothing"
                : "cannot \(verb) at \(position): the positions there are \(range.lowerBound) through \(range.upperBound - 1)"
        )
    }

    @usableFromInline
    static func range(_ range: Range<Int>, of verb: String, count: Int) -> EditError {
        EditError(
            code: .positionOutOfRange,
            message: "cannot \(verb) \(range.lowerBound)..<\(range.upperBound): there are \(count)"
        )
    }

    @usableFromInline
    static func cannotGoOn(from version: Version) -> EditError {
        EditError(
            code: .positionOutOfRange,
            message: "cannot go on from version \(version.number): the numbers for that are 1 through \(Int64.max)"
        )
    }

    @usableFromInline
    static func identityChanged<ID: Hashable & Sendable>(from old: ID, to new: ID) -> EditError {
        EditError(
            code: .identityChanged,
            ids: [AnyID(old), AnyID(new)],
            message: "an update in place turned the id \(old) into \(new); remove one and insert the other instead"
        )
    }

    @usableFromInline
    static var notInOneGroup: EditError {
        EditError(
            code: .notInOneGroup,
            message: "a transaction over several sources needs sources of one SourceGroup: ListSource(…, in: group)"
        )
    }

    static var sameSourceTwice: EditError {
        EditError(
            code: .sameSourceTwice,
            message: "a transaction over several sources was given the same one twice; make all its edits in one draft"
        )
    }

    @usableFromInline static var sourceFinished: EditError {
        EditError(code: .finished, message: "the source has finished; it takes no more edits")
    }

    private static func list<ID>(_ ids: [ID]) -> String { list(ids.prefix(10).map { "\($0)" }, count: ids.count) }

    private static func list(_ shown: [String], count: Int) -> String {
        let list = shown.joined(separator: ", ")
        return count > shown.count ? "\(list) and \(count - shown.count) more" : list
    }
}
