import DataSources

func checkDerived(from players: ListSource<Player>) async {
    let search = Parameter("")
    let found = players.filter(by: search) { $0.id.contains($1) }.sorted(by: \.score)
    let subscription = await found.subscribe()
    precondition(subscription.snapshot.map(\.id) == ["Cem", "Ada"])
    search.set("m")
    let update = await subscription.next()
    precondition(update?.changes.deletions.count == 1)
    // Where the compiler does not ask for Sendable, a closure over a class compiles too.
    final class Screen { var rows: [Player] = [] }
    let screen = Screen()
    screen.rows = await found.snapshot.map { $0 }
    precondition(screen.rows.map(\.id) == ["Cem"])
}
