extension SectionedSnapshot: SnapshotProtocol {
    /// Changes are by section and by path.
    public typealias Changes = SectionedChanges
    /// Steps are edits of sections and of items in them by position.
    public typealias Step = SectionedStep<Header, Item>

    /// The same sections with the version of a commit.
    @inlinable
    public func committed(as version: Version) -> SectionedSnapshot {
        var copy = self
        copy.stamp = version
        return copy
    }

    /// The sections as an array.
    @inlinable
    public var content: [ItemSection<Header, Item>] { map { $0 } }

    /// The update as single edits; see ``Update/steps``.
    public static func steps(of update: Update<SectionedSnapshot>) -> [SectionedStep<Header, Item>] {
        var steps = SectionedSteps(update)
        steps.run()
        return steps.steps
    }

    /// The update as batches; see ``Update/stages``.
    public static func stages(of update: Update<SectionedSnapshot>) -> [Update<SectionedSnapshot>] {
        SectionedStages(update).stages
    }
}

/// Changes of items, grouped by section.
struct ItemsOfSections {
    /// By section before.
    private(set) var leaving: [Int: [Int]] = [:]
    /// By section after, ascending.
    private(set) var arrivals: [Int: [(after: Int, before: ItemPath?)]] = [:]
    private(set) var updates: [Int: [Int]] = [:]

    init(_ changes: Changes<ItemPath>) {
        for path in changes.deletions { leaving[path.section, default: []].append(path.item) }
        for pair in changes.moves { leaving[pair.before.section, default: []].append(pair.before.item) }
        for arrival in changes.arrivalPairs {
            arrivals[arrival.after.section, default: []].append((arrival.after.item, arrival.before))
        }
        for pair in changes.updates { updates[pair.after.section, default: []].append(pair.after.item) }
    }

    /// Builds one section of the state after from the sections before.
    ///
    /// - Parameters:
    ///   - section: The section with its old items; an inserted section with its new items.
    ///   - position: Its position after.
    ///   - origin: Its position before; `nil` if it is inserted.
    ///   - new: The section after.
    ///   - content: All sections before.
    /// - Returns: The section after.
    /// - Throws: ``UpdateError`` when the changes do not fit `content`.
    func rebuilt<Header, Item>(
        _ section: ItemSection<Header, Item>,
        at position: Int,
        from origin: Int?,
        like new: ItemSection<Header, Item>,
        _ content: [ItemSection<Header, Item>]
    ) throws(UpdateError) -> ItemSection<Header, Item> {
        guard let origin else { return section }
        let gone = leaving[origin] ?? []
        let coming = arrivals[position] ?? []
        let changed = updates[position] ?? []
        if gone.isEmpty, coming.isEmpty, changed.isEmpty { return section }
        var stays = [Bool](repeating: true, count: section.tree.count)
        for offset in gone {
            guard stays.indices.contains(offset), stays[offset] else {
                throw .inconsistent("nothing can be taken from the path \(origin).\(offset) before")
            }
            stays[offset] = false
        }
        var kept = zip(section.tree.elements, stays).filter(\.1).map(\.0)[...]
        var items: [Item] = []
        for arrival in coming {
            let missing = arrival.after - items.count
            guard missing >= 0, missing <= kept.count else {
                throw .inconsistent("the path \(position).\(arrival.after) after is beyond the end")
            }
            items.append(contentsOf: kept.prefix(missing))
            kept.removeFirst(missing)
            let source = arrival.before.flatMap { path -> Item? in
                guard content.indices.contains(path.section) else { return nil }
                let items = content[path.section].tree
                return path.item >= 0 && path.item < items.count ? items.element(at: path.item) : nil
            }
            guard let item = source ?? new.items[arrival.after] else {
                throw .inconsistent("there is no item at the path \(position).\(arrival.after) after")
            }
            items.append(item)
        }
        items.append(contentsOf: kept)
        for offset in changed {
            guard items.indices.contains(offset), let item = new.items[offset],
                areSameKey(item.id, items[offset].id)
            else {
                throw .inconsistent("the item updated at \(position).\(offset) is another one")
            }
            items[offset] = item
        }
        guard items.count == new.items.count else {
            throw .inconsistent(
                "the changes lead to \(items.count) items in section \(position), not \(new.items.count)"
            )
        }
        return ItemSection(section.header, items: items)
    }
}

extension Changes where P == Int {
    /// For each position after, the position before; `nil` for an insertion.
    func origins(countAfter: Int) -> [Int?] {
        var origins = [Int?](repeating: nil, count: countAfter)
        var taken = Set(deletions)
        for pair in moves {
            if origins.indices.contains(pair.after) { origins[pair.after] = pair.before }
            taken.insert(pair.before)
        }
        let arriving = Set(insertions).union(moves.map(\.after))
        var before = 0
        for after in 0..<countAfter where !arriving.contains(after) {
            while taken.contains(before) { before += 1 }
            origins[after] = before
            before += 1
        }
        return origins
    }
}
