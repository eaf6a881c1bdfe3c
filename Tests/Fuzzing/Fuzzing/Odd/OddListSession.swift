import DataSources

/// A draft of a list whose items misbehave.
struct OddListSession<Item: OddItem>: OddSession, ~Copyable {
    private typealias State = (odd: ListSnapshot<Item>, honest: [Row<Int>])

    private let editor: OddListEditor<Item>
    private let honestEditor: OddListEditor<Row<Int>>
    private let whim: Whim
    private var draft = ListDraft<Item>()
    private var honest = ListDraft<Row<Int>>()
    private var states: [State] = [(ListSnapshot(), [])]

    init(_ whim: Whim) {
        self.whim = whim
        editor = OddListEditor(
            make: { Item($0, $1, $2, whim) }, value: \.value, whim: Item.isLawful ? nil : whim)
        honestEditor = OddListEditor(make: { Item($0, $1, $2, whim).honest }, value: \.value, whim: nil)
    }

    mutating func edit(_ bytes: inout ByteReader) throws(Fault) {
        let before = draft.snapshot
        var same = bytes
        let ending = try Ending({ $0.as(Item.ID.self)?.identity }) { try editor.edit(&draft, &bytes) }
        if ending.isRefused, draft.count != before.count { throw Fault("\(ending), but \(draft.count) items") }
        if Item.isLawful {
            let expected = try Ending({ $0.as(Int.self) }) { try honestEditor.edit(&honest, &same) }
            if ending != expected { throw Fault("law 15: an edit was \(ending), not \(expected): \(before)") }
            let items = draft.snapshot.map(\.honest)
            if items != Array(honest.snapshot) { throw Fault("law 15: there are \(items), not \(honest.snapshot)") }
        } else if bytes.oneIn(3) {
            before.misbehave(bytes.byte())
        }
        try checkReading(&bytes)
    }

    private func checkReading(_ bytes: inout ByteReader) throws(Fault) {
        let snapshot = draft.snapshot
        if snapshot.count != draft.count || Array(snapshot).count != draft.count { throw Fault("the count is wrong") }
        for _ in 0..<3 {
            let known = snapshot[bytes.below(snapshot.count)]
            let id = known?.id ?? editor.item(&bytes).id
            for position in [draft.position(of: id), snapshot.position(of: id)] {
                if let position, !(0..<draft.count).contains(position) { throw Fault("a position outside") }
                if Item.isLawful, known != nil, position.flatMap({ snapshot[$0]?.id.identity }) != id.identity {
                    throw Fault("law 15: \(id) is found at \(String(describing: position)) of \(snapshot)")
                }
            }
            _ = (draft.contains(id: id), draft[id: id], snapshot[id: id])
        }
    }

    mutating func compare(_ bytes: inout ByteReader) throws(Fault) {
        let honest = Array(honest.snapshot)
        states.append((draft.snapshot, honest))
        if bytes.oneIn(2) {
            do {
                states.append((try ListSnapshot(Array(draft.snapshot)), honest))
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
        if let fault = changes.shapeFault(from: before.odd.count, to: after.odd.count) { throw Fault(fault) }
        var questions = 0
        _ = after.odd.changes(from: before.odd) {
            questions += 1
            return questions > 2
        }
        if Item.isLawful {
            try ListOracle.check(changes, from: before.honest, to: after.honest)
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

    private func checkForms(_ update: Update<ListSnapshot<Item>>, to after: State) throws(Fault) {
        var content = update.before.content
        for step in update.steps {
            switch step {
            case .insert(let item, let position): content.insert(item, at: position)
            case .remove(let position): content.remove(at: position)
            case .move(let from, let to): content.insert(content.remove(at: from), at: to)
            case .update(let item, let position): content[position] = item
            }
        }
        try compare(content, after, "the steps")
        try replay(update, to: after)
        guard update.stages.last?.after.count == update.after.count else { throw Fault("the stages end elsewhere") }
        let inverted = update.inverted.changes
        if let fault = inverted.shapeFault(from: update.after.count, to: update.before.count) { throw Fault(fault) }
        content = update.before.content
        do {
            try update.apply(to: &content)
            try compare(content, after, "applied, the changes")
            _ = try update.applied(to: update.before)
        } catch let fault as Fault {
            throw fault
        } catch {
            if Item.isLawful { throw Fault("law 15: \(error)") }
        }
    }

    /// Makes the steps of an update in a draft.
    private func replay(_ update: Update<ListSnapshot<Item>>, to after: State) throws(Fault) {
        do {
            var draft = try ListDraft(update.before)
            for step in update.steps { try draft.apply(step) }
            try compare(Array(draft.snapshot), after, "in a draft, the steps")
        } catch let fault as Fault {
            throw fault
        } catch {
            if Item.isLawful { throw Fault("law 15: a draft refuses a step: \(error)") }
        }
    }

    private func compare(_ content: [Item], _ after: State, _ what: String) throws(Fault) {
        if content.count != after.odd.count { throw Fault("\(what) lead to \(content.count) items") }
        if Item.isLawful, content.map(\.honest) != after.honest { throw Fault("law 1: \(what) lead to \(content)") }
    }

    mutating func empty(_ bytes: inout ByteReader) throws(Fault) {
        states = []
        // Each item has an id and a key, and the index has at most twice as many entries as there are items.
        if whim.liveIDs > 4 * draft.count + 64 { throw Fault("\(whim.liveIDs) ids for \(draft.count) items") }
        while draft.count > 0, !bytes.oneIn(50) { _ = try? draft.remove(at: bytes.below(draft.count)) }
        draft.removeAll()
        honest.removeAll()
        _ = draft.snapshot
    }
}
