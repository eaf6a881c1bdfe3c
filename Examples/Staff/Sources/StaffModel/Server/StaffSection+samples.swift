public import DataSources

extension [StaffSection] {
    /// Four departments with some people, for those who open the app for the first time.
    public static var samples: [StaffSection] {
        func people(_ names: String..., role: String) -> [Person] {
            names.map { Person(id: $0.lowercased(), name: $0, role: role) }
        }
        return [
            StaffSection(
                Department(id: "bakery", name: "Bakery"), items: people("Ada", "Bob", "Cem", "Dora", role: "Baker")),
            StaffSection(
                Department(id: "shop", name: "Shop"), items: people("Emil", "Fay", "Gus", role: "Sales assistant")),
            StaffSection(Department(id: "office", name: "Office"), items: people("Hana", "Ivo", role: "Accountant")),
            StaffSection(Department(id: "delivery", name: "Delivery"), items: []),
        ]
    }
}
