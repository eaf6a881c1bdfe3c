import DataSources

/// A draft and its snapshots: ours.
struct DraftedList: EditedList, ~Copyable {
    private var draft: ListDraft<Employee>

    init(_ items: [Employee]) {
        // The ids are numbers in order.
        guard let draft = try? ListDraft(items) else { fatalError("ids are there twice") }
        self.draft = draft
    }

    var count: Int { draft.count }
    var state: ListSnapshot<Employee> { draft.snapshot }

    func id(at position: Int) -> Int { draft[position]?.id ?? 0 }

    mutating func apply(_ edit: Edit) {
        do {
            try Self.apply(edit, to: &draft)
        } catch {
            fatalError("\(error)")
        }
    }

    mutating func append(_ items: [Employee]) {
        do {
            try draft.append(contentsOf: items)
        } catch {
            fatalError("\(error)")
        }
    }

    mutating func commit(_ edits: [Edit]) {
        do {
            try draft.transaction { draft in
                for edit in edits { try Self.apply(edit, to: &draft) }
            }
        } catch {
            fatalError("\(error)")
        }
    }

    static func difference(from before: ListSnapshot<Employee>, to after: ListSnapshot<Employee>) -> Int? {
        after.changes(from: before).count
    }

    private static func apply(_ edit: Edit, to draft: inout ListDraft<Employee>) throws {
        switch edit {
        case .insert(let item, let position): try draft.insert(item, at: position)
        case .remove(let id): _ = try draft.remove(id: id)
        case .update(let id, let salary): try draft.update(id: id) { $0.salary = salary }
        case .move(let id, let position): try draft.move(id: id, to: position)
        }
    }
}
