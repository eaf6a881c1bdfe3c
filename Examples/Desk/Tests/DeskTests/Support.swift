import DataSources

@testable import Desk
@testable import GtkDisplays

extension ListSnapshot {
    init(_ draft: consuming ListDraft<Item>) { self = draft.snapshot }

    func edited(_ body: (inout ListDraft<Item>) throws -> Void) throws -> ListSnapshot {
        var draft = try ListDraft(self)
        try body(&draft)
        return draft.snapshot
    }
}

extension ListSnapshot<Ticket> {
    static func random(using random: inout SplitMix) throws -> ListSnapshot {
        ListSnapshot(try ListDraft(Ticket.samples(Int.random(in: 0..<40, using: &random)).shuffled(using: &random)))
    }

    func edited(using random: inout SplitMix) throws -> ListSnapshot {
        let edits = Int.random(in: 1..<12, using: &random)
        return try edited { draft in
            for edit in 0..<edits {
                let ticket = Ticket.sample(id: 1_000 + edit, using: &random)
                try draft.makeRandomEdit(adding: ticket, using: &random)
            }
        }
    }
}
