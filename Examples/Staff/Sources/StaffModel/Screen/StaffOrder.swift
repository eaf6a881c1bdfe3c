import DataSources

/// In which order the people of a department are shown.
public enum StaffOrder: String, CaseIterable, Identifiable, Sendable {
    /// As people have arranged them.
    case arranged
    /// By name.
    case name
    /// By role, and by name where roles are equal.
    case role

    /// The order itself.
    public var id: StaffOrder { self }

    /// The title in a menu.
    public var title: String {
        switch self {
        case .arranged: "As arranged"
        case .name: "By name"
        case .role: "By role"
        }
    }

    var items: ItemOrder<Person> {
        switch self {
        // Sorting is stable: equal keys leave the order as it is.
        case .arranged: ItemOrder(by: { _ in 0 }, .ascending)
        case .name: ItemOrder(by: { $0.name }, .ascending)
        case .role: ItemOrder(by: { $0.role }, .ascending).then(ItemOrder(by: { $0.name }, .ascending))
        }
    }
}
