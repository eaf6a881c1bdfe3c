import DataSourcesTesting
import Testing

struct `Transport fate` {
    private func fates(_ faults: TransportFaults, seed: UInt64 = 1, count: Int = 10_000) -> [TransportFate] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { _ in TransportFate(faults, using: &generator) }
    }

    private func places(_ fates: [TransportFate], where predicate: (TransportFate) -> Bool) -> Set<Int> {
        Set(fates.indices.filter { predicate(fates[$0]) })
    }

    @Test func `rate 0 never happens, rate 1 always`() {
        let none = fates(.none)
        #expect(none.allSatisfy { !$0.isDropped && $0.duplicate == nil && $0.truncation == nil })
        #expect(none.allSatisfy { $0.first.delay == .zero && $0.first.holdBack == nil })
        let all = fates(TransportFaults(drop: 1, duplicate: 1, reorder: 1, truncate: 1))
        #expect(all.allSatisfy { $0.isDropped && $0.duplicate?.holdBack != nil && $0.truncation != nil })
        #expect(all.allSatisfy { $0.first.holdBack != nil })
    }

    @Test func `a rate is the share of the frames`() {
        let fates = fates(TransportFaults(drop: 0.1, duplicate: 0.3, reorder: 0.5, truncate: 0.7))
        #expect((900...1100).contains(places(fates) { $0.isDropped }.count))
        #expect((2800...3200).contains(places(fates) { $0.duplicate != nil }.count))
        #expect((4800...5200).contains(places(fates) { $0.first.holdBack != nil }.count))
        #expect((6800...7200).contains(places(fates) { $0.truncation != nil }.count))
    }

    @Test func `one rate does not move the faults of the others, and a higher rate only adds`() {
        let alone = fates(TransportFaults(drop: 0.1))
        let more = fates(
            TransportFaults(drop: 0.2, duplicate: 0.5, reorder: 0.5, truncate: 0.5, delay: .zero ... .seconds(1)))
        let (few, many) = (places(alone) { $0.isDropped }, places(more) { $0.isDropped })
        #expect(few.isStrictSubset(of: many))
        let duplicates = places(fates(TransportFaults(duplicate: 0.5))) { $0.duplicate != nil }
        #expect(duplicates == places(more) { $0.duplicate != nil })
    }

    @Test func `delays fill their range and do not leave it`() {
        let range = Duration.milliseconds(2) ... .milliseconds(5)
        let delays = fates(TransportFaults(reorder: 1, reorderDelay: .nanoseconds(1), delay: range)).map(\.first.delay)
        #expect(delays.allSatisfy { range.contains($0) })
        #expect(delays.contains { $0 < .milliseconds(2.1) } && delays.contains { $0 > .milliseconds(4.9) })
        let holdBacks = Set(fates(TransportFaults(reorder: 1, reorderDelay: .nanoseconds(1))).map(\.first.holdBack))
        #expect(holdBacks == [.zero, .nanoseconds(1)])
    }

    @Test func `the same seed, the same fates; another seed, others`() {
        let faults = TransportFaults(drop: 0.5, duplicate: 0.5)
        #expect(fates(faults) == fates(faults))
        #expect(fates(faults) != fates(faults, seed: 2))
    }
}
