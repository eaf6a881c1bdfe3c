import DataSources
import DataSourcesViews

/// Sources that store their state need no `await`, in asynchronous code either; those that compute it do.
@MainActor
func checkObserved(of cards: ListSource<Card>) async {
    let list = ObservedList(of: cards)
    let typed: ObservedList<Card> = ObservedList(of: cards, rowsKept: 10)
    let edited = ObservedList(of: cards) { id, edit in try await cards.update(id: id) { edit(&$0) } }
    let sorted = await ObservedList(of: cards.sorted(by: \.title))
    let throttled = await ObservedList(of: cards.throttled(for: .seconds(1)), rowsKept: 10)
    let paged = await ObservedList(of: cards.paged(size: 1))
    for list in [list, typed, edited, sorted, throttled, await generic(cards)] {
        precondition(list.ids.elementsEqual([1, 2]) && list[id: 2]?.title == "b" && list[id: 3] == nil)
    }
    precondition(paged.ids.elementsEqual([1]) && list.isEditable && edited.isEditable && !sorted.isEditable)

    let grouped = cards.grouped(by: \.column)
    let board = await ObservedSections(of: grouped)
    precondition(board.sectionIDs.elementsEqual(["done", "todo"]) && board[id: 1] != nil && !board.isEditable)
    guard let stored = try? SectionedSource([ItemSection(Column(id: "todo"), items: cards.snapshot)]) else { return }
    let columns = ObservedSections(of: stored)
    precondition(columns[sectionID: "todo"]?.ids.count == 2 && columns.isEditable)
    await Task {
        let list = ObservedList(of: cards)
        precondition(list.count == 2)
    }.value
}

private func generic(_ source: some DataSource<ListSnapshot<Card>>) async -> ObservedList<Card> {
    await ObservedList(ofAny: source)
}
