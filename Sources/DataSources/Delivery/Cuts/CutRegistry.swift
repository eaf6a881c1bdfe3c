/// The cuts that somebody looks back to, and who keeps something for them.
///
/// It knows no lock and no hub.
package struct CutRegistry<Keeper> {
    fileprivate struct Record {
        let cut: UInt64
        /// How many look back to it.
        var count: Int
        /// Whether something may have been taken beyond the cut without regard to it.
        var wasOvertaken = false
        /// Who keeps what this cut needs, and no newer one.
        var keepers: [Keeper] = []
    }

    /// In the order of their cuts.
    private var records: [Record] = []
    /// The newest cut that has ever been registered.
    private var newestEver: UInt64 = 0

    package init() {}

    /// How many different cuts are registered.
    package var count: Int { records.count }

    /// The newest cut; 0 for none.
    package var newest: UInt64 { records.last?.cut ?? 0 }

    /// The oldest cut; 0 for none.
    package var oldest: UInt64 { records.first?.cut ?? 0 }

    /// Somebody began to look back to a cut that is not earlier than any other; the earlier ones.
    package mutating func began(at cut: UInt64) -> [UInt64] {
        newestEver = cut
        if newest == cut, !records.isEmpty {
            records[records.count - 1].count += 1
            return records.dropLast().map(\.cut)
        }
        let earlier = records.map(\.cut)
        records.append(Record(cut: cut, count: 1))
        return earlier
    }

    /// One of those who looked back to a cut no longer does; who is to look whether it still has to keep something.
    package mutating func ended(at cut: UInt64) -> [Keeper] {
        guard let place = place(before: cut), records[place].cut == cut else { return [] }
        records[place].count -= 1
        return records[place].count == 0 ? records.remove(at: place).keepers : []
    }

    /// Whether what was so from one cut until just before another is needed; if it is, `keeper` is noted.
    package mutating func needs(_ from: UInt64, until to: UInt64, for keeper: @autoclosure () -> Keeper) -> Bool {
        guard to > 0, let place = place(before: to - 1), records[place].cut >= from else { return false }
        records[place].keepers.append(keeper())
        return true
    }

    /// Takes in what another one knows.
    package mutating func merge(_ other: CutRegistry) {
        for place in records.indices where records[place].cut < other.newestEver {
            records[place].wasOvertaken = true
        }
        for var record in other.records {
            if record.cut < newestEver { record.wasOvertaken = true }
            let place = records.firstIndex { $0.cut >= record.cut } ?? records.count
            if place < records.count, records[place].cut == record.cut {
                records[place].count += record.count
                records[place].keepers += record.keepers
                if record.wasOvertaken { records[place].wasOvertaken = true }
            } else {
                records.insert(record, at: place)
            }
        }
        newestEver = max(newestEver, other.newestEver)
    }

    /// Something is taken beyond a cut without regard to it.
    package mutating func overtaken(_ cut: UInt64) {
        for place in records.indices where records[place].cut == cut { records[place].wasOvertaken = true }
    }

    /// Whether that is so, or those who registered newer cuts may not have known of this one.
    package func wasOvertaken(_ cut: UInt64) -> Bool {
        records.contains { $0.cut == cut && $0.wasOvertaken }
    }

    /// Whether a cut from one until just before another is registered.
    package func contains(_ from: UInt64, until to: UInt64) -> Bool {
        records.contains { from <= $0.cut && $0.cut < to }
    }

    /// The place of the newest cut that is not later than another; `nil` for none.
    private func place(before cut: UInt64) -> Int? {
        records.lastIndex { $0.cut <= cut }
    }
}

extension CutRegistry: Sendable where Keeper: Sendable {}

extension CutRegistry.Record: Sendable where Keeper: Sendable {}
