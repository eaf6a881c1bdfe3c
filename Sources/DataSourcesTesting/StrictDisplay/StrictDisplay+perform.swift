public import DataSources

extension StrictDisplay {
    /// Performs one step as a view update of its own, for consumers that take single edits.
    ///
    /// It assumes that the data source has made the same edit, and no other.
    ///
    /// - Throws: ``DisplayRefusal`` when a position does not exist, when the step would replace an element by one with
    ///   another id, and when nothing would change; the display is then unchanged.
    /// - Complexity: O(*n*) in the number of rows of the sections involved.
    public mutating func perform(_ step: SectionedStep<Header, Item>) throws(DisplayRefusal) {
        switch step {
        case .insertSection(let section, let position):
            guard (0...sections.count).contains(position) else {
                throw .insertedSection(position, isNotAmong: sections.count + 1)
            }
            sections.insert(PlainSection(section), at: position)
        case .removeSection(let position):
            try checkSection(position)
            sections.remove(at: position)
        case .moveSection(let from, let to):
            guard sections.indices.contains(from) else { throw .movedSection(from, isNotAmong: sections.count) }
            guard sections.indices.contains(to) else {
                throw .movedSection(from: from, to: to, isNotAmong: sections.count)
            }
            if from == to { throw .noEffect("section \(from) is to move to where it is", .section(from)) }
            sections.insert(sections.remove(at: from), at: to)
        case .updateSection(let header, let position):
            try checkSection(position)
            let old = sections[position].header
            if old.id != header.id { throw .otherIdentity(old, header, "section \(position)", .section(position)) }
            if old == header { throw .noEffect("section \(position) is to be what it is", .section(position)) }
            sections[position].header = header
        case .insertItem(let item, let path):
            guard sections.indices.contains(path.section) else {
                throw .insertedRow(path, isInNoneOf: sections.count)
            }
            let count = sections[path.section].items.count
            guard (0...count).contains(path.item) else { throw .insertedRow(path, isNotAmong: count + 1) }
            sections[path.section].items.insert(item, at: path.item)
        case .removeItem(let path):
            try checkRow(path)
            sections[path.section].items.remove(at: path.item)
        case .moveItem(let from, let to): try moveRow(from: from, to: to)
        case .updateItem(let item, let path):
            try checkRow(path)
            let old = sections[path.section].items[path.item]
            let name = "row \(path.item) of section \(path.section)"
            if old.id != item.id { throw .otherIdentity(old, item, name, .row(path)) }
            if old == item { throw .noEffect("\(name) is to be what it is", .row(path)) }
            sections[path.section].items[path.item] = item
        }
    }

    private mutating func moveRow(from: ItemPath, to: ItemPath) throws(DisplayRefusal) {
        guard sections.indices.contains(from.section) else { throw .movedRow(from, isInNoneOf: sections.count) }
        let count = sections[from.section].items.count
        guard (0..<count).contains(from.item) else { throw .movedRow(from, isNotAmong: count) }
        guard sections.indices.contains(to.section) else {
            throw .movedRow(from: from, to: to, isInNoneOf: sections.count)
        }
        let countAfter = sections[to.section].items.count + (from.section == to.section ? 0 : 1)
        guard (0..<countAfter).contains(to.item) else { throw .movedRow(from: from, to: to, isNotAmong: countAfter) }
        if from == to {
            throw .noEffect("row \(from.item) of section \(from.section) is to move to where it is", .row(from))
        }
        let item = sections[from.section].items.remove(at: from.item)
        sections[to.section].items.insert(item, at: to.item)
    }

    private func checkSection(_ position: Int) throws(DisplayRefusal) {
        if !sections.indices.contains(position) { throw .deletedSection(position, isNotAmong: sections.count) }
    }

    private func checkRow(_ path: ItemPath) throws(DisplayRefusal) {
        guard sections.indices.contains(path.section) else { throw .deletedRow(path, isInNoneOf: sections.count) }
        let count = sections[path.section].items.count
        if !(0..<count).contains(path.item) { throw .deletedRow(path, isNotAmong: count) }
    }
}

extension DisplayRefusal {
    fileprivate static func noEffect(_ text: String, _ place: Location) -> DisplayRefusal {
        DisplayRefusal(.noEffect, "the step changes nothing: \(text)", at: place)
    }

    fileprivate static func otherIdentity(
        _ old: some Any,
        _ new: some Any,
        _ name: String,
        _ place: Location
    ) -> DisplayRefusal {
        let text = "\(name) shows \(Oracle.brief(old)), which cannot become \(Oracle.brief(new)): it has another id"
        return DisplayRefusal(.otherIdentity, text, at: place)
    }
}
