// Names that people guess: the compiler has to say what to write. `.ci/api` compares its errors with the comments.
import DataSources

struct Row: Identifiable, Equatable, Sendable {
    let id: Int
}

func guesses(
    _ list: ListSource<Row>, _ sections: SectionedSource<Row, Row>, _ update: Update<ListSnapshot<Row>>
) async throws {
    _ = list.items
    // expected-error@-1 {{'items' is unavailable: read snapshot, which is a collection of the items}}
    _ = list.count
    // expected-error@-1 {{'count' is unavailable: read snapshot.count}}
    _ = list[0]
    // expected-error@-1 {{'subscript(_:)' is unavailable: read snapshot[position], which is nil}}
    try await list.insert(Row(id: 1))
    // expected-error@-1 {{'insert' is unavailable: say where: append(_:), insert(_:at:), or}}
    try await list.remove(Row(id: 1))
    // expected-error@-1 {{'remove' has been renamed to 'remove(id:)'}}
    _ = update.items
    // expected-error@-1 {{'items' is unavailable: read after, the new state}}
    _ = update.inserted
    // expected-error@-1 {{'inserted' has been renamed to 'insertedItems'}}
    _ = update.removedItems
    // expected-error@-1 {{'removedItems' has been renamed to 'deletedItems'}}
    _ = update.movedItems
    // expected-error@-1 {{'movedItems' is unavailable: changes.moves are pairs of positions}}
    try await sections.append(Row(id: 1), toSection: 2)
    // expected-error@-1 {{renamed to 'appendItem(_:toSection:)'}}
    try await sections.transaction { draft in
        try draft.append(Row(id: 1), toSection: 2)
        // expected-error@-1 {{renamed to 'appendItem(_:toSection:)'}}
        try draft.move(id: 1, to: ItemPath(section: 0, item: 0))
        // expected-error@-1 {{renamed to 'moveItem(id:to:)'}}
    }
    for section in sections.snapshot.sections { print(section.header, section.items.count) }
}
