extension SectionedSnapshot {
    /// Transforms an array of sections from the state before to the state after; see ``Update/apply(to:)``.
    ///
    /// A section whose items are those of the state before shares the list of the state after from then on.
    ///
    /// - Throws: ``UpdateError`` when `content` is not the state before the update.
    /// - Complexity: O(*k* + *s*) for *k* changes in *s* sections, if the sections come from ``content`` or an earlier
    ///   call; O(*s*) only if sections are inserted, deleted or moved. Otherwise also that of comparing the items of the
    ///   sections in which items change.
    @inlinable
    public static func apply(
        _ update: Update<SectionedSnapshot>,
        to content: inout [ItemSection<Header, Item>]
    ) throws(UpdateError) {
        let (before, after) = (update.before, update.after)
        let plan = try update.plan(for: content)
        var lists: [(position: Int, items: ListSnapshot<Item>)] = []
        for place in update.touchedSections(plan) {
            let record = before.tree.element(at: place.before)
            guard areSameKey(content[place.before].id, record.id) else { throw .baseMismatch(section: place.before) }
            guard content[place.before].tree.isContentEqual(to: record.tree) else {
                return try applyItemByItem(update, to: &content)
            }
            if let position = place.after {
                lists.append((position, after.section(of: after.tree.element(at: position)).items))
            }
        }
        plan.perform(on: &content) { after.section(of: after.tree.element(at: $0)) }
        for list in lists { content[list.position].items = list.items }
        for pair in update.changes.sections.updates {
            content[pair.after].header = after.tree.element(at: pair.after).header
        }
    }

    /// Does the same without sharing lists, so that only the changes decide what comes out.
    @usableFromInline
    static func applyItemByItem(
        _ update: Update<SectionedSnapshot>,
        to content: inout [ItemSection<Header, Item>]
    ) throws(UpdateError) {
        let plan = try update.plan(for: content)
        try update.checkBase(content)
        var order = content
        plan.perform(on: &order) { update.after.section(of: update.after.tree.element(at: $0)) }
        let items = ItemsOfSections(update.changes.items)
        var origins: [Int?] = Array(content.indices)
        plan.perform(on: &origins) { _ in nil }
        var result: [ItemSection<Header, Item>] = []
        for (position, section) in order.enumerated() {
            guard let new = update.after[section: position], areSameKey(new.id, section.id) else {
                throw .inconsistent("the section at \(position) is another one")
            }
            result.append(try items.rebuilt(section, at: position, from: origins[position], like: new, content))
        }
        for pair in update.changes.sections.updates {
            guard result.indices.contains(pair.after), let header = update.after[section: pair.after]?.header,
                areSameKey(header.id, result[pair.after].id)
            else { throw .inconsistent("the section updated at \(pair.after) is another one") }
            result[pair.after].header = header
        }
        content = result
    }
}

extension UpdateError {
    @usableFromInline
    static func baseMismatch(section position: Int) -> UpdateError {
        .baseMismatch("the section at \(position) is not the one the update starts from")
    }
}

extension Update {
    /// Plans the changes of sections without their headers, and checks that an array has the sections that they need.
    @inlinable
    func plan<Header, Item>(for content: [ItemSection<Header, Item>]) throws(UpdateError) -> ArrayPlan
    where Snapshot == SectionedSnapshot<Header, Item> {
        guard content.count == before.count else { throw .baseMismatch(content.count, of: before.count, "sections") }
        var structure = changes.sections
        // Checked with the others, but not performed: a section with a new header keeps its items.
        let headers = structure.updates
        structure.updates = PositionPairs()
        let plan = try ArrayPlan(structure, countBefore: before.count, countAfter: after.count)
        for pair in headers {
            guard before.tree.isIndex(pair.before), after.tree.isIndex(pair.after) else {
                throw .inconsistent("there is no section at \(pair.before) before or \(pair.after) after")
            }
            guard areSameKey(content[pair.before].id, before.tree.element(at: pair.before).id) else {
                throw .baseMismatch(section: pair.before)
            }
        }
        if !plan.isRearranging { return plan }
        var records = LeafReader(before.tree)
        for position in content.indices {
            let record = records.element(at: position)
            guard areSameKey(content[position].id, record.id), content[position].tree.count == record.tree.count else {
                throw .baseMismatch(section: position)
            }
        }
        return plan
    }

    /// The sections in which items change or from which they move; `after` is `nil` for a deleted one.
    @usableFromInline
    func touchedSections<Header, Item>(_ plan: ArrayPlan) -> [(before: Int, after: Int?)]
    where Snapshot == SectionedSnapshot<Header, Item> {
        var (old, new): ([Int], [Int]) = ([], [])
        func note(_ section: Int, _ sections: inout [Int]) {
            if sections.last != section { sections.append(section) }
        }
        for run in changes.items.deletions.runs { note(run.first.section, &old) }
        for run in changes.items.insertions.runs { note(run.first.section, &new) }
        for run in changes.items.moves.runs {
            note(run.before.section, &old)
            note(run.after.section, &new)
        }
        for run in changes.items.updates.runs { note(run.after.section, &new) }
        if !plan.isRearranging {
            return PositionSet(old + new).filter { before.tree.isIndex($0) }.map { ($0, $0) }
        }
        var origins: [Int?] = Array(0..<before.count)
        plan.perform(on: &origins) { _ in nil }
        let (olds, news) = (PositionSet(old), PositionSet(new))
        var deleted = changes.sections.deletions.filter { olds.contains($0) }.map { ($0, Int?.none) }
        for (after, origin) in origins.enumerated() {
            if let origin, olds.contains(origin) || news.contains(after) { deleted.append((origin, after)) }
        }
        return deleted
    }

    /// Checks that an array has the sections before, with as many items, and in them the rows that the changes touch.
    func checkBase<Header, Item>(_ content: [ItemSection<Header, Item>]) throws(UpdateError)
    where Snapshot == SectionedSnapshot<Header, Item> {
        guard content.count == before.count else {
            throw .baseMismatch("the array has \(content.count) sections; the update starts from \(before.count)")
        }
        for (position, (section, old)) in zip(content, before).enumerated() {
            guard areSameKey(section.id, old.id), section.tree.count == old.tree.count else {
                throw .baseMismatch("the section at \(position) is not the one the update starts from")
            }
        }
        func check(_ path: ItemPath) throws(UpdateError) {
            guard let old = before[path] else { throw .inconsistent("there is nothing at the path \(path) before") }
            let items = content[path.section].tree
            guard path.item < items.count, areSameKey(items.element(at: path.item).id, old.id) else {
                throw .baseMismatch("the item at \(path) is not the one the update speaks of")
            }
        }
        for path in changes.deletions { try check(path) }
        for pair in changes.updates { try check(pair.before) }
        for pair in changes.moves {
            try check(pair.before)
            guard let old = before[pair.before], let new = after[pair.after], areSameKey(old.id, new.id) else {
                throw .inconsistent("what moves from \(pair.before) is not what is at \(pair.after) after")
            }
        }
    }
}
