import DataSources
import DataSourcesPostgreSQL

/// A row with a large value.
struct Account: PostgresRow {
    static let columns = ["id", "owner", "balance", "note"]
    static let key = ["id"]

    let id: Int
    var owner: String
    var balance: Int
    var note: String?

    init(id: Int, owner: String, balance: Int = 0, note: String? = nil) {
        (self.id, self.owner, self.balance, self.note) = (id, owner, balance, note)
    }

    static func id(of values: RowValues) throws -> Int { try values.integer("id") }

    init(_ values: RowValues, shown: Account?) throws {
        id = try values.integer("id")
        owner = try values.string("owner", unchanged: shown?.owner)
        balance = try values.integer("balance")
        note = try values.optionalString("note", unchanged: shown?.note)
    }
}

typealias Accounts = FollowedList<Account, LogPosition>
