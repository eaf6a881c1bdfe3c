public import DataSources
public import DataSourcesWire

/// An edit of the list: made at once on the device, and again by the server.
///
/// Edits refer to people and places by id, so they can be made in a state that is newer than the one that a person saw. A
/// command that is made twice changes nothing the second time; so it can be sent again after a restart of the app.
public enum StaffCommand: SectionedCommand, Equatable {
    /// Adds people.
    case hire([Hire])
    /// Changes what is known of a person.
    case change(Change)
    /// Moves people, one after the other.
    case move([Move])
    /// Removes people.
    case dismiss([Person.ID])

    /// A new person and the place.
    public struct Hire: Codable, Equatable, Sendable {
        let person: Person
        let place: Place
    }

    /// A person and the place to go to.
    public struct Move: Codable, Equatable, Sendable {
        let id: Person.ID
        let place: Place
    }

    /// The properties to set: what is `nil` stays, whatever others make of it.
    public struct Change: Codable, Equatable, Sendable {
        let id: Person.ID
        var name: String?
        var role: String?
        var isAway: Bool?

        /// The properties in which two states of a person differ.
        init(from old: Person, to new: Person) {
            id = old.id
            if old.name != new.name { name = new.name }
            if old.role != new.role { role = new.role }
            if old.isAway != new.isAway { isAway = new.isAway }
        }

        func apply(to person: inout Person) {
            if let name { person.name = name }
            if let role { person.role = role }
            if let isAway { person.isAway = isAway }
        }
    }

    /// The name under which the server knows the commands.
    public static let name = "staff"

    /// Makes the edit.
    ///
    /// - Throws: `EditError` if a person or a department has gone.
    public func apply(to draft: inout SectionedDraft<Department, Person>) throws {
        switch self {
        case .hire(let hires):
            for hire in hires where !draft.contains(id: hire.person.id) {
                try draft.appendItem(hire.person, toSection: hire.place.department)
                try hire.place.put(hire.person.id, in: &draft)
            }
        case .change(let change): try draft.updateItem(id: change.id) { change.apply(to: &$0) }
        case .move(let moves):
            for move in moves { try move.place.put(move.id, in: &draft) }
        case .dismiss(let ids): try draft.removeItems(ids: ids.filter { draft.contains(id: $0) })
        }
    }

    /// The command that takes this one back.
    ///
    /// - Parameter staff: The state before.
    /// - Returns: The command; `nil` if this one changes nothing in this state.
    /// - Complexity: O(*n*) for each person in the command.
    public func inverse(in staff: StaffSnapshot) -> StaffCommand? {
        switch self {
        case .hire(let hires):
            let new = hires.map(\.person.id).filter { staff.path(of: $0) == nil }
            return new.isEmpty ? nil : .dismiss(new)
        case .change(let change):
            guard let old = staff[id: change.id] else { return nil }
            var new = old
            change.apply(to: &new)
            return new == old ? nil : .change(Change(from: new, to: old))
        case .move(let moves):
            let places = Self.places(of: moves.map(\.id), in: staff)
            return places.isEmpty ? nil : .move(places.map { Move(id: $0.person.id, place: $0.place) })
        case .dismiss(let ids):
            let places = Self.places(of: ids, in: staff)
            return places.isEmpty ? nil : .hire(places)
        }
    }

    /// Where people are, from front to back: each place is good once those before are taken.
    private static func places(of ids: [Person.ID], in staff: StaffSnapshot) -> [Hire] {
        let ids = Set(ids)
        return ids.compactMap { staff.path(of: $0) }.sorted().compactMap { path in
            guard let person = staff[path], let place = Place(at: path, in: staff, without: ids) else { return nil }
            return Hire(person: person, place: place)
        }
    }
}
