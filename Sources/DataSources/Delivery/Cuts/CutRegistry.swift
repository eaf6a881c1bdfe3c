/// The registered cuts, and the keepers of past commits for them.
///
/// It knows no lock and no hub.
package struct CutRegistry<Keeper> {
    fileprivate struct Record {
        let cut: UInt64
        /// The number of its registrations.
        var count: Int
        /// Whether a hub may have been taken past the cut without stopping there.
        var wasOvertaken = false
        /// The keepers that need no newer cut than this one.
        var keepers: [Keeper] = []
    }

    /// Ascending by cut.
    private var records: [Record] = []
    /// The newest cut ever registered.
    private var newestEver: UInt64 = 0

    package init() {}

    /// The number of distinct registered cuts.
    package var count: Int { records.count }

    /// The newest registered cut; 0 if there is none.
    package var newest: UInt64 { records.last?.cut ?? 0 }

    /// The oldest registered cut; 0 if there is none.
    package var oldest: UInt64 { records.first?.cut ?? 0 }

    /// The registered cuts before `cut`, ascending.
    package func cuts(before cut: UInt64) -> [UInt64] { records.lazy.map(\.cut).filter { $0 < cut } }

    /// A pass registered a cut, which is not earlier than any other; returns the earlier cuts.
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

    /// A pass ended its registration of a cut; returns the keepers that must check what they still need.
    package mutating func ended(at cut: UInt64) -> [Keeper] {
        guard let place = place(before: cut), records[place].cut == cut else { return [] }
        records[place].count -= 1
        return records[place].count == 0 ? records.remove(at: place).keepers : []
    }

    /// Whether a cut in `from..<to` is registered; if so, adds `keeper` to the newest such cut.
    package mutating func needs(_ from: UInt64, until to: UInt64, for keeper: @autoclosure () -> Keeper) -> Bool {
        guard to > 0, let place = place(before: to - 1), records[place].cut >= from else { return false }
        records[place].keepers.append(keeper())
        return true
    }

    /// Merges another registry into this one.
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

    /// A hub is taken past a cut without stopping there.
    package mutating func overtaken(_ cut: UInt64) {
        for place in records.indices where records[place].cut == cut { records[place].wasOvertaken = true }
    }

    /// Whether a hub may have passed the cut without stopping there, or a pass with a newer cut may not know this one.
    package func wasOvertaken(_ cut: UInt64) -> Bool {
        records.contains { $0.cut == cut && $0.wasOvertaken }
    }

    /// Whether a cut in `from..<to` is registered.
    package func contains(_ from: UInt64, until to: UInt64) -> Bool {
        records.contains { from <= $0.cut && $0.cut < to }
    }

    /// The index of the newest registered cut up to `cut`; `nil` if there is none.
    private func place(before cut: UInt64) -> Int? {
        records.lastIndex { $0.cut <= cut }
    }
}

extension CutRegistry: Sendable where Keeper: Sendable {}

extension CutRegistry.Record: Sendable where Keeper: Sendable {}
