import DataSources

struct Room: Identifiable, Equatable, Sendable {
    let id: String
    var floor: Int
}

struct Chore: Identifiable, Equatable, Sendable {
    let id: Int
    var title: String
}

func show(_ rooms: SectionedSnapshot<Room, Chore>) {
    for section in rooms {
        print("\(section.header.id), floor \(section.header.floor)")
        for chore in section.items { print("- \(chore.title)") }
    }
}

let rooms = try SectionedSource([
    ItemSection(
        Room(id: "Kitchen", floor: 0), items: [Chore(id: 1, title: "Buy milk"), Chore(id: 2, title: "Do the dishes")]),
    ItemSection(Room(id: "Garden", floor: 0), items: [Chore(id: 3, title: "Water the roses")]),
])
let subscription = rooms.subscribe()
show(subscription.snapshot)

try await rooms.appendItem(Chore(id: 4, title: "Sweep the floor"), toSection: "Kitchen")
try await rooms.moveItem(id: 1, toSection: "Garden", at: 0)
try await rooms.appendSection(ItemSection(Room(id: "Attic", floor: 2), items: [Chore(id: 5, title: "Find the tent")]))
try await rooms.updateSection(id: "Kitchen") { $0.floor = 1 }

if let update = await subscription.next() {
    print()
    show(update.after)
    print()
    print("Items inserted at", update.changes.insertions)
    print("Items moved:", update.changes.moves)
    print("Sections inserted at", update.changes.sections.insertions)
    print("Sections updated:", update.changes.sections.updates)
}

let snapshot = rooms.snapshot
print()
print(snapshot.count, "sections,", snapshot.itemCount, "items")
print(snapshot[sectionID: "Garden"]?.items.map(\.title) ?? [])
print(snapshot[ItemPath(section: 1, item: 0)]?.title ?? "no chore there")
