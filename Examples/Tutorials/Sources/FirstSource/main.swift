import DataSources

struct Chore: Identifiable, Equatable, Sendable {
    let id: Int
    var title: String
    var isDone = false
}

let chores = try ListSource([
    Chore(id: 1, title: "Water the plants"), Chore(id: 2, title: "Buy milk"), Chore(id: 3, title: "Sweep the floor"),
])
let subscription = chores.subscribe()
print("At first:", subscription.snapshot.map(\.title))

try await chores.append(Chore(id: 4, title: "Read a book"))
if let update = await subscription.next() {
    print("Inserted:", update.insertedItems.map(\.title))
    print("Now:", update.after.map(\.title))
}

try await chores.update(id: 1) { $0.isDone = true }
try await chores.move(id: 4, to: 0)
try await chores.remove(id: 2)
if let update = await subscription.next() {
    print("Before:", update.before.map(\.title))
    print("After:", update.after.map(\.title))
    print("Deleted:", update.deletedItems.map(\.title), "at", update.changes.deletions)
    print("Moved:", update.changes.moves)
    for (old, new) in update.updatedItems {
        print("Updated:", new.title, old.isDone, "→", new.isDone)
    }
}

do {
    try await chores.append(Chore(id: 1, title: "Call Grandma"))
} catch {
    print(error)
}

try await chores.transaction { list in
    try list.append(Chore(id: 5, title: "Call Grandma"))
    try list.update(id: 3) { $0.isDone = true }
}
await chores.finish()
for await update in subscription {
    print("Last:", update.after.map { $0.isDone ? "✓ \($0.title)" : $0.title })
}
