import DataSources
import DataSourcesSQLite
import Foundation
import GRDB

struct Chore: TableRow, Codable {
    let id: Int
    var title: String
    var minutes: Int
}

let file = FileManager.default.temporaryDirectory.appending(path: "chores-\(UUID()).sqlite").path
let pool = try DatabasePool(path: file)
try pool.write { database in
    try database.execute(
        sql: """
            CREATE TABLE chore (id INTEGER PRIMARY KEY, title TEXT NOT NULL, minutes INTEGER NOT NULL);
            INSERT INTO chore VALUES (1, 'Water the plants', 10), (2, 'Buy milk', 20), (3, 'Do the dishes', 30);
            """)
}

let query = TableQuery<Chore>("chore", sortedBy: [.ascending("minutes", { $0.minutes })])
let table = FollowedTable(query, in: pool)
let following = Task { try await table.run() }
await table.list.status.firstValue { $0 == .ready }
print("Loaded:", table.list.snapshot.map(\.title))

let subscription = table.list.subscribe()
let (_, position) = try await table.write { database in
    try database.execute(sql: "INSERT INTO chore VALUES (4, 'Sweep the floor', 15)")
    try database.execute(sql: "UPDATE chore SET minutes = 5 WHERE id = 3")
}
await table.shows(position)
if let update = await subscription.next() {
    print("Inserted:", update.insertedItems.map(\.title))
    print("Moved:", update.changes.moves)
    print("Now:", update.after.map(\.title))
}

let quick = table.list.filter { $0.minutes <= 10 }
let stranger = try DatabaseQueue(path: file)
try stranger.write { try $0.execute(sql: "DELETE FROM chore WHERE id = 1") }
try await quick.first(within: .seconds(10)) { !$0.contains(id: 1) }
print("Quick:", await quick.snapshot.map(\.title))

following.cancel()
try pool.close()
try FileManager.default.removeItem(atPath: file)
