import DataSources

/// What a screen shows: on the main actor like all that says nothing else.
final class Board {
    private(set) var rows: [Player] = []
    private(set) var levels: [Int] = []
    private let best: DerivedSource<ListSnapshot<Player>>
    private let grouped: DerivedSource<SectionedSnapshot<GroupHeader<Int>, Player>>

    init(_ players: ListSource<Player>, search: Parameter<String>) {
        // The closures run off the main actor. They use the items, which may be used everywhere.
        best = players.filter(by: search) { $0.id.contains($1) }.sorted(by: \.score, .descending)
        grouped = players.grouped { $0.level }
    }

    func show() async {
        rows = await best.snapshot.map(\.self)
        levels = await grouped.snapshot.map(\.header.id)
    }

    func follow(_ count: Int) async {
        let subscription = await best.subscribe()
        rows = subscription.snapshot.map(\.self)
        // It may begin with what is waited for: then no update comes.
        if rows.count == count { return }
        for await update in subscription {
            rows = update.after.map(\.self)
            if rows.count == count { return }
        }
    }
}

func checkBoard(of players: ListSource<Player>) async {
    let search = Parameter("")
    let board = Board(players, search: search)
    await board.show()
    precondition(board.rows.map(\.id) == ["Ada", "Cem"])
    precondition(board.levels.sorted() == [0, 1])
    let follower = Task { await board.follow(1) }
    search.set("m")
    await follower.value
    precondition(board.rows.map(\.id) == ["Cem"])
}
