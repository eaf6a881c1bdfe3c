public import DataSources

/// Somebody who works here.
public struct Person: Identifiable, Equatable, Codable, Sendable {
    /// Names the person in commands and selections.
    public let id: String
    /// The name.
    public var name: String
    /// What the person does.
    public var role: String
    /// Whether the person is away today.
    public var isAway: Bool

    /// Creates a person.
    public init(id: String, name: String, role: String, isAway: Bool = false) {
        (self.id, self.name, self.role, self.isAway) = (id, name, role, isAway)
    }
}

/// A department: the header of a section.
public struct Department: Identifiable, Equatable, Codable, Sendable {
    /// Names the department.
    public let id: String
    /// The title.
    public var name: String

    /// Creates a department.
    public init(id: String, name: String) {
        (self.id, self.name) = (id, name)
    }
}

/// All departments with their people, in the order that people gave them.
public typealias StaffSnapshot = SectionedSnapshot<Department, Person>

/// One department with its people.
public typealias StaffSection = ItemSection<Department, Person>
