extension SectionedDraft {
    /// Makes everything equal to `newSections`, as the net difference: sections and items with a known id are kept,
    /// moved or updated, also across sections.
    ///
    /// Runs of equal items are not copied. Subscribers receive the net difference.
    ///
    /// - Throws: ``EditError`` when section ids, or item ids across all sections, are duplicated; it names all of them,
    ///   and nothing has changed.
    /// - Complexity: O(*n* + *m*); hashes ids only where the order differs. In disorder it hashes each new id once, and
    ///   builds the sections and their index anew; it shares the leaves of the given sections, and copies no items.
    @inlinable
    public mutating func replaceAll(with newSections: some Sequence<ItemSection<Header, Item>>) throws(EditError) {
        let wanted = ContiguousArray(newSections)
        // Existing items are found by id.
        if !isEmpty { learnItemIDs() }
        var sectionIDs = Set<ReflexiveKey<Header.ID>>(minimumCapacity: wanted.count)
        var repeated = UniqueIDs<Header.ID>()
        for section in wanted where !sectionIDs.insert(ReflexiveKey(section.id)).inserted {
            repeated.noteDuplicate(section.id)
        }
        if !repeated.ids.isEmpty { throw .duplicateSections(repeated.ids, in: wanted) }

        var trees = exchangeItems(for: wanted)
        if !trees.duplicates.isEmpty, relearnItemIDs(ifMissing: trees.duplicates) {
            trees = exchangeItems(for: wanted)
        }
        if !trees.duplicates.isEmpty {
            sweepIDs()
            throw .duplicateItems(trees.duplicates, in: wanted)
        }
        let records = trees.records
        let refused = records.withBorrowedElements { buffer in
            let hunks = sections.hunks(to: buffer)
            return sections.splice(hunks, from: buffer, index: &sectionIndex, home: -1)
        }
        if !refused.isEmpty {
            // The section ids have been checked above, so the index has stale entries of ids that misbehave.
            sections.root.retireAll(index: &sectionIndex)
            sectionIndex.leaveAll(keepingCapacity: false)
            sections = ChunkTree(loading: records, index: &sectionIndex, home: -1)
        }
        totalItems = records.reduce(0) { $0 + $1.tree.count }
        finishEdit()
    }

    /// Makes everything equal to sections from outside, of which some may have one id, or items of one id.
    ///
    /// Otherwise it is as ``replaceAll(with:)``.
    ///
    /// - Throws: ``EditError`` if the policy is to refuse duplicate ids, and there are some; then nothing has changed.
    /// - Complexity: O(*n* + *m*); with another policy it also hashes each new id once.
    @inlinable
    public mutating func replaceAll(
        with newSections: some Sequence<ItemSection<Header, Item>>, duplicates policy: DuplicatePolicy
    ) throws(EditError) {
        try replaceAll(with: policy.applied(to: ContiguousArray(newSections)))
    }

    /// The plan for one section: its current tree, if any, and the ranges of it to replace.
    @usableFromInline
    struct Plan {
        @usableFromInline let header: Header
        @usableFromInline let record: SectionRecord<Header, Item>?
        @usableFromInline let hunks: [Hunk]
        /// The items that the section gets.
        @usableFromInline let tree: ChunkTree<Item>

        @inlinable
        init(
            header: Header,
            record: SectionRecord<Header, Item>?,
            hunks: [Hunk],
            tree: ChunkTree<Item>
        ) {
            self.header = header
            self.record = record
            self.hunks = hunks
            self.tree = tree
        }

        /// The numbers of items whose ids it removes, and inserts.
        @inlinable var removedCount: Int { hunks.reduce(0) { $0 + $1.removedCount } }
        @inlinable var insertedCount: Int { hunks.reduce(0) { $0 + $1.insertedCount } }
    }

    /// The plans for all sections; no two of them share a tree.
    @inlinable
    func plans(for wanted: ContiguousArray<ItemSection<Header, Item>>) -> [Plan] {
        var known = Set<Int32>(minimumCapacity: wanted.count)
        return wanted.map { section in
            guard let position = sectionPosition(of: section.id) else { return plan(for: section, in: nil) }
            let record = sections.element(at: position)
            return plan(for: section, in: known.insert(record.slot).inserted ? record : nil)
        }
    }

    @inlinable
    func plan(for section: ItemSection<Header, Item>, in record: Record?) -> Plan {
        let hunks =
            if let record {
                record.tree.isIdentical(to: section.tree) ? [] : record.tree.hunks(to: section.tree)
            } else {
                section.tree.count == 0 ? [] : [Hunk(old: 0..<0, new: 0..<section.tree.count)]
            }
        return Plan(header: section.header, record: record, hunks: hunks, tree: section.tree)
    }

    /// The sections that no plan keeps.
    @inlinable
    func departingRecords(keeping plans: [Plan]) -> [Record] {
        var kept = Set<Int32>(minimumCapacity: plans.count)
        for plan in plans { if let record = plan.record { kept.insert(record.slot) } }
        var departing: [Record] = []
        if kept.count == sections.count { return departing }
        sections.forEachLeaf { records, _ in
            for record in records where !kept.contains(record.slot) { departing.append(record) }
        }
        return departing
    }

    /// Makes the records of all sections, or none if item ids are duplicated.
    @inlinable
    mutating func exchangeItems(
        for wanted: ContiguousArray<ItemSection<Header, Item>>
    ) -> (records: ContiguousArray<Record>, duplicates: [Item.ID]) {
        let plans = plans(for: wanted)
        let departing = departingRecords(keeping: plans)
        let removed = plans.reduce(0) { $0 + $1.removedCount } + departing.reduce(0) { $0 + $1.tree.count }
        let (records, duplicates) =
            removed >= totalItems - removed ? reloadItems(plans) : exchangeIDs(plans, departing)
        if !duplicates.isEmpty { return ([], duplicates) }
        for record in departing {
            record.tree.root.retireAll(index: &itemIndex)
            names.retire(record.slot)
        }
        return (records, [])
    }

    /// Removes the ids of leaving items from the index, then adds those of arriving ones; undoes both on duplicates.
    @inlinable
    mutating func exchangeIDs(
        _ plans: [Plan], _ departing: [Record]
    ) -> (records: ContiguousArray<Record>, duplicates: [Item.ID]) {
        for plan in plans { plan.record?.tree.releaseIDs(of: plan.hunks, index: &itemIndex) }
        for record in departing {
            record.tree.releaseIDs(of: [Hunk(old: 0..<record.tree.count, new: 0..<0)], index: &itemIndex)
        }
        itemIndex.makeRoom(for: plans.reduce(0) { $0 + $1.insertedCount })
        let elements = plans.map { $0.hunks.isEmpty ? [] : $0.tree.elements }
        var doubtful: [Int] = []
        var claim = itemIndex.idCount
        for (plan, elements) in zip(plans, elements) {
            elements.withBorrowedElements {
                ChunkTree.claimIDs(of: plan.hunks, from: $0, index: &itemIndex, &doubtful)
            }
        }
        let duplicates =
            doubtful.isEmpty ? [] : self.duplicates(among: doubtful, since: claim, plans, elements, departing)
        if duplicates.isEmpty {
            var records: ContiguousArray<Record> = []
            records.reserveCapacity(plans.count)
            for (plan, elements) in zip(plans, elements) { records.append(carryOut(plan, elements, &claim)) }
            return (records, [])
        }
        itemIndex.dropClaims(since: claim)
        for plan in plans { plan.record?.tree.reenterIDs(of: plan.hunks, index: &itemIndex) }
        for record in departing {
            record.tree.reenterIDs(of: [Hunk(old: 0..<record.tree.count, new: 0..<0)], index: &itemIndex)
        }
        return ([], duplicates)
    }

    /// The ids that an exchange would duplicate, among doubtful claims.
    @usableFromInline @inline(never)
    func duplicates(
        among doubtful: [Int], since claim: Int,
        _ plans: [Plan], _ elements: [ContiguousArray<Item>], _ departing: [Record]
    ) -> [Item.ID] {
        var claims: [(claim: Int, plan: Int, position: Int)] = []
        // The hunks of each section, by its number.
        var leaving: [Int32: [Hunk]] = [:]
        var next = 0
        for (number, plan) in plans.enumerated() {
            for (claim, position) in plan.hunks.claims { claims.append((next + claim, number, position)) }
            next += plan.insertedCount
            if let record = plan.record { leaving[record.slot] = plan.hunks }
        }
        for record in departing { leaving[record.slot] = [Hunk(old: 0..<record.tree.count, new: 0..<0)] }
        return itemIndex.duplicates(
            among: doubtful, since: claim,
            id: { offset in
                let (claim, plan, position) = claims[claims.partitioningIndex { $0.claim > offset } - 1]
                return elements[plan][position + offset - claim].id
            },
            isKnown: { id, slots in
                guard let path = path(of: id, along: slots) else { return false }
                return leaving[sections.element(at: path.section).slot]?.removeElement(at: path.item) != true
            })
    }

    @inlinable
    mutating func carryOut(_ plan: Plan, _ elements: ContiguousArray<Item>, _ claim: inout Int) -> Record {
        var record: Record
        if let known = plan.record {
            record = known
            record.header = plan.header
        } else {
            let slot = names.make(for: plan.header.id)
            record = Record(
                header: plan.header,
                tree: ChunkTree(emptyAt: itemIndex.makeSlot(under: -2 - slot)),
                slot: slot
            )
        }
        elements.withBorrowedElements {
            record.tree.place(plan.hunks, from: $0, index: &itemIndex, home: record.home, &claim)
        }
        return record
    }

    /// Builds the items of all changed sections anew, and the index with them: each id is hashed once.
    @inlinable
    mutating func reloadItems(_ plans: [Plan]) -> (records: ContiguousArray<Record>, duplicates: [Item.ID]) {
        let total = plans.reduce(0) { $0 + $1.tree.count }
        itemIndex.leaveAll(keepingCapacity: itemIndex.idCapacity <= total * 4)
        itemIndex.makeRoom(for: total)
        var doubtful: [Int] = []
        var records: ContiguousArray<Record> = []
        records.reserveCapacity(plans.count)
        for plan in plans {
            let slot = plan.record?.slot ?? names.make(for: plan.header.id)
            let tree: ChunkTree<Item>
            if let kept = plan.record?.tree, plan.hunks.isEmpty {
                tree = kept
                kept.forEachLeaf { part, leaf in
                    part.withBorrowedElements { itemIndex.claim($0, in: leaf, &doubtful) }
                }
            } else {
                tree = ChunkTree(claiming: plan.tree, index: &itemIndex, home: -2 - slot, &doubtful)
            }
            records.append(Record(header: plan.header, tree: tree, slot: slot))
        }
        let duplicates = doubtful.isEmpty ? [] : self.duplicates(among: doubtful, in: records)
        let isRefused = !duplicates.isEmpty
        for (plan, record) in zip(plans, records) where plan.record == nil || !plan.hunks.isEmpty {
            // The trees that are not used: the new ones on duplicates, otherwise those that they replace.
            (isRefused ? record.tree : plan.record?.tree)?.root.retireAll(index: &itemIndex)
            if isRefused, plan.record == nil { names.retire(record.slot) }
        }
        if isRefused { relearnItemIDs() }
        return isRefused ? ([], duplicates) : (records, [])
    }

    /// The ids that occur more than once in sections, among doubtful claims of all their items.
    @usableFromInline @inline(never)
    func duplicates(among doubtful: [Int], in records: ContiguousArray<Record>) -> [Item.ID] {
        var starts: [Int] = []
        var count = 0
        for record in records {
            starts.append(count)
            count += record.tree.count
        }
        return itemIndex.duplicates(
            among: doubtful, since: 0,
            id: { offset in
                let section = starts.partitioningIndex { $0 > offset } - 1
                return records[section].tree.element(at: offset - starts[section]).id
            }, isKnown: { _, _ in false })
    }
}
