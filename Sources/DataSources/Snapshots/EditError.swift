/// Why a mutation, or the making of a snapshot, was refused; whoever throws it has changed nothing.
///
/// It names what is at fault: ids in ``ids``, offsets in ``message``.
///
/// ```swift
/// do {
///     try await staff.append(alice)
/// } catch let error as EditError where error.code == .duplicateItem {
///     print(error.ids.first?.as(Int.self) as Any)
/// }
/// ```
///
/// Snapshots, drafts and the initializers of sources throw nothing else, so there a plain `catch` has an `EditError`
/// without a cast. If you write `catch let error as EditError` around such calls, end with a plain `catch` as well:
/// Swift 6.3.1 crashes on the last clause being a cast that always succeeds, when the `do` block also calls a function
/// that is generic over what it throws, such as `map`, or when the function around it throws another type.
public struct EditError: Error, Hashable, Sendable {
    /// What kind of fault it was: stable, for programs to switch over.
    public enum Code: String, Hashable, Sendable, Codable {
        /// Item ids would have been there twice.
        case duplicateItem
        /// Section ids would have been there twice.
        case duplicateSection
        /// No item has the id.
        case unknownItem
        /// No section has the id.
        case unknownSection
        /// The position lies outside of what is there.
        case positionOutOfRange
        /// A closure that updates in place gave the item or the section header another id.
        case identityChanged
        /// The source has finished.
        case finished
        /// The sources of one transaction belong to different groups.
        case notInOneGroup
        /// A transaction over several sources was given one of them twice.
        case sameSourceTwice
    }

    /// What kind of fault it was.
    public let code: Code
    /// The ids at fault, each once; empty when the fault is not about ids.
    public let ids: [AnyID]
    /// What was wrong and where, in words.
    public let message: String

    /// Creates an error; sources of your own can throw it as the built-in ones do.
    public init(code: Code, ids: [AnyID] = [], message: String) {
        self.code = code
        self.ids = ids
        self.message = message
    }
}

extension EditError: CustomStringConvertible {
    /// The code and the message.
    public var description: String { "EditError.\(code.rawValue): \(message)" }
}

/// An id of any type, as an error carries it.
public struct AnyID: Sendable {
    /// The id itself.
    public let base: any Hashable & Sendable

    /// Wraps an id.
    public init(_ base: some Hashable & Sendable) {
        self.base = base
    }

    /// The id, if it is of the type asked for.
    public func `as`<ID>(_ type: ID.Type) -> ID? {
        base as? ID
    }
}

extension AnyID: Hashable {
    /// Whether both hold equal ids of one type.
    public static func == (left: AnyID, right: AnyID) -> Bool {
        // Numbers of different types are equal as AnyHashable when their values are.
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

// The faults, each in its words. Never inlined: they are the slow path.
extension EditError {
    @usableFromInline
    static func duplicateItems<ID: Hashable & Sendable>(_ ids: [ID]) -> EditError {
        EditError(
            code: .duplicateItem,
            ids: ids.map { AnyID($0) },
            message: "item ids would be there twice: \(list(ids)); an id must be unique in a snapshot"
        )
    }

    @usableFromInline
    static func duplicateSections<ID: Hashable & Sendable>(_ ids: [ID]) -> EditError {
        EditError(
            code: .duplicateSection,
            ids: ids.map { AnyID($0) },
            message: "section ids would be there twice: \(list(ids)); an id must be unique in a snapshot"
        )
    }

    @usableFromInline
    static func unknownItem<ID: Hashable & Sendable>(_ id: ID) -> EditError {
        EditError(code: .unknownItem, ids: [AnyID(id)], message: "no item has the id \(id)")
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

    static var sourceFinished: EditError {
        EditError(code: .finished, message: "the source has finished; it takes no more edits")
    }

    private static func list<ID>(_ ids: [ID]) -> String {
        let shown = ids.prefix(10).map { "\($0)" }.joined(separator: ", ")
        return ids.count > 10 ? "\(shown) and \(ids.count - 10) more" : shown
    }
}
