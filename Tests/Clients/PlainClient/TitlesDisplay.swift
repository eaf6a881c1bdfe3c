import DataSources
import DataSourcesViews

/// A display on the main actor, as the documentation of `ListDisplay` writes it.
@MainActor final class TitlesDisplay: @MainActor ListDisplay {
    private(set) var titles: [String] = []

    func reset(to snapshot: ListSnapshot<Card>) {
        titles = snapshot.map(\.title)
    }

    func apply(_ stage: Update<ListSnapshot<Card>>, to snapshot: ListSnapshot<Card>, animation: AnimationHint?) {
        titles = snapshot.map(\.title)
    }
}

/// A display that is bound to no actor.
final class CountDisplay: ListDisplay {
    private(set) var count = 0

    var batching: Batching<ListSnapshot<Card>, [ListStep<Card>]> { .steps }

    func reset(to snapshot: ListSnapshot<Card>) {
        count = snapshot.count
    }

    func apply(_ steps: [ListStep<Card>], to snapshot: ListSnapshot<Card>, animation: AnimationHint?) {
        count = snapshot.count
    }
}

@MainActor
func checkDisplay(of cards: ListSource<Card>) async throws {
    let source = try ListSource(Array(cards.snapshot))
    let (titles, count) = (TitlesDisplay(), CountDisplay())
    let (screen, other) = (Presentation(of: source), Presentation(of: source))
    screen.attach(titles)
    other.attach(count)
    let runs = [Task { await screen.run() }, Task { await other.run() }]
    try await source.append(Card(id: 3, title: "c", column: "todo"))
    await source.finish()
    for run in runs { await run.value }
    precondition(titles.titles == ["a", "b", "c"] && count.count == 3)
}
