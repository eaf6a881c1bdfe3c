import DataSources

extension BinaryReader {
    /// In the short form, no runs stand for one of one position.
    mutating func edits<P: Position>(
        _ presence: UInt8, sectioned: Bool, short: Bool = false, _ make: (Int, Int) -> P
    ) throws(WireError) -> WireEdits<P> {
        var edits = WireEdits<P>()
        var (last, lastOrigin) = (BinaryCursor(), BinaryCursor())
        if presence & 1 != 0 {
            let runs = try count()
            let isSingle = short && runs == 0
            for _ in 0..<(isSingle ? 1 : runs) {
                let first = try place(after: last, sectioned)
                let count = try run(from: first, isSingle, &last)
                edits.removals.append(.init(first: make(first.section, first.item), count: count))
            }
        }
        last = BinaryCursor()
        if presence & 2 != 0 {
            let runs = try count()
            let isSingle = short && runs == 0
            for _ in 0..<(isSingle ? 1 : runs) {
                let from = try place(after: lastOrigin, sectioned)
                let to = try place(after: last, sectioned)
                let count = try run(from: to, isSingle, &last)
                lastOrigin = BinaryCursor(section: from.section, item: from.item.saturating(adding: count))
                edits.moves.append(
                    .init(from: make(from.section, from.item), to: make(to.section, to.item), count: count))
            }
        }
        last = BinaryCursor()
        if presence & 4 != 0 {
            let runs = try count()
            let isSingle = short && runs == 0
            for _ in 0..<(isSingle ? 1 : runs) {
                let first = try place(after: last, sectioned)
                let values = try values(isSingle ? try counted(1) : try counted())
                if values.isEmpty { throw fault("an insertion has no items") }
                last = BinaryCursor(section: first.section, item: first.item.saturating(adding: values.count))
                edits.insertions.append(.init(first: make(first.section, first.item), values: values))
            }
        }
        last = BinaryCursor()
        if presence & 8 != 0 {
            for _ in 0..<(try counted()) {
                let first = try place(after: last, sectioned)
                last = BinaryCursor(section: first.section, item: first.item.saturating(adding: 1))
                edits.updates.append(.init(position: make(first.section, first.item), patch: try patch()))
            }
        }
        return edits
    }

    private mutating func place(after last: BinaryCursor, _ sectioned: Bool) throws(WireError) -> BinaryCursor {
        var place = last
        if sectioned {
            place.section = try number(last.section)
            if place.section != last.section { place.item = 0 }
        }
        place.item = try number(place.item)
        return place
    }

    private mutating func run(
        from first: BinaryCursor, _ isSingle: Bool, _ last: inout BinaryCursor
    ) throws(WireError) -> Int {
        let count = isSingle ? try counted(1) : try counted()
        if count == 0 { throw fault("an empty run") }
        last = BinaryCursor(section: first.section, item: first.item.saturating(adding: count))
        return count
    }

    private mutating func patch() throws(WireError) -> WirePatch {
        // Each name is removed once.
        let form = try count(atMost: names.count.saturating(adding: 1))
        if form == 0 { return .whole(try value()) }
        var removed: [String] = []
        for _ in 1..<form { removed.append(try name(try count())) }
        guard case .object(let set) = try value() else { throw fault("a patch without fields") }
        return .fields(set, removed: removed)
    }
}
