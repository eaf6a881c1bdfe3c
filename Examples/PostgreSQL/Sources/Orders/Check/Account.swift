import DataSourcesPostgreSQL

/// A row of the check: transfers between accounts leave the sum of all balances as it is.
struct Account: PostgresRow {
    static let columns = ["id", "owner", "balance", "tag", "note"]
    static let key = ["id"]

    let id: Int
    var owner: String
    var balance: Int
    /// The transaction that has changed it last.
    var tag: Tag
    var note: String?

    static func id(of values: RowValues) throws -> Int { try values.integer("id") }

    init(id: Int, owner: String, balance: Int, tag: Tag, note: String?) {
        (self.id, self.owner, self.balance, self.tag, self.note) = (id, owner, balance, tag, note)
    }

    init(_ values: RowValues, shown: Account?) throws {
        id = try values.integer("id")
        owner = try values.string("owner")
        balance = try values.integer("balance")
        tag = Tag(rawValue: try values.integer("tag"))
        note = try values.optionalString("note", unchanged: shown?.note)
    }
}

/// The number of a transaction among those of its writer.
struct Tag: Equatable, Sendable {
    let rawValue: Int

    init(rawValue: Int) { self.rawValue = rawValue }

    init(writer: Int, number: Int) { rawValue = writer << 32 | number }

    var writer: Int { rawValue >> 32 }
    var number: Int { rawValue & 0xFFFF_FFFF }
}

/// A sum over rows that is the same for the same rows in any order.
struct Digest: Equatable, Sendable, CustomStringConvertible {
    var rows = 0
    private var sum: UInt64 = 0

    mutating func add(_ row: Account) {
        rows += 1
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func mix(_ number: UInt64) { hash = (hash ^ number) &* 0x100_0000_01B3 }
        for number in [row.id, row.balance, row.tag.rawValue] {
            mix(UInt64(bitPattern: Int64(number)))
            hash ^= hash >> 29
        }
        for byte in row.owner.utf8 { mix(UInt64(byte)) }
        mix(row.note == nil ? 1_000 : 1_001)
        for byte in (row.note ?? "").utf8 { mix(UInt64(byte)) }
        sum &+= hash ^ (hash >> 32)
    }

    static func of(_ rows: some Sequence<Account>) -> Digest {
        rows.reduce(into: Digest()) { $0.add($1) }
    }

    var description: String { "\(rows) rows, \(String(sum, radix: 16))" }
}
