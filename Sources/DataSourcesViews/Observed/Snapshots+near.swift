import DataSources

/// How many neighbours on each side of a place are looked at before everything is searched.
private let neighbours = 32

extension ListSnapshot {
    /// The position of an id, looked for beside `place` first.
    ///
    /// - Complexity: O(log *n*) beside `place`, else O(*n*).
    func position(of id: Item.ID, near place: Int) -> Int? {
        positionOfNeighbour(id, of: place) ?? position(of: id)
    }

    fileprivate func positionOfNeighbour(_ id: Item.ID, of place: Int) -> Int? {
        for distance in 0...neighbours {
            if self[place + distance]?.id == id { return place + distance }
            if self[place - distance]?.id == id { return place - distance }
        }
        return nil
    }
}

extension SectionedSnapshot {
    /// The path of an item's id, looked for beside `place` first, also in the sections before and after.
    ///
    /// - Complexity: O(log *s* + log *n*) beside `place`, else O(*n*).
    func path(of id: Item.ID, near place: ItemPath) -> ItemPath? {
        for section in [place.section, place.section + 1, place.section - 1] {
            guard let items = self[section: section]?.items else { continue }
            let start = section == place.section ? place.item : section > place.section ? 0 : items.count - 1
            if let item = items.positionOfNeighbour(id, of: start) { return ItemPath(section: section, item: item) }
        }
        return path(of: id)
    }
}
