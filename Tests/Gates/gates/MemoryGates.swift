import Counting
import DataSources

/// What sources keep for each item, in bytes: a source that owns the items, and derived sources.
///
/// The lists are as long as those that are built without a thread of the library's own, whose memory is not counted.
enum MemoryGates {
    private static let size = 16_000

    static func count(into counts: inout Counts) {
        let items = (0..<size).map { Figure($0) }
        held("a list source", &counts) { checked { try ListSource(items) } }
        over(items, "filter", &counts) { $0.filter { $0.id % 2 == 0 } }
        over(items, "sorted", &counts) { $0.sorted { $0.value < $1.value } }
        over(items, "grouped", &counts) { $0.grouped(by: \.group) }
        over(items, "filter, sorted, grouped, flattened, window", &counts) {
            $0.filter { $0.id % 2 == 0 }.sorted { $0.value < $1.value }.grouped(by: \.group).flattened()
                .window(ListWindow(start: 0, count: 50))
        }
    }

    private static func over<Source: DerivableSource>(
        _ items: [Figure], _ name: String, _ counts: inout Counts, derive: @escaping @Sendable (Upstream) -> Source
    ) {
        let upstream = Upstream()
        upstream.hub.publish(checked { try ListSnapshot(items) })
        held(name, &counts) {
            let box = Box<Source>()
            SerialLoop.run { _ in
                let derived = derive(upstream)
                consume(await derived.snapshot)
                box.value = derived
            }
            return box
        }
    }

    /// Counts what is left of what `make` allocates while its result is kept.
    private static func held(_ name: String, _ counts: inout Counts, _ make: () -> some Any) {
        _ = counting_take()
        counting_begin()
        let made = make()
        counting_end()
        counts.add(.held, "per item of \(size): \(name)", Double(counting_take().live) / Double(size))
        consume(made)
    }

    /// An item of three integers, so that nothing but lists is weighed.
    private struct Figure: Identifiable, Equatable, Sendable {
        let id: Int
        let group: Int
        let value: Int

        init(_ id: Int) {
            self.id = id
            group = id * 7919 % 100
            value = id * 7919 % 10_007
        }
    }

    private struct Upstream: PublishingSource {
        let hub = SnapshotHub<ListSnapshot<Figure>>()
    }

    // Sendable: touched by the one task of a loop, and after it has ended.
    private final class Box<Value>: @unchecked Sendable {
        var value: Value?
    }
}
