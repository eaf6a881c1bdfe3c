import DataSources
import TestKit

extension ListDraft<Card> {
    /// Makes up to four edits of all kinds; new items have ids from `next` on.
    mutating func editAtRandom(_ random: inout Random, next: Int) throws {
        var next = next
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let count = count
            switch Int.random(in: 0..<6, using: &random) {
            case 0, 1:
                try insert(Card(next), at: Int.random(in: 0...count, using: &random))
                next += 1
            case 2 where count > 0: _ = try remove(at: Int.random(in: 0..<count, using: &random))
            case 3 where count > 0:
                let (from, to) = (Int.random(in: 0..<count, using: &random), Int.random(in: 0..<count, using: &random))
                try move(from: from, to: to)
            case 4 where count > 0:
                let title = "\(Int.random(in: 0..<1_000, using: &random))"
                try update(at: Int.random(in: 0..<count, using: &random)) { $0.title = title }
            case 5 where Int.random(in: 0..<8, using: &random) == 0: removeAll()
            default: break
            }
        }
    }
}

extension SectionedDraft<Column, Card> {
    /// Makes up to five edits of all kinds; new items and sections have ids from `next` on.
    mutating func editAtRandom(_ random: inout Random, next: Int) throws {
        var next = next
        for _ in 0..<Int.random(in: 1...5, using: &random) {
            let count = count
            let section = count == 0 ? 0 : Int.random(in: 0..<count, using: &random)
            let rows = self[section: section]?.items.count ?? 0
            let path = ItemPath(section: section, item: rows == 0 ? 0 : Int.random(in: 0..<rows, using: &random))
            switch Int.random(in: 0..<9, using: &random) {
            case 0 where count < 5, 1 where count == 0:
                let items = (0..<Int.random(in: 0...3, using: &random)).map { Card(next + $0) }
                try insertSection(ItemSection(Column(id: "\(next)"), items: items), at: section)
                next += items.count + 1
            case 1, 2:
                try insertItem(
                    Card(next), at: ItemPath(section: section, item: Int.random(in: 0...rows, using: &random)))
                next += 1
            case 3 where rows > 0: _ = try removeItem(at: path)
            case 4 where rows > 0, 5 where rows > 0:
                let target = Int.random(in: 0..<count, using: &random)
                let end = (self[section: target]?.items.count ?? 0) + (target == section ? -1 : 0)
                try moveItem(from: path, to: ItemPath(section: target, item: Int.random(in: 0...end, using: &random)))
            case 6 where rows > 0: try updateItem(at: path) { [next] in $0.title = "\(next)" }
            case 7 where count > 0:
                guard let id = self[section: section]?.id else { break }
                if Bool.random(using: &random) {
                    try moveSection(id: id, to: Int.random(in: 0..<count, using: &random))
                } else {
                    try updateSection(id: id) { [next] in $0.title = "\(next)" }
                }
            case 8 where count > 1: _ = try removeSection(at: section)
            default: break
            }
        }
    }
}
