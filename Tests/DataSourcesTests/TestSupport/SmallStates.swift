import DataSourcesTesting

/// All small states of sections, for tests that leave no case out.
enum SmallStates {
    /// Every ordered choice of some of the numbers 0..<count.
    static func arrangements(of count: Int) -> [[Int]] {
        var result: [[Int]] = [[]]
        func extend(_ list: [Int]) {
            for id in 0..<count where !list.contains(id) {
                result.append(list + [id])
                extend(list + [id])
            }
        }
        extend([])
        return result
    }

    /// Every way to cut a list into `count` parts, some of them empty.
    static func cuts(of list: [Int], into count: Int) -> [[[Int]]] {
        if count == 0 { return list.isEmpty ? [[]] : [] }
        if count == 1 { return [[list]] }
        return (0...list.count).flatMap { cut in
            cuts(of: Array(list[cut...]), into: count - 1).map { [Array(list[..<cut])] + $0 }
        }
    }

    /// Every state of some of `sections` sections with some of `items` items in them.
    static func all(sections: Int, items: Int) -> [[PlainSection]] {
        arrangements(of: sections).flatMap { sectionIDs in
            arrangements(of: items).flatMap { itemIDs in
                cuts(of: itemIDs, into: sectionIDs.count).map { parts in
                    zip(sectionIDs, parts).map { PlainSection($0, $1.map { Row($0) }) }
                }
            }
        }
    }

    /// One state of each shape: what is left of ``all(sections:items:)`` when ids are interchangeable.
    static func shapes(sections: Int, items: Int) -> [[PlainSection]] {
        (0...sections).flatMap { sectionCount in
            (0...items).flatMap { itemCount in
                cuts(of: Array(0..<itemCount), into: sectionCount).map { parts in
                    parts.enumerated().map { PlainSection($0.offset, $0.element.map { Row($0) }) }
                }
            }
        }
    }

    /// The state with other content under the item ids, and other titles under the section ids, that the masks name.
    static func toggled(_ state: [PlainSection], items: Int, headers: Int) -> [PlainSection] {
        state.map { part in
            PlainSection(
                Heading(part.header.id, headers >> part.header.id & 1),
                part.items.map { Row($0.id, items >> $0.id & 1) }
            )
        }
    }
}
