/// The work for one item.
struct PrefetchJob<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
    let item: Item
    /// Ends when the work is to be cancelled.
    let stop: AsyncStream<Never>

    /// Loads the item in a child task that can be cancelled by itself.
    func run(_ fetch: @escaping @Sendable (Item) async -> Void, _ core: PrefetchCore<Item>) async {
        await withTaskGroup { @Sendable group in
            group.addTask { [item] in
                await fetch(item)
            }
            group.addTask { [stop] in
                for await _ in stop {}
            }
            await group.next()
            group.cancelAll()
        }
        core.end(item.id)
    }
}
