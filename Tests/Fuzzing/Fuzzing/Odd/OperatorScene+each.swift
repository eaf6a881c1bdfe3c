import DataSources

extension OperatorScene {
    // MARK: Sources of items

    /// One of a few sources that items share, or one that is made for the item.
    func answers() -> @Sendable (Item) -> any DerivableSource<ValueSnapshot<Bool>> {
        { [liar, flags, number] item in
            if item.value == 3 { return number.map { (value: Int) -> Bool in value & 3 != item.value } }
            return flags[(liar.map { Int($0.next() % 4) } ?? item.value) & 3]
        }
    }

    /// A source of the item's key, or of another one; `nil` for some values of the parameter.
    func keys() -> @Sendable (Item) -> any DerivableSource<ValueSnapshot<Item.ID>> {
        let key = key()
        return { [number] item in
            number.switchToLatest { (value: Int) -> (any DerivableSource<ValueSnapshot<Item.ID>>)? in
                value & 3 == 3 && item.value == 1 ? nil : Parameter(key(item))
            }
        }
    }

    /// A list for each item.
    func lists(_ source: List) -> @Sendable (Item) -> any DerivableSource<ListSnapshot<Item>> {
        { [liar, right] item in
            switch (liar.map { Int($0.next() % 4) } ?? item.value) & 3 {
            case 0: right
            case 1: source
            default: right.filter { $0.value != item.value }
            }
        }
    }

    // MARK: Operators

    /// Members and matches of two lists; `nil` for another operator.
    func matched(_ source: List, _ link: Link) -> List? {
        let (key, number) = (key(), link.number)
        switch link.name {
        case "merged(preferring:)":
            return source.merged(with: right, left) { [liar] in liar?.oneIn(2) ?? ($0.value > $1.value) }
        case "merged(preferring: rule)":
            return source.merged(with: right, preferring: self.number) { [liar] in
                liar?.oneIn(2) ?? ($0.value > ($1.value + $2) & 3)
            }
        case "page": return source.page(number: self.number, size: number)
        case "page(by:)":
            return source.page(number: self.number.map { (value: Int) -> Int in value - 2 }, size: self.number)
        case "whereExists": return source.whereExists(in: right, on: key, equals: key)
        case "whereNoneExists": return source.whereNoneExists(in: right, on: key, equals: key)
        case "joinedMany":
            return source.joinedMany(with: right, on: key, equals: key, limit: number).map { $0.left }
        case "leftJoinedMany":
            return source.leftJoinedMany(with: right, on: key, equals: key).map { $0.left }
        case "filter(by: collected)":
            let values = right.collected().map { (list: ListSnapshot<Item>) -> Set<Int> in Set(list.map(\.value)) }
            return source.filter(by: values) { $1.contains($0.value) }
        default: return nil
        }
    }

    /// What follows sources of the items; `nil` for another operator.
    func linkedEach(_ source: List, _ link: Link) -> List? {
        switch link.name {
        case "filterEach": return source.filterEach(answers())
        case "sortedByEach": return source.sortedByEach(link.number % 2 == 0 ? .ascending : .descending, keys())
        case "combinedWithEach":
            return source.combinedWithEach(answers()).compactMap { $0.value == true ? $0.item : nil }
        case "lists of each":
            return source.combinedWithEach(lists(source)).filter { $0.snapshot.count % 3 != 1 }.map { $0.item }
        default: return nil
        }
    }
}
