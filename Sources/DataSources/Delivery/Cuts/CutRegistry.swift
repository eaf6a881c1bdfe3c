/// The registered cuts, and the states that owners have replaced since.
///
/// A registered cut keeps at most one state of each owner: the one that was the newest at the cut and was replaced
/// later. So what is kept is bounded by the owners and the cuts that exist now. The end of a cut costs what the cut
/// kept; no question that is asked of the registry changes it.
///
/// It knows no lock and no hub.
package struct CutRegistry<Owner: Hashable, Kept> {
    fileprivate struct Record {
        let cut: UInt64
        /// The number of its registrations.
        var count = 0
        /// Whether an owner may have been taken past the cut without stopping there.
        var wasOvertaken = false
        /// What the owners that have gone on showed at the cut.
        var kept: [Owner: Kept] = [:]
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

    /// The oldest registered cut after one cut and before another; `nil` if there is none.
    ///
    /// - Complexity: O(log *n*) in the registered cuts.
    package func first(after cut: UInt64, before end: UInt64) -> UInt64? {
        let place = place(atLeast: cut &+ 1)
        return place < records.count && records[place].cut < end ? records[place].cut : nil
    }

    /// A pass registered a cut, which is not earlier than any other.
    package mutating func began(at cut: UInt64) {
        newestEver = cut
        if newest != cut || records.isEmpty { records.append(Record(cut: cut)) }
        records[records.count - 1].count += 1
    }

    /// A pass ended its registration of a cut; returns what is no longer kept, to be released outside the lock.
    package mutating func ended(at cut: UInt64) -> [Owner: Kept] {
        let place = place(atLeast: cut)
        guard place < records.count, records[place].cut == cut else { return [:] }
        records[place].count -= 1
        return records[place].count == 0 ? records.remove(at: place).kept : [:]
    }

    /// An owner replaced what it had shown from the cut `from` until just before `to`: the registered cuts in between
    /// keep it.
    ///
    /// - Complexity: O(log *n* + *k*) in the registered cuts and those in between.
    package mutating func replaced(_ kept: Kept, of owner: Owner, from: UInt64, until to: UInt64) -> Bool {
        let first = place(atLeast: from)
        var place = first
        while place < records.count, records[place].cut < to {
            records[place].kept[owner] = kept
            place += 1
        }
        return place > first
    }

    /// What an owner that has gone on showed at a cut; `nil` if the cut does not keep it.
    package func shown(by owner: Owner, at cut: UInt64) -> Kept? {
        let place = place(atLeast: cut)
        return place < records.count && records[place].cut == cut ? records[place].kept[owner] : nil
    }

    /// The number of states that all cuts keep.
    package var keptCount: Int { records.reduce(0) { $0 + $1.kept.count } }

    /// The number of cuts that keep something of an owner.
    package func keptCount(of owner: Owner) -> Int {
        records.count { $0.kept[owner] != nil }
    }

    /// An owner is gone; returns what was kept of it, to be released outside the lock.
    package mutating func ownerGone(_ owner: Owner) -> [Kept] {
        records.indices.compactMap { records[$0].kept.removeValue(forKey: owner) }
    }

    /// Merges another registry into this one.
    package mutating func merge(_ other: CutRegistry) {
        for place in records.indices where records[place].cut < other.newestEver {
            records[place].wasOvertaken = true
        }
        for var record in other.records {
            if record.cut < newestEver { record.wasOvertaken = true }
            let place = place(atLeast: record.cut)
            if place < records.count, records[place].cut == record.cut {
                records[place].count += record.count
                records[place].kept.merge(record.kept) { kept, _ in kept }
                if record.wasOvertaken { records[place].wasOvertaken = true }
            } else {
                records.insert(record, at: place)
            }
        }
        newestEver = max(newestEver, other.newestEver)
    }

    /// An owner is taken past a cut without stopping there.
    package mutating func overtaken(_ cut: UInt64) {
        let place = place(atLeast: cut)
        if place < records.count, records[place].cut == cut { records[place].wasOvertaken = true }
    }

    /// Whether a cut is registered, no owner can have passed it without stopping there, and every pass with a newer cut
    /// knows it.
    package func isIntact(_ cut: UInt64) -> Bool {
        let place = place(atLeast: cut)
        return place < records.count && records[place].cut == cut && !records[place].wasOvertaken
    }

    /// The index of the oldest registered cut that is `cut` or newer; the count if there is none.
    private func place(atLeast cut: UInt64) -> Int {
        var (low, high) = (0, records.count)
        while low < high {
            let middle = (low + high) / 2
            if records[middle].cut < cut { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension CutRegistry: Sendable where Owner: Sendable, Kept: Sendable {}

extension CutRegistry.Record: Sendable where Owner: Sendable, Kept: Sendable {}

// Tests find out which states they have seen.
extension CutRegistry: Equatable, Hashable where Kept: Hashable {}

extension CutRegistry.Record: Equatable, Hashable where Kept: Hashable {}
