import CGtk
import DataSources
import DataSourcesViews
import Testing

@testable import Desk
@testable import GtkDisplays

/// The model without a window: GObject needs none.
@MainActor
struct RowModelTests {
    typealias Rows = FlatList<Ticket>

    private func update(_ before: ListSnapshot<Ticket>, _ after: ListSnapshot<Ticket>) throws -> RangeBatch<Rows> {
        batch(try #require(Update(from: before, to: after)), .ranges())
    }

    private func batch(
        _ update: Update<ListSnapshot<Ticket>>, _ batching: Batching<ListSnapshot<Ticket>, RangeBatch<Rows>>
    ) -> RangeBatch<Rows> {
        batching.plan(update)[0].batch
    }

    @Test func `objects have the new content even if the signals had them read the old`() throws {
        for seed in 0..<200 {
            var random = SplitMix(state: UInt64(seed))
            let before = try ListSnapshot.random(using: &random)
            let after = try before.edited(using: &random)
            guard let update = Update(from: before, to: after) else { continue }
            let batch = batch(update, .ranges(gap: 1, limit: 400))
            let model = RowModel<Rows>()
            model.reset(to: Rows(before))
            var held: [OpaquePointer] = []
            // A widget may read, and keep, any row at any signal.
            model.object.on("items-changed") { [unowned model] _ in
                held += (0..<model.toldCount).compactMap { model.rowObject(at: $0) }
            }
            model.apply(batch)
            for position in 0..<after.count {
                let object = try #require(model.rowObject(at: position))
                #expect(model.row(of: object) == after[position], "seed \(seed)")
                held.append(object)
            }
            for object in held { g_object_unref(object.raw) }
            model.release()
        }
        #expect(Living.rows == 0)
        #expect(Living.models == 0)
    }

    @Test func `rows without widgets leave in a signal of their own, and each signal leads to what can be read`() throws
    {
        var split = 0
        for seed in 0..<300 {
            var random = SplitMix(state: UInt64(seed))
            let before = try ListSnapshot.random(using: &random)
            let after = try before.edited(using: &random)
            guard let update = Update(from: before, to: after) else { continue }
            let batch = batch(update, .ranges(gap: Int.random(in: 0...40, using: &random), limit: 400))
            let model = RowModel<Rows>()
            model.reset(to: Rows(before))
            var mirror = before.map(\.id)
            var bound = Set(mirror.indices.filter { _ in Bool.random(using: &random) })
            model.object.on("items-changed") { [unowned model] arguments in
                let (position, removed, added) = (
                    Int(arguments.unsigned(1)), Int(arguments.unsigned(2)), Int(arguments.unsigned(3))
                )
                let gone = position..<position + removed
                if let first = bound.filter(gone.contains).min() { #expect(first == position, "seed \(seed)") }
                if added == 0 { split += 1 }
                // A list view has no widgets for new rows yet, and those of later rows have moved.
                bound = Set(
                    bound.subtracting(gone).map { $0 < position ? $0 : $0 - removed + added })
                let readable = (0..<model.toldCount).compactMap { model.told(at: $0)?.id }
                mirror.replaceSubrange(gone, with: readable[position..<position + added])
                #expect(mirror == readable, "seed \(seed)")
            }
            model.apply(batch) { Array(bound) }
            #expect(mirror == after.map(\.id), "seed \(seed)")
            model.release()
        }
        #expect(split > 100)
    }

    @Test func `a row has one object while somebody holds it`() throws {
        let model = RowModel<Rows>()
        let tickets = ListSnapshot(try ListDraft(Ticket.samples(3)))
        model.reset(to: Rows(tickets))
        let first = try #require(model.rowObject(at: 0))
        let moved = try tickets.edited { try $0.move(from: 0, to: 2) }
        model.apply(try update(tickets, moved))
        let again = try #require(model.rowObject(at: 2))
        #expect(first == again)
        g_object_unref(first.raw)
        g_object_unref(again.raw)
        model.release()
        #expect(Living.rows == 0)
    }

    @Test func `the selection follows moves and forgets deleted rows`() throws {
        let model = RowModel<Rows>()
        let tickets = ListSnapshot(try ListDraft(Ticket.samples(5)))
        model.reset(to: Rows(tickets))
        gtk_selection_model_select_range(model.object, 1, 2, 1)
        #expect(model.selectedRows.map(\.id) == [2, 3])
        let moved = try tickets.edited {
            try $0.move(id: 2, to: 4)
            try $0.remove(id: 3)
        }
        model.apply(try update(tickets, moved))
        #expect(model.selectedRows.map(\.id) == [2])
        #expect(model.isSelected(at: 3))
        gtk_selection_model_unselect_item(model.object, 3)
        #expect(model.selectedRows.isEmpty)
        model.release()
    }

    @Test func `all rows are selected at once, and rows that arrive later are not`() throws {
        let model = RowModel<Rows>()
        let tickets = ListSnapshot(try ListDraft(Ticket.samples(5)))
        model.reset(to: Rows(tickets))
        gtk_selection_model_select_all(model.object)
        gtk_selection_model_unselect_item(model.object, 0)
        #expect(model.selectionCount == 4)
        let more = try tickets.edited {
            try $0.append(Ticket(id: 77, title: "new"))
            try $0.remove(id: 5)
        }
        model.apply(try update(tickets, more))
        #expect(model.selectedRows.map(\.id) == [2, 3, 4])
        #expect(model.selectionCount == 3)
        // A click selects one row and no other.
        gtk_selection_model_select_item(model.object, 4, 1)
        #expect(model.selectedRows.map(\.id) == [77])
        model.release()
    }
}
