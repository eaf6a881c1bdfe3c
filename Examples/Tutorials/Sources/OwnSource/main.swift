import DataSources

struct Download: Identifiable, Equatable, Sendable {
    let id: String
    var percent = 0
}

/// The files that are being downloaded.
actor Downloads: PublishingSource {
    nonisolated let hub = SnapshotHub<ListSnapshot<Download>>()
    private var draft = ListDraft<Download>()

    func began(_ name: String) {
        draft.upsert(Download(id: name))
        hub.publish(draft.snapshot)
    }

    func received(_ percent: Int, of name: String) throws {
        try draft.update(id: name) { $0.percent = percent }
        hub.publish(draft.snapshot)
    }

    func ended(_ name: String) throws {
        try draft.remove(id: name)
        hub.publish(draft.snapshot)
    }

    func finish() {
        hub.finish()
    }
}

let downloads = Downloads()
let subscription = downloads.subscribe()

await downloads.began("map.png")
await downloads.began("song.mp3")
try await downloads.received(40, of: "map.png")
if let update = await subscription.next() {
    print(update.after.map { "\($0.id) \($0.percent) %" })
}

let slowest = downloads.sorted(by: \.percent).prefix(1)
print("Slowest:", await slowest.snapshot.map(\.id))

try await downloads.received(90, of: "song.mp3")
print("Slowest:", await slowest.snapshot.map(\.id))

try await downloads.ended("map.png")
await downloads.finish()
for await update in subscription {
    print("Ended:", update.deletedItems.map(\.id))
    print("Left:", update.after.map { "\($0.id) \($0.percent) %" })
}
