import DataSources

// The code of the article "Migrating from SimpleSource" that needs no toolkit.
enum FromSimpleSource {
    struct Employee: Identifiable, Equatable, Sendable {
        let id: String
        var name: String
    }

    struct Department: Identifiable, Equatable, Sendable {
        let id: String
        var title: String
    }

    /// A source of one's own: employees that a server pushes.
    actor Directory: PublishingSource {
        nonisolated let hub = SnapshotHub<ListSnapshot<Employee>>()
        private var draft = ListDraft<Employee>()

        func received(_ employees: [Employee]) {
            draft.upsert(contentsOf: employees)
            hub.publish(draft.snapshot)
        }
    }
}
