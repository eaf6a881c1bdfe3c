import DataSources

extension DerivableSource<ListSnapshot<CardRow>> {
    /// The cards in the columns of a board.
    func board(of columns: [Column]) throws -> BoardSource {
        let cards = DerivedSource(from: self, through: ShownCards(columns: Set(columns.map(\.id))))
        let counts = cards.aggregated(by: \.column, .count)
        let headers = try ListSource(columns).leftJoined(toOne: counts, on: \.id).map { pair in
            Column(id: pair.left.id, title: pair.left.title, count: pair.right?.value ?? 0)
        }
        return cards.sectioned(into: headers, by: \.column).map(\.card)
    }

    /// Why rows cannot be shown, by their numbers.
    func reasons(on columns: [Column]) -> DerivedSource<ListSnapshot<Keyed<CardRow.ID, String>>> {
        let ids = Set(columns.map(\.id))
        return compactMap { row in
            if case .failure(let error) = row.placed(on: ids) { error.reason } else { nil }
        }
    }
}

/// The cards of the rows that can be shown, in the order of their places.
///
/// The table has a unique index of ids, unless another program has made the table: then the first row of each is shown.
private struct ShownCards: SnapshotOperator, ~Copyable {
    let columns: Set<Column.ID>
    private let order = ItemOrder<PlacedCard>.ascending(\.place)
    private var shown = ListDraft<PlacedCard>()
    /// By id and number, the cards whose ids are those of earlier rows.
    private var others: [Card.ID: [CardRow.ID: PlacedCard]] = [:]

    init(columns: Set<Column.ID>) { self.columns = columns }

    mutating func apply(_ update: Update<ListSnapshot<CardRow>>) -> ListSnapshot<PlacedCard> {
        for row in update.deletedItems { remove(row) }
        for (old, new) in update.updatedItems {
            remove(old)
            insert(new)
        }
        for row in update.insertedItems { insert(row) }
        return shown.snapshot
    }

    private mutating func remove(_ row: CardRow) {
        guard case .success(let card) = row.placed(on: columns) else { return }
        if others[card.id]?.removeValue(forKey: row.id) != nil { return }
        shown[id: card.id] = nil
        guard let next = others[card.id]?.values.min() else { return }
        others[card.id]?[next.place.number] = nil
        shown.upsert(next, sortedBy: order)
    }

    private mutating func insert(_ row: CardRow) {
        guard case .success(let card) = row.placed(on: columns) else { return }
        let other = shown[id: card.id] ?? card
        let (first, second) = (min(card, other), max(card, other))
        shown.upsert(first, sortedBy: order)
        if first < second { others[card.id, default: [:]][second.place.number] = second }
    }
}

extension ListSnapshot<CardRow> {
    /// The rows that cannot be shown, also those whose ids others have.
    func unreadable(on columns: [Column]) -> [UnreadableRow] {
        let ids = Set(columns.map(\.id))
        var known: Set<Card.ID> = []
        return compactMap { row in
            let reason: String
            switch row.placed(on: ids) {
            case .success(let placed) where known.insert(placed.id).inserted: return nil
            case .success: reason = "another row has its id"
            case .failure(let error): reason = error.reason
            }
            return UnreadableRow(table: "card", number: row.id, reason: reason)
        }
    }
}
