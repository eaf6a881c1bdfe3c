import DataSources
import DataSourcesTesting

/// A draft of sections beside its model.
struct SectionedSession<Header: Entry, Item: Entry>: Session, ~Copyable {
    var draft = SectionedDraft<Header, Item>()
    var model = SectionedModel<Header, Item>()

    var snapshot: SectionedSnapshot<Header, Item> { draft.snapshot }

    func remade() throws(Fault) -> SectionedSnapshot<Header, Item> {
        do {
            return try SectionedSnapshot(model.sections.map(\.section))
        } catch {
            throw Fault("\(error) for \(model)")
        }
    }

    func isModelled(_ state: SectionedSnapshot<Header, Item>) -> Bool { state.plain == model.sections }

    mutating func edit(_ bytes: inout ByteReader) throws(Fault) {
        try Self.edit(&draft, &model, &bytes, depth: 0)
    }

    func checkReading() throws(Fault) {
        let (sections, snapshot) = (model.sections, draft.snapshot)
        if snapshot.plain != sections { throw Fault("the draft is \(snapshot), not \(model)") }
        let count = model.itemIDs.count
        guard draft.count == sections.count, draft.isEmpty == sections.isEmpty, draft.itemCount == count,
            snapshot.itemCount == count, Array(snapshot.items).map(\.id) == model.itemIDs
        else { throw Fault("the counts of \(model)") }
        for wrong in [-1, sections.count, .max, .min] {
            let paths = [ItemPath(section: wrong, item: 0), ItemPath(section: 0, item: wrong == -1 ? -1 : .max)]
            if draft[section: wrong] != nil || paths.contains(where: { draft[$0] != nil || snapshot.contains($0) }) {
                throw Fault("law 15: something at \(wrong) of \(model)")
            }
        }
        for (position, part) in sections.enumerated() {
            guard draft.sectionPosition(of: part.header.id) == position,
                draft[sectionID: part.header.id]?.header == part.header
            else { throw Fault("reading \(part.header) of \(model)") }
            for (item, row) in part.items.enumerated() {
                let path = ItemPath(section: position, item: item)
                guard draft.path(of: row.id) == path, draft[path] == row, draft[id: row.id] == row,
                    snapshot[path] == row
                else { throw Fault("reading \(row) of \(model)") }
            }
        }
        let (ids, headerIDs) = (Set(model.itemIDs), Set(sections.map(\.header.id)))
        for number in UInt8.min ... .max {
            guard draft.contains(id: Item.ID(number: number)) == ids.contains(Item.ID(number: number)),
                draft.contains(sectionID: Header.ID(number: number)) == headerIDs.contains(Header.ID(number: number))
            else { throw Fault("contains(\(number)) of \(model)") }
        }
    }

    // MARK: Edits

    static func edit(
        _ draft: inout SectionedDraft<Header, Item>,
        _ model: inout SectionedModel<Header, Item>,
        _ bytes: inout ByteReader,
        depth: Int
    ) throws(Fault) {
        let verb = bytes.below(36)
        switch verb {
        case 0..<14: try editSections(verb, &draft, &model, &bytes)
        case 14..<26: try editItem(verb - 14, &draft, &model, &bytes)
        case 26..<32: try editItems(verb - 26, &draft, &model, &bytes)
        case 32, 33: try apply(&draft, &model, &bytes)
        default: try transact(&draft, &model, &bytes, depth: depth)
        }
        if draft.itemCount != model.itemIDs.count { throw Fault("\(draft.itemCount) items, not those of \(model)") }
    }

    private static func apply(
        _ draft: inout SectionedDraft<Header, Item>,
        _ model: inout SectionedModel<Header, Item>,
        _ bytes: inout ByteReader
    ) throws(Fault) {
        let draw = SectionedMaterial(model, &bytes)
        let edits: [SectionedEdit<Header, Item>] = [
            .insertSection(draw.section, at: draw.position), .removeSection(at: draw.position),
            .moveSection(from: draw.position, to: draw.path.section), .updateSection(draw.header, at: draw.position),
            .updateSection(Header(draw.known, draw.header.value), at: draw.position),
            .insertItem(draw.item, at: draw.path), .removeItem(at: draw.path),
            .moveItem(from: draw.path, to: draw.otherPath), .updateItem(draw.item, at: draw.path),
            .updateItem(Item(draw.knownItem, draw.item.value), at: draw.path),
            .upsertItem(draw.item, inSection: draw.known), .removeItemID(draw.knownItem),
        ]
        let edit = edits[bytes.below(edits.count)]
        try compare("apply(\(edit))", &model, &draft) { model throws(Refusal) in
            try model.apply(edit)
        } inDraft: {
            try $0.apply(edit)
        }
    }

    /// Some edits in a transaction that is kept, or taken back by a throw; one inside of another is a savepoint.
    private static func transact(
        _ draft: inout SectionedDraft<Header, Item>,
        _ model: inout SectionedModel<Header, Item>,
        _ bytes: inout ByteReader,
        depth: Int
    ) throws(Fault) {
        let before = model
        let isKept = bytes.below(2) == 0
        let count = depth > 2 ? 0 : bytes.below(6)
        do {
            try draft.transaction { draft in
                for _ in 0..<count { try edit(&draft, &model, &bytes, depth: depth + 1) }
                if !isKept { throw Thrown() }
            }
        } catch let fault as Fault {
            throw fault
        } catch {
            model = before
        }
        if draft.snapshot.plain != model.sections { throw Fault("law 7: \(draft.snapshot), not \(model)") }
    }
}

/// What an edit of sections can need, drawn in one go.
struct SectionedMaterial<Header: Entry, Item: Entry> {
    let header: Header
    /// An id of a section that is there, now and then of none.
    let known: Header.ID
    let otherKnown: Header.ID
    let position: Int
    let path: ItemPath
    let otherPath: ItemPath
    let item: Item
    /// An id of an item that is there, now and then of none.
    let knownItem: Item.ID
    let otherKnownItem: Item.ID
    /// A new section, which may hold anything.
    let part: PlainSection<Header, Item>

    var section: ItemSection<Header, Item> { part.section }

    init(_ model: SectionedModel<Header, Item>, _ bytes: inout ByteReader) {
        let (sections, ids) = (model.sections.map(\.header.id), model.itemIDs)
        func path(_ bytes: inout ByteReader) -> ItemPath {
            let section = bytes.position(in: sections.count)
            let count = model.sections.indices.contains(section) ? model.sections[section].items.count : 0
            return ItemPath(section: section, item: bytes.position(in: count))
        }
        header = Material<Header>.item(&bytes)
        known = Material<Header>.id(of: sections, &bytes)
        otherKnown = Material<Header>.id(of: sections, &bytes)
        position = bytes.position(in: sections.count)
        (self.path, otherPath) = (path(&bytes), path(&bytes))
        item = Material<Item>.item(&bytes)
        knownItem = Material<Item>.id(of: ids, &bytes)
        otherKnownItem = Material<Item>.id(of: ids, &bytes)
        part = PlainSection(header, Material<Item>.items(&bytes))
    }
}
