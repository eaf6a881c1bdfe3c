extension SectionedDraft {
    /// Makes everything equal to `newSections`: sections and items that are there already, by id, keep their identity,
    /// also across sections; equal stretches are not copied.
    ///
    /// Subscribers are told the net difference, with header and content updates and moves.
    ///
    /// - Throws: ``EditError`` when section ids, or item ids in all of the sections, are there twice: all of them; then
    ///   nothing has changed.
    /// - Complexity: O(*n* + *m*); ids are hashed where there is disorder.
    @inlinable
    public mutating func replaceAll(with newSections: some Sequence<Section<Header, Item>>) throws(EditError) {
        let wanted = ContiguousArray(newSections)
        // What is there already is found by its id.
        if !isEmpty { learnItemIDs() }
        var sectionIDs = Set<Header.ID>(minimumCapacity: wanted.count)
        var repeated = UniqueIDs<Header.ID>()
        for section in wanted where !sectionIDs.insert(section.id).inserted { repeated.note(section.id) }
        if !repeated.ids.isEmpty { throw .duplicateSections(repeated.ids) }

        var plans = wanted.map { plan(for: $0) }
        let departing = departingRecords(keeping: sectionIDs)
        let duplicates = exchangeIDs(&plans, departing)
        if !duplicates.isEmpty { throw .duplicateItems(duplicates) }

        for record in departing {
            record.tree.root.retireAll(index: &itemIndex)
            names.retire(record.slot)
        }
        var records: ContiguousArray<Record> = []
        records.reserveCapacity(plans.count)
        var total = 0
        for plan in plans {
            records.append(carryOut(plan))
            total += records[records.count - 1].tree.count
        }
        records.withUnsafeBufferPointer { buffer in
            let hunks = sections.hunks(to: buffer, index: sectionIndex)
            // The section ids have been checked above.
            _ = sections.splice(hunks, from: buffer, index: &sectionIndex, home: -1)
        }
        totalItems = total
        checkInvariants()
    }

    /// What is to become of one section: the tree it has, if it has one, and the stretches of it to replace.
    @usableFromInline
    struct Plan {
        @usableFromInline let header: Header
        @usableFromInline let record: SectionRecord<Header, Item>?
        @usableFromInline let hunks: [Hunk]
        @usableFromInline let elements: ContiguousArray<Item>

        @inlinable
        init(
            header: Header,
            record: SectionRecord<Header, Item>?,
            hunks: [Hunk],
            elements: ContiguousArray<Item>
        ) {
            self.header = header
            self.record = record
            self.hunks = hunks
            self.elements = elements
        }
    }

    @inlinable
    func plan(for section: Section<Header, Item>) -> Plan {
        guard let position = sectionPosition(of: section.id) else {
            let elements = section.items.tree.elements
            let hunks = elements.isEmpty ? [] : [Hunk(old: 0..<0, new: 0..<elements.count)]
            return Plan(header: section.header, record: nil, hunks: hunks, elements: elements)
        }
        let record = sections.element(at: position)
        if record.tree.isIdentical(to: section.items.tree) {
            return Plan(header: section.header, record: record, hunks: [], elements: [])
        }
        let elements = section.items.tree.elements
        let hunks = elements.withUnsafeBufferPointer { record.tree.hunks(to: $0, index: itemIndex) }
        return Plan(header: section.header, record: record, hunks: hunks, elements: elements)
    }

    @inlinable
    func departingRecords(keeping ids: Set<Header.ID>) -> [Record] {
        var departing: [Record] = []
        sections.forEachLeaf { records, _ in
            for record in records where !ids.contains(record.id) { departing.append(record) }
        }
        return departing
    }

    /// Takes all leaving ids out of the index, then enters all coming ones; undoes both when ids would be there twice.
    @inlinable
    mutating func exchangeIDs(_ plans: inout [Plan], _ departing: [Record]) -> [Item.ID] {
        for plan in plans { plan.record?.tree.releaseIDs(of: plan.hunks, index: &itemIndex) }
        for record in departing {
            record.tree.releaseIDs(of: [Hunk(old: 0..<record.tree.count, new: 0..<0)], index: &itemIndex)
        }
        var duplicates = UniqueIDs<Item.ID>()
        for plan in plans {
            plan.elements.withUnsafeBufferPointer {
                ChunkTree.claimIDs(of: plan.hunks, from: $0, index: &itemIndex, &duplicates)
            }
        }
        if duplicates.ids.isEmpty { return [] }
        for plan in plans {
            plan.elements.withUnsafeBufferPointer {
                ChunkTree.unclaimIDs(of: plan.hunks, from: $0, index: &itemIndex)
            }
        }
        for plan in plans { plan.record?.tree.reenterIDs(of: plan.hunks, index: &itemIndex) }
        for record in departing {
            record.tree.reenterIDs(of: [Hunk(old: 0..<record.tree.count, new: 0..<0)], index: &itemIndex)
        }
        return duplicates.ids
    }

    @inlinable
    mutating func carryOut(_ plan: Plan) -> Record {
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
        plan.elements.withUnsafeBufferPointer {
            record.tree.place(plan.hunks, from: $0, index: &itemIndex, home: record.home)
        }
        return record
    }
}
