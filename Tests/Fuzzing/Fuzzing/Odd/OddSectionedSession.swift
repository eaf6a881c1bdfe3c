import DataSources
import DataSourcesTesting

/// A draft of sections whose headers and items misbehave.
struct OddSectionedSession<Item: OddItem>: OddSession, ~Copyable {
    private typealias Snapshot = SectionedSnapshot<Item, Item>
    private typealias Plain = [PlainSection<Row<Int>, Row<Int>>]
    private typealias State = (odd: Snapshot, honest: Plain)

    private let editor: OddSectionedEditor<Item, Item>
    private let honestEditor: OddSectionedEditor<Row<Int>, Row<Int>>
    private let whim: Whim
    private var draft = SectionedDraft<Item, Item>()
    private var honest = SectionedDraft<Row<Int>, Row<Int>>()
    private var states: [State] = [(SectionedSnapshot(), [])]

    init(_ whim: Whim) {
        self.whim = whim
        let make: @Sendable (Int, Int, Int) -> Item = { Item($0, $1, $2, whim) }
        editor = OddSectionedEditor(
            makeHeader: make, makeItem: make, headerValue: \.value, itemValue: \.value,
            whim: Item.isLawful ? nil : whim)
        honestEditor = OddSectionedEditor(
            makeHeader: { make($0, $1, $2).honest }, makeItem: { make($0, $1, $2).honest },
            headerValue: \.value, itemValue: \.value, whim: nil)
    }

    mutating func edit(_ bytes: inout ByteReader) throws(Fault) {
        let before = draft.snapshot
        var same = bytes
        let ending = try Ending({ $0.as(Item.ID.self)?.identity }) { try editor.edit(&draft, &bytes) }
        if ending.isRefused, draft.count != before.count || draft.itemCount != before.itemCount {
            throw Fault("\(ending), but there are \(draft.count) sections, \(draft.itemCount) items")
        }
        if Item.isLawful {
            let expected = try Ending({ $0.as(Int.self) }) { try honestEditor.edit(&honest, &same) }
            if ending != expected { throw Fault("law 15: an edit was \(ending), not \(expected): \(before)") }
            let plain = Self.plain(draft.snapshot.content)
            if plain != honest.snapshot.plain { throw Fault("law 15: there is \(plain), not \(honest.snapshot)") }
        } else if bytes.oneIn(3) {
            before.items.misbehave(bytes.byte())
            before.map(\.header).misbehave(bytes.byte())
        }
        try checkReading(&bytes)
    }

    private func checkReading(_ bytes: inout ByteReader) throws(Fault) {
        let snapshot = draft.snapshot
        let count = snapshot.reduce(0) { $0 + $1.items.count }
        if count != draft.itemCount || Array(snapshot.items).count != count { throw Fault("the count is wrong") }
        for _ in 0..<3 {
            let section = bytes.below(snapshot.count)
            let header = snapshot[section: section]?.header
            let item = snapshot[ItemPath(section: section, item: bytes.below(8))]
            let (id, sectionID) = (item?.id ?? editor.item(&bytes).id, header?.id ?? editor.header(&bytes).id)
            for path in [draft.path(of: id), snapshot.path(of: id)] {
                if let path, snapshot[path] == nil { throw Fault("a path outside") }
                if Item.isLawful, item != nil, path.flatMap({ snapshot[$0]?.id.identity }) != id.identity {
                    throw Fault("law 15: \(id) is found at \(String(describing: path)) of \(snapshot)")
                }
            }
            for position in [draft.sectionPosition(of: sectionID), snapshot.sectionPosition(of: sectionID)] {
                if let position, !(0..<draft.count).contains(position) { throw Fault("a position outside") }
                if Item.isLawful, header != nil, position != section {
                    throw Fault("law 15: the section \(sectionID) is found at \(String(describing: position))")
                }
            }
            _ = (draft.contains(id: id), draft[id: id], draft[sectionID: sectionID])
        }
    }

    mutating func compare(_ bytes: inout ByteReader) throws(Fault) {
        let plain = honest.snapshot.plain
        states.append((draft.snapshot, plain))
        if bytes.oneIn(2) {
            do {
                let sections = draft.snapshot.map { ItemSection($0.header, items: Array($0.items)) }
                states.append((try SectionedSnapshot(sections), plain))
            } catch {
                if Item.isLawful { throw Fault("law 10: \(draft.snapshot) cannot be made again: \(error)") }
            }
        }
        if states.count > 4 { states.removeFirst(states.count - 4) }
        let (one, two) = (states[bytes.below(states.count)], states[states.count - 1])
        try check(one, two)
        try check(two, one)
    }

    private func check(_ before: State, _ after: State) throws(Fault) {
        let changes = after.odd.changes(from: before.odd)
        if let fault = changes.sections.shapeFault(from: before.odd.count, to: after.odd.count) { throw Fault(fault) }
        var questions = 0
        _ = after.odd.changes(from: before.odd) {
            questions += 1
            return questions > 2
        }
        if Item.isLawful {
            try SectionedOracle.check(changes, from: before.honest, to: after.honest)
            if (before.odd == after.odd) != changes.isEmpty { throw Fault("law 15: states are equal: \(after.odd)") }
        }
        guard let update = Update(from: before.odd, to: after.odd) else { return }
        if changes.isEmpty, Item.isLawful { throw Fault("law 3: an empty update") }
        try checkForms(update, to: after)
        if let back = Update(from: after.odd, to: before.odd) {
            do {
                let both = try update.followed(by: back)
                if both != nil, Item.isLawful { throw Fault("law 4: there and back is an update") }
            } catch let fault as Fault {
                throw fault
            } catch {
                if Item.isLawful { throw Fault("law 15: \(error)") }
            }
        }
    }

    private func checkForms(_ update: Update<SectionedSnapshot<Item, Item>>, to after: State) throws(Fault) {
        if Item.isLawful {
            var sections = Self.plain(update.before.content)
            for step in update.steps where !sections.make(Self.honest(step)) {
                throw Fault("the step \(step) cannot be made in \(sections)")
            }
            if sections != after.honest { throw Fault("law 1: the steps lead to \(sections)") }
        }
        try replay(update, to: after)
        let stages = update.stages
        if stages.first?.before.count != update.before.count { throw Fault("the stages begin elsewhere") }
        if stages.last?.after.itemCount != update.after.itemCount { throw Fault("the stages end elsewhere") }
        _ = (update.steps, update.inverted.steps, update.inverted.stages)
        var content = update.before.content
        do {
            try update.apply(to: &content)
            if content.count != update.after.count { throw Fault("applied, the changes lead to \(content)") }
            if Item.isLawful, Self.plain(content) != after.honest { throw Fault("law 1: they lead to \(content)") }
            _ = try update.applied(to: update.before)
        } catch let fault as Fault {
            throw fault
        } catch {
            if Item.isLawful { throw Fault("law 15: \(error)") }
        }
    }

    /// Makes the steps of an update in a draft.
    private func replay(_ update: Update<SectionedSnapshot<Item, Item>>, to after: State) throws(Fault) {
        do {
            var draft = try SectionedDraft(update.before)
            for step in update.steps { try draft.apply(step) }
            let plain = Self.plain(draft.snapshot.content)
            if Item.isLawful, plain != after.honest { throw Fault("law 1: in a draft, the steps lead to \(plain)") }
        } catch let fault as Fault {
            throw fault
        } catch {
            if Item.isLawful { throw Fault("law 15: a draft refuses a step: \(error)") }
        }
    }

    private static func plain(_ sections: [ItemSection<Item, Item>]) -> Plain {
        sections.map { PlainSection($0.header.honest, $0.items.map(\.honest)) }
    }

    private static func honest(_ step: SectionedStep<Item, Item>) -> SectionedStep<Row<Int>, Row<Int>> {
        switch step {
        case .insertSection(let section, let at):
            .insertSection(ItemSection(section.header.honest, items: section.items.map(\.honest)), at: at)
        case .removeSection(let at): .removeSection(at: at)
        case .moveSection(let from, let to): .moveSection(from: from, to: to)
        case .updateSection(let header, let at): .updateSection(header.honest, at: at)
        case .insertItem(let item, let at): .insertItem(item.honest, at: at)
        case .removeItem(let at): .removeItem(at: at)
        case .moveItem(let from, let to): .moveItem(from: from, to: to)
        case .updateItem(let item, let at): .updateItem(item.honest, at: at)
        }
    }

    mutating func empty(_ bytes: inout ByteReader) throws(Fault) {
        states = []
        let count = draft.count + draft.itemCount
        // Each has an id and a key, and the indexes have at most twice as many entries as there are items.
        if whim.liveIDs > 4 * count + 192 { throw Fault("\(whim.liveIDs) ids for \(count) items and sections") }
        while draft.count > 0, !bytes.oneIn(9) { _ = try? draft.removeSection(at: bytes.below(draft.count)) }
        draft.removeAll()
        honest.removeAll()
        _ = draft.snapshot
    }
}
