public import DataSources

/// A place in a department, told by its neighbours: others may edit the list before a command arrives.
public struct Place: Codable, Hashable, Sendable {
    /// The department.
    public let department: Department.ID
    /// The person before the place; `nil` at the beginning.
    public let previous: Person.ID?
    /// The person behind the place; `nil` at the end.
    public let next: Person.ID?

    /// Creates a place.
    public init(in department: Department.ID, after previous: Person.ID?, before next: Person.ID?) {
        (self.department, self.previous, self.next) = (department, previous, next)
    }

    /// The end of a department, as a state has it, without some people who may leave it.
    public init(endOf department: Department.ID, in staff: StaffSnapshot, without leaving: Set<Person.ID> = []) {
        let last = staff[sectionID: department]?.items.last { !leaving.contains($0.id) }
        self.init(in: department, after: last?.id, before: nil)
    }

    /// The place at a path: behind the person before, and before the next one who is not among those who leave.
    init?(at path: ItemPath, in staff: StaffSnapshot, without leaving: Set<Person.ID>) {
        guard let section = staff[section: path.section] else { return nil }
        let next = section.items.dropFirst(path.item + 1).first { !leaving.contains($0.id) }
        self.init(in: section.id, after: section.items[path.item - 1]?.id, before: next?.id)
    }

    /// Moves a person of the draft to this place: behind `previous`, or else before `next`, or else to the end.
    ///
    /// - Throws: `EditError` if there is no such person or department.
    func put(_ id: Person.ID, in draft: inout SectionedDraft<Department, Person>) throws(EditError) {
        guard let other = follower(of: id, in: draft.snapshot) else {
            return try draft.moveItems(ids: [id], toSection: department)
        }
        try draft.moveItems(ids: [id], before: other)
    }

    /// The person before whom one comes at this place; `nil` at the end.
    private func follower(of id: Person.ID, in staff: StaffSnapshot) -> Person.ID? {
        guard let people = staff[sectionID: department]?.items.map(\.id) else { return nil }
        func position(of neighbour: Person.ID?) -> Int? {
            neighbour.flatMap { $0 == id ? nil : people.firstIndex(of: $0) }
        }
        if let position = position(of: previous) { return people[(position + 1)...].first { $0 != id } }
        if let position = position(of: next) { return people[position] }
        return previous == nil && next != nil ? people.first { $0 != id } : nil
    }
}
