import DataSources
import DataSourcesWire
import ServiceLifecycle
import Synchronization

/// Who looks at the board: a second source, sent in the same streams as the board.
final class Presence: Service {
    /// The people, in the order in which they came.
    let feed: Feed<ListSource<Person>>
    private let people: ListSource<Person>
    /// How many streams each person has open; the source is edited under the lock, so in the same order.
    private let streams = Mutex([Person.ID: Int]())

    init() {
        people = ListSource()
        // Each stream begins with the whole list, so no history is needed.
        feed = Feed(of: people, history: HistoryBounds(count: 0))
    }

    /// A person has opened a stream.
    func entered(_ person: Person) {
        streams.withLock { streams in
            streams[person.id, default: 0] += 1
            people.submit { $0.upsert(person) }
        }
    }

    /// A person has closed a stream.
    func left(_ id: Person.ID) {
        streams.withLock { streams in
            guard let count = streams[id] else { return }
            streams[id] = count > 1 ? count - 1 : nil
            if count == 1 { people.submit { try $0.remove(id: id) } }
        }
    }

    /// Tells who came and who left at most twice a second: so nobody sees a page that is loaded anew leave.
    func run() async {
        await withDiscardingTaskGroup { @Sendable group in
            group.addTask { await self.feed.run(every: .milliseconds(500), heartbeat: .seconds(3_600)) }
            // Throws if the task is cancelled, which ends the streams as well.
            try? await gracefulShutdown()
            feed.shutDown()
            group.cancelAll()
        }
    }
}
