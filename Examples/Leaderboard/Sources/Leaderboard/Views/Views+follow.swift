import DataSources

/// The views that are followed.
enum View: CaseIterable, Sendable {
    case top, standing, countries
}

extension Views {
    /// Where the followers of the views are.
    struct Followers: Sendable {
        let top: SnapshotSubscription<ListSnapshot<Player>>
        let standing: SnapshotSubscription<ValueSnapshot<Standing>>
        let countries: SnapshotSubscription<ListSnapshot<Keyed<String, Total>>>
    }

    /// Asks the views for what there is, which builds each with all that it is derived from.
    func build(telling board: Board) async -> Followers {
        let start = ContinuousClock.now
        let top = await top.subscribe()
        let topBuilt = ContinuousClock.now
        let standing = await standing.subscribe()
        let standingBuilt = ContinuousClock.now
        let countries = await countries.subscribe()
        await board.built(.top, in: topBuilt - start)
        await board.built(.standing, in: standingBuilt - topBuilt)
        await board.built(.countries, in: .now - standingBuilt)
        return Followers(top: top, standing: standing, countries: countries)
    }

    /// How many differences have been computed, for whoever follows the views, and for the views themselves.
    var differencesComputed: Int {
        ranking.differencesComputed + top.differencesComputed + chosen.differencesComputed
            + standing.differencesComputed + countries.differencesComputed
    }
}

extension Views.Followers {
    /// Keeps a board in step with the views until the task is cancelled; a task for each, each at its own pace.
    func follow(on board: Board) async {
        await board.begin(top.snapshot, standing.snapshot, countries.snapshot)
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await update in top { await board.show(top: update) }
            }
            group.addTask {
                for await update in standing { await board.show(standing: update) }
            }
            group.addTask {
                for await update in countries { await board.show(countries: update) }
            }
        }
    }
}
