import DataSources

/// What people write first works.
func checkReading(of cards: ListSource<Card>) async {
    let board = await cards.grouped(by: \.column).snapshot
    precondition(board[0]?.items[0]?.title == "b" && board[1]?.header.id == "todo" && board[2] == nil)
    let likes = Parameter(3)
    let liked = await cards.combinedWithEach { _ in likes }.snapshot
    let first: Int? = liked[0]?.value
    precondition(first == 3 && liked.map(\.value) == [3, 3])
}
