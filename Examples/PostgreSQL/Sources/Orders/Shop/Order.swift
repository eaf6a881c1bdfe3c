import DataSourcesPostgreSQL

/// An order: a row of the table.
struct Order: PostgresRow {
    static let columns = ["id", "customer", "status", "amount", "note"]
    static let key = ["id"]

    /// How far an order is.
    enum Status: Int, CaseIterable, Comparable, Sendable {
        case new, paid, packed, shipped

        static func < (left: Status, right: Status) -> Bool { left.rawValue < right.rawValue }

        /// As in the table.
        var name: String { "\(self)" }
    }

    let id: Int
    let customer: String
    var status: Status
    /// In cents.
    var amount: Int
    var note: String?

    static func id(of values: RowValues) throws -> Int { try values.integer("id") }

    init(_ values: RowValues, shown: Order?) throws {
        id = try values.integer("id")
        customer = try values.string("customer")
        let name = try values.string("status")
        // Another program may have written a status that is unknown here.
        status = Status.allCases.first { $0.name == name } ?? .new
        amount = try values.integer("amount")
        note = try values.optionalString("note", unchanged: shown?.note)
    }
}
