// The errors of edits that would duplicate ids, with the places. None is specialized: an edit then fails.

extension ListDraft {
    /// The error of an item that would be inserted.
    @usableFromInline @inline(never)
    func duplicate(of item: Item, at position: Int) -> EditError {
        duplicates([item.id], in: [item], replacing: position..<position)
    }

    /// The error of `elements` that would replace the items of a range.
    ///
    /// - Complexity: O(log *n* + *k*) for *k* elements.
    @usableFromInline @inline(never)
    func duplicates(
        _ ids: [Item.ID], in elements: ContiguousArray<Item>, replacing range: Range<Int>
    ) -> EditError {
        .duplicateItems(ids) { search in
            for (offset, element) in elements.enumerated() where !search.isComplete {
                search.note(element.id, at: EditError.Place(item: range.lowerBound + offset))
            }
            for id in search.ids {
                guard let old = position(of: id), !range.contains(old) else { continue }
                let position = old < range.lowerBound ? old : old - range.count + elements.count
                search.note(id, at: EditError.Place(item: position))
            }
        }
    }
}

extension SectionedDraft {
    /// The error of an item that would be inserted.
    @usableFromInline @inline(never)
    func duplicate(of item: Item, section: Int, at position: Int) -> EditError {
        duplicates([item.id], in: [item], replacing: position..<position, ofSection: section)
    }

    /// The error of `elements` that would replace the items of a range of a section.
    @usableFromInline @inline(never)
    func duplicates(
        _ ids: [Item.ID], in elements: ContiguousArray<Item>, replacing range: Range<Int>, ofSection section: Int
    ) -> EditError {
        .duplicateItems(ids) { search in
            search.note(elements, section: section, from: range.lowerBound)
            for id in search.ids {
                guard var path = path(of: id) else { continue }
                if path.section == section {
                    if range.contains(path.item) { continue }
                    if path.item >= range.upperBound { path.item += elements.count - range.count }
                }
                search.note(id, at: path)
            }
        }
    }

    /// The error of a section whose items would be inserted.
    @usableFromInline @inline(never)
    func duplicates(
        _ ids: [Item.ID], inserting section: ItemSection<Header, Item>, at position: Int
    ) -> EditError {
        .duplicateItems(ids) { search in
            search.note(section.tree.elements, section: position, from: 0)
            for id in search.ids {
                guard var path = path(of: id) else { continue }
                if path.section >= position { path.section += 1 }
                search.note(id, at: path)
            }
        }
    }
}

extension EditError {
    /// The error of sections in which item ids occur more than once.
    @usableFromInline
    static func duplicateItems<Header, Item>(
        _ ids: [Item.ID], in sections: ContiguousArray<ItemSection<Header, Item>>
    ) -> EditError {
        duplicateItems(ids) { search in
            for (position, section) in sections.enumerated() {
                if search.isComplete { return }
                search.note(section.tree.elements, section: position, from: 0)
            }
        }
    }

    /// The error of sections of which some have one id.
    @usableFromInline
    static func duplicateSections<Header, Item>(
        _ ids: [Header.ID], in sections: ContiguousArray<ItemSection<Header, Item>>
    ) -> EditError {
        duplicateSections(ids) { search in
            for (position, section) in sections.enumerated() {
                if search.isComplete { return }
                search.note(section.id, at: Place(section: position))
            }
        }
    }

    /// The error of a section that would be inserted beside one with its id.
    @usableFromInline
    static func duplicateSection<ID: Hashable & Sendable>(
        _ id: ID, insertedAt position: Int, into old: Int
    ) -> EditError {
        duplicateSections([id]) { search in
            search.note(id, at: Place(section: position))
            search.note(id, at: Place(section: old < position ? old : old + 1))
        }
    }
}

extension RepetitionSearch {
    /// Notes that an id is at a path.
    @usableFromInline
    mutating func note(_ id: ID, at path: ItemPath) {
        note(id, at: EditError.Place(section: path.section, item: path.item))
    }

    /// Notes items of a section that follow each other, until all is known.
    mutating func note<Item: Identifiable>(_ items: ContiguousArray<Item>, section: Int, from start: Int)
    where Item.ID == ID {
        for (offset, item) in items.enumerated() {
            if isComplete { return }
            note(item.id, at: ItemPath(section: section, item: start + offset))
        }
    }
}

extension ItemPath {
    /// The path of an item here after items were inserted at another path.
    @usableFromInline
    func after(inserting count: Int, at path: ItemPath) -> ItemPath {
        ItemPath(section: section, item: item + (section == path.section && item >= path.item ? count : 0))
    }
}
