/// One edit of a list of employees.
enum Edit {
    case insert(Employee, at: Int)
    case remove(id: Int)
    case update(id: Int, salary: Int)
    case move(id: Int, to: Int)
}

/// A list that is edited while what it was before is held by someone.
protocol EditedList: ~Copyable {
    /// What a subscriber keeps of a state.
    associatedtype State

    init(_ items: [Employee])

    var count: Int { get }
    var state: State { get }

    func id(at position: Int) -> Int
    mutating func apply(_ edit: Edit)
    mutating func append(_ items: [Employee])

    /// The number of changes between two states; `nil` where the list has no way to find it.
    static func difference(from before: State, to after: State) -> Int?
}

extension EditedList where Self: ~Copyable {
    /// All edits as one commit.
    mutating func commit(_ edits: [Edit]) {
        for edit in edits { apply(edit) }
    }
}
