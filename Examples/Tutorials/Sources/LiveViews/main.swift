import DataSources

struct Chore: Identifiable, Equatable, Sendable {
    let id: Int
    var title: String
    var minutes: Int
    var person: String
}

let chores = try ListSource([
    Chore(id: 1, title: "Water the plants", minutes: 10, person: "Ada"),
    Chore(id: 2, title: "Buy milk", minutes: 20, person: "Bob"),
    Chore(id: 3, title: "Sweep the floor", minutes: 15, person: "Ada"),
])

let quick = chores.filter { $0.minutes <= 15 }.sorted(by: \.minutes)
let subscription = await quick.subscribe()
print("Quick:", subscription.snapshot.map(\.title))

try await chores.update(id: 2) { $0.minutes = 5 }
if let update = await subscription.next() {
    print("Inserted:", update.insertedItems.map(\.title), "at", update.changes.insertions)
}

let limit = Parameter(15)
let withinLimit = chores.filter(by: limit) { chore, minutes in chore.minutes <= minutes }
let byPerson = withinLimit.grouped(by: \.person)
let total = withinLimit.sum(of: \.minutes)

func show() async {
    for section in await byPerson.snapshot {
        print("- \(section.header.id): \(section.items.map(\.title))")
    }
    print("  \(await total.snapshot.value ?? 0) minutes")
}

print("At most \(limit.value) minutes:")
await show()
limit.set(5)
print("At most \(limit.value) minutes:")
await show()

let people = await byPerson.subscribe()
try await chores.update(id: 3) { $0.minutes = 3 }
await chores.finish()
limit.finish()
for await update in people {
    print("Persons:", update.after.map(\.header.id))
}
print("The view has ended.")
