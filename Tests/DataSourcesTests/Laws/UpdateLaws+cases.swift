import DataSources
import DataSourcesTesting
import TestKit

/// Cases for the laws of updates: all small ones up to the names of ids, and large random ones.
enum UpdateCases {
    /// All lists of up to `length` ids, of those below `known` and of new ones; the new ones in the order of their
    /// numbers, as another order would only be another naming.
    static func lists(of known: Int, upTo length: Int) -> [[Int]] {
        var result: [[Int]] = []
        func extend(_ list: [Int], _ fresh: Int) {
            result.append(list)
            if list.count == length { return }
            for id in 0..<known where !list.contains(id) { extend(list + [id], fresh) }
            extend(list + [fresh], fresh + 1)
        }
        extend([], known)
        return result
    }

    /// The sections with these ids and rows; a set bit of `mask` changes the label, or the value, of that id.
    static func sections(_ ids: [Int], _ rows: [[Int]], titles: Int = 0, values: Int = 0) -> [PlainSection] {
        zip(ids, rows).map { id, rows in
            PlainSection(Heading(id, titles >> id & 1), rows.map { Row($0, values >> $0 & 1) })
        }
    }

    // MARK: Random lists

    /// Another state of the list, with all that can happen to lists at once: rows go, come, change and are shuffled,
    /// and blocks of them move.
    static func next(after list: [Row], nextID: inout Int, _ random: inout Random) -> [Row] {
        var list = list
        let removed = random.below(3) * random.below(8)
        list.removeAll { _ in random.below(100) < removed }
        for _ in 0..<random.below(4) where !list.isEmpty {
            let start = random.below(list.count)
            let block = list[start..<min(list.count, start + random.below(list.count / 3 + 2))]
            list.removeSubrange(block.indices)
            list.insert(contentsOf: block, at: random.below(list.count + 1))
        }
        switch random.below(5) {
        case 0: list.shuffle(using: &random)
        case 1:
            let start = random.below(list.count + 1)
            list[start..<min(list.count, start + 40)].shuffle(using: &random)
        default:
            for _ in 0..<random.below(30) where !list.isEmpty {
                list.insert(list.remove(at: random.below(list.count)), at: random.below(list.count + 1))
            }
        }
        for _ in 0..<random.below(12) {
            let fresh = (0..<random.below(20)).map { Row(nextID + $0) }
            nextID += fresh.count
            list.insert(contentsOf: fresh, at: random.below(list.count + 1))
        }
        let changed = random.below(3) * random.below(15)
        for offset in list.indices where random.below(100) < changed { list[offset].value += 1 }
        return list
    }

    // MARK: Random sections

    /// Another state of the sections: all that can happen to sections and to rows at once.
    static func next(after sections: [PlainSection], nextID: inout Int, _ random: inout Random) -> [PlainSection] {
        var sections = sections
        var homeless: [Row] = []
        for _ in 0..<random.below(3) where !sections.isEmpty {
            let gone = sections.remove(at: random.below(sections.count))
            // Some rows of a deleted section live on elsewhere.
            homeless += gone.items.filter { _ in random.below(3) == 0 }
        }
        for _ in 0..<random.below(3) {
            let rows = (0..<random.below(12)).map { Row(nextID + 1 + $0) }
            sections.insert(PlainSection(Heading(nextID), rows), at: random.below(sections.count + 1))
            nextID += 1 + rows.count
        }
        for _ in 0..<random.below(4) where !sections.isEmpty {
            sections.insert(sections.remove(at: random.below(sections.count)), at: random.below(sections.count))
        }
        if random.below(8) == 0 { sections.shuffle(using: &random) }
        for position in sections.indices {
            switch random.below(8) {
            case 0: sections[position].header.title += 1
            case 1: sections[position].items.shuffle(using: &random)
            case 2: sections[position].items.removeAll { $0.id % 5 == 0 }
            case 3:
                let fresh = (0..<random.below(9)).map { Row(nextID + $0) }
                nextID += fresh.count
                let offset = random.below(sections[position].items.count + 1)
                sections[position].items.insert(contentsOf: fresh, at: offset)
            case 4:
                for offset in sections[position].items.indices where random.below(4) == 0 {
                    sections[position].items[offset].value += 1
                }
            case 5:
                homeless += sections[position].items.filter { $0.id % 4 == 0 }
                sections[position].items.removeAll { $0.id % 4 == 0 }
            default: break
            }
        }
        if random.below(2) == 0 { homeless.shuffle(using: &random) }
        for var row in homeless where !sections.isEmpty {
            row.value += random.below(2)
            let target = random.below(sections.count)
            sections[target].items.insert(row, at: random.below(sections[target].items.count + 1))
        }
        return sections
    }
}
