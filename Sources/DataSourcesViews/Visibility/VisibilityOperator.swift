import DataSources

/// Leaves out what rules hide; see ``VisibilityFilter``.
struct VisibilityOperator<Header, Item>: PairOperator, ~Copyable
where
    Header: Identifiable & Equatable & Sendable, Header.ID: Sendable,
    Item: Identifiable & Equatable & Sendable, Item.ID: Sendable
{
    typealias Sections = SectionedSnapshot<Header, Item>

    private let rules: VisibilityRules<Header, Item>
    private var draft = SectionedDraft<Header, Item>()
    private var marks = CountedList<SectionMarks<Header>>()
    private var source = Sections()

    init(_ rules: VisibilityRules<Header, Item>) {
        self.rules = rules
    }

    mutating func apply(
        _ update: Update<Sections>?, _ invalidation: Update<ValueSnapshot<Int>>?
    ) -> VisibleSections<Header, Item> {
        if let update { source = update.after }
        if let update, invalidation == nil, !isUpheaval(update) {
            do {
                try follow(update)
            } catch {
                // Ids that misbehave have led to a place where they are not.
                remake()
            }
        } else {
            remake()
        }
        return VisibleSections(visible: draft.snapshot, source: source, marks: marks)
    }

    /// Whether judging everything is cheaper, or necessary.
    private func isUpheaval(_ update: Update<Sections>) -> Bool {
        if update.before.isEmpty { return true }
        let changes = update.changes
        let (sections, items) = (changes.sections, changes.items)
        let areSectionsArranged = !(sections.insertions.isEmpty && sections.deletions.isEmpty && sections.moves.isEmpty)
        if rules.rows.readsPath {
            let areItemsArranged = !(items.insertions.isEmpty && items.deletions.isEmpty && items.moves.isEmpty)
            if areSectionsArranged || areItemsArranged { return true }
        }
        if rules.sections.readsPosition, areSectionsArranged { return true }
        return Sections.changeCount(of: update) > max(64, update.after.itemCount / 4)
    }

    /// Judges everything; what is equal does not count as a change.
    private mutating func remake() {
        var shown: [ItemSection<Header, Item>] = []
        var all: [SectionMarks<Header>] = []
        all.reserveCapacity(source.count)
        for (position, section) in source.enumerated() {
            var marks = judged(section, at: position)
            marks.isShown = isShown(marks)
            if marks.isShown { shown.append(visible(section, marks)) }
            all.append(marks)
        }
        marks = CountedList(all)
        do {
            try draft.replaceAll(with: shown)
        } catch {
            // Only ids that misbehave are not unique: then nothing is visible.
            draft = SectionedDraft()
            marks = CountedList()
        }
    }

    /// The marks of a section that is not among the visible ones yet.
    private func judged(_ section: ItemSection<Header, Item>, at position: Int) -> SectionMarks<Header> {
        let header = section.header
        var flags: [Bool] = []
        flags.reserveCapacity(section.items.count)
        for item in section.items { flags.append(!rules.rows.hides(item, header, position, flags.count)) }
        return SectionMarks(
            header: header, rows: CountedList(flags), isHidden: rules.sections.hides(header, position))
    }

    private func visible(
        _ section: ItemSection<Header, Item>, _ marks: SectionMarks<Header>
    ) -> ItemSection<Header, Item> {
        // Sharing the tree costs nothing.
        if marks.rows.counting == section.items.count { return section }
        var items: [Item] = []
        items.reserveCapacity(marks.rows.counting)
        var iterator = section.items.makeIterator()
        marks.rows.forEach { _, isVisible in
            if let item = iterator.next(), isVisible { items.append(item) }
        }
        return ItemSection(section.header, items: items)
    }

    private func isShown(_ marks: SectionMarks<Header>) -> Bool {
        !marks.isHidden && !(rules.hidesEmptySections && marks.rows.counting == 0)
    }
}

// MARK: - Following

extension VisibilityOperator {
    private mutating func follow(_ update: Update<Sections>) throws {
        for step in update.steps { try follow(step) }
        // Sections that have become visible or hidden, once all their rows are known.
        var pending: [Int] = []
        marks.forEach { position, section in
            if section.isStale || section.isShown != isShown(section) { pending.append(position) }
        }
        for position in pending { try settle(position) }
    }

    private mutating func follow(_ step: SectionedStep<Header, Item>) throws {
        switch step {
        case .insertSection(let section, let position):
            guard position >= 0, position <= marks.count else { throw Lost() }
            marks.insert(judged(section, at: position), at: position)
        case .removeSection(let position):
            try hide(position)
            marks.remove(at: position)
        case .moveSection(let from, let to):
            guard let section = marks[from], to >= 0, to < marks.count else { throw Lost() }
            marks.remove(at: from)
            marks.insert(section, at: to)
            if section.isShown { try draft.moveSection(id: section.header.id, to: marks.rank(to)) }
        case .updateSection(let header, let position): try update(header, at: position)
        case .insertItem(let item, let path): try insert(item, at: path)
        case .removeItem(let path): _ = try remove(at: path)
        case .moveItem(let from, let to): try move(from: from, to: to)
        case .updateItem(let item, let path): try update(item, at: path)
        }
    }

    private mutating func update(_ header: Header, at position: Int) throws {
        let (rules, readsHeader) = (rules, rules.rows.readsHeader)
        let isShown = marks.update(at: position) { section in
            section.header = header
            section.isHidden = rules.sections.hides(header, position)
            if readsHeader { section.isStale = true }
            return section.isShown
        }
        guard let isShown else { throw Lost() }
        if isShown { try draft.updateSection(id: header.id) { $0 = header } }
    }

    private mutating func insert(_ item: Item, at path: ItemPath) throws {
        guard let section = marks[path.section] else { throw Lost() }
        let isVisible = !rules.rows.hides(item, section.header, path.section, path.item)
        try mark(isVisible, at: path)
        if isVisible, section.isShown { try draft.insertItem(item, at: place(path)) }
    }

    /// Removes an item; returns it if it was visible, and whether it was marked as such.
    private mutating func remove(at path: ItemPath) throws -> (item: Item?, isVisible: Bool) {
        guard let section = marks[path.section], let isVisible = section.rows[path.item] else { throw Lost() }
        let item = isVisible && section.isShown ? try draft.removeItem(at: place(path)) : nil
        _ = marks.update(at: path.section) { $0.rows.remove(at: path.item) }
        return (item, isVisible)
    }

    private mutating func move(from: ItemPath, to: ItemPath) throws {
        let (item, isVisible) = try remove(at: from)
        guard let section = marks[to.section] else { throw Lost() }
        try mark(isVisible, at: to)
        if from.section != to.section, rules.rows.readsHeader {
            try judgeLater(to.section)
        } else if isVisible, section.isShown {
            guard let item else { return try judgeLater(to.section) }
            try draft.insertItem(item, at: place(to))
        }
    }

    private mutating func update(_ item: Item, at path: ItemPath) throws {
        guard let section = marks[path.section], let wasVisible = section.rows[path.item] else { throw Lost() }
        let isVisible = !rules.rows.hides(item, section.header, path.section, path.item)
        let place = place(path)
        if isVisible != wasVisible {
            _ = marks.update(at: path.section) { $0.rows.update(at: path.item) { $0 = isVisible } }
        }
        guard section.isShown else { return }
        switch (wasVisible, isVisible) {
        case (true, true): try draft.updateItem(at: place) { $0 = item }
        case (true, false): try draft.removeItem(at: place)
        case (false, true): try draft.insertItem(item, at: place)
        case (false, false): break
        }
    }

    private mutating func mark(_ isVisible: Bool, at path: ItemPath) throws {
        let isDone = marks.update(at: path.section) { section in
            guard path.item >= 0, path.item <= section.rows.count else { return false }
            section.rows.insert(isVisible, at: path.item)
            return true
        }
        guard isDone == true else { throw Lost() }
    }

    /// Where the item at a path of the source is, or would be, among what is visible.
    private func place(_ path: ItemPath) -> ItemPath {
        ItemPath(section: marks.rank(path.section), item: marks[path.section]?.rows.rank(path.item) ?? 0)
    }

    /// Takes a section away until all steps have been made: an item has come whose content is not known here.
    private mutating func judgeLater(_ position: Int) throws {
        try hide(position)
        _ = marks.update(at: position) { $0.isStale = true }
    }

    private mutating func hide(_ position: Int) throws {
        guard let section = marks[position] else { throw Lost() }
        if section.isShown { try draft.removeSection(id: section.header.id) }
        _ = marks.update(at: position) { $0.isShown = false }
    }

    /// Shows or hides a section whose marks say so, after all steps.
    private mutating func settle(_ position: Int) throws {
        guard let section = source[section: position], var settled = marks[position] else { throw Lost() }
        try hide(position)
        if settled.isStale { settled = judged(section, at: position) }
        settled.isShown = isShown(settled)
        let place = marks.rank(position)
        if settled.isShown { try draft.insertSection(visible(section, settled), at: place) }
        _ = marks.update(at: position) { $0 = settled }
    }
}

/// A step does not fit what is known: the ids of headers or items misbehave.
private struct Lost: Error {}
