// swift-format-ignore-file
// What the stand-ins of UIKit and AppKit share: cells in sections, and batches with the rules of a table view.
@_exported import Foundation

extension IndexPath {
    public init(item: Int, section: Int) { self.init(indexes: [section, item]) }
    public init(row: Int, section: Int) { self.init(indexes: [section, row]) }
    public var section: Int { self[0] }
    public var item: Int { self[1] }
    public var row: Int { self[1] }
}

/// The changes that a view has been told in one batch.
struct Changes {
    var deletedSections: [Int] = [], insertedSections: [Int] = []
    var movedSections: [(from: Int, to: Int)] = []
    var deleted: [IndexPath] = [], inserted: [IndexPath] = []
    var moved: [(from: IndexPath, to: IndexPath)] = []
}

/// All cells of a view. Where the view of a toolkit would throw an exception, it ends the program.
struct Layout<Cell> {
    var sections: [[Cell]] = []

    /// - Parameters:
    ///   - counts: The number of items in each section, as the data source says after the batch.
    ///   - make: Asks the data source for a cell.
    /// - Returns: The cells that are gone.
    mutating func perform(_ changes: Changes, counts: [Int], make: (IndexPath) -> Cell) -> [Cell] {
        let before = sections
        func valid(_ path: IndexPath, _ what: String) {
            guard before.indices.contains(path.section), before[path.section].indices.contains(path.item) else { fatalError("\(what) \(path), which does not exist") }
        }
        for path in changes.deleted { valid(path, "delete") }
        for move in changes.moved { valid(move.from, "move") }
        for section in changes.deletedSections + changes.movedSections.map(\.from) {
            guard before.indices.contains(section) else { fatalError("section \(section) does not exist") }
        }
        let expected = before.count - changes.deletedSections.count + changes.insertedSections.count
        guard expected == counts.count else { fatalError("\(expected) sections after the batch, the data source has \(counts.count)") }

        let gone = Set(changes.deletedSections + changes.movedSections.map(\.from))
        var staying = before.indices.filter { !gone.contains($0) }[...]
        let inserted = Set(changes.insertedSections)
        let movedTo = Dictionary(uniqueKeysWithValues: changes.movedSections.map { ($0.to, $0.from) })
        var result: [[Cell]] = []
        for (section, count) in counts.enumerated() {
            let arrivals = changes.inserted.filter { $0.section == section }
            let moves = changes.moved.filter { $0.to.section == section }
            if inserted.contains(section) {
                guard arrivals.isEmpty, moves.isEmpty else { fatalError("rows arrive in the inserted section \(section)") }
                result.append((0..<count).map { make(IndexPath(item: $0, section: section)) })
                continue
            }
            guard let origin = movedTo[section] ?? staying.popFirst() else { fatalError("no section is left for \(section)") }
            let leaving = Set(changes.deleted.filter { $0.section == origin }.map(\.item) + changes.moved.filter { $0.from.section == origin }.map(\.from.item))
            guard before[origin].count - leaving.count + arrivals.count + moves.count == count else {
                fatalError("invalid number of rows in section \(section): \(before[origin].count) before, \(leaving.count) leave, \(arrivals.count + moves.count) arrive, \(count) after")
            }
            var cells = [Cell?](repeating: nil, count: count)
            for path in arrivals { cells[path.item] = make(path) }
            for move in moves {
                guard cells[move.to.item] == nil else { fatalError("two rows arrive at \(move.to)") }
                cells[move.to.item] = before[move.from.section][move.from.item]
            }
            var rest = before[origin].indices.filter { !leaving.contains($0) }[...]
            for item in cells.indices where cells[item] == nil { cells[item] = before[origin][rest.removeFirst()] }
            result.append(cells.map { $0! })
        }
        sections = result
        return changes.deletedSections.flatMap { before[$0] } + changes.deleted.map { before[$0.section][$0.item] }
    }

    subscript(path: IndexPath) -> Cell? {
        guard sections.indices.contains(path.section), sections[path.section].indices.contains(path.item) else { return nil }
        return sections[path.section][path.item]
    }
}
