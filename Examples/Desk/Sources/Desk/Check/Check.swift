import CGtk
import DataSources
import DataSourcesViews
import GtkDisplays

/// Edits at random with both windows open, and compares what GTK shows with the source.
@MainActor
struct Check {
    let edits: Int
    let seed: UInt64

    /// - Returns: Whether everything was as it should be.
    func run() async -> Bool {
        var faults: [String] = []
        do {
            faults = try await checkWindows()
        } catch {
            faults.append("the check has failed: \(error)")
        }
        // GTK releases some objects when its main loop is idle.
        for _ in 0..<100 where Living.rows + Living.cells + Living.models > 0 {
            try? await Task.sleep(for: .milliseconds(20))
        }
        print("left: \(Living.rows) row objects, \(Living.cells) cells, \(Living.models) models")
        if Living.rows != 0 { faults.append("\(Living.rows) row objects have leaked") }
        if Living.cells != 0 { faults.append("\(Living.cells) cells have leaked") }
        if Living.models != 0 { faults.append("\(Living.models) models have leaked") }
        for fault in faults.prefix(20) { complain("FAULT: \(fault)") }
        print(faults.isEmpty ? "check passed" : "check failed: \(faults.count) faults")
        return faults.isEmpty
    }

    private func checkWindows() async throws -> [String] {
        var random = SplitMix(state: seed)
        let desk = try Desk(Ticket.samples(500))
        let windows = Windows(of: desk)
        let (list, board) = (try windows.openList(), try windows.openBoard())
        let (listMirror, boardMirror) = (ModelMirror(list.display.model), ModelMirror(board.display.model))
        var (done, rounds, compared) = (0, 0, 0)
        let start = ContinuousClock.now
        for round in 0..<10 {
            guard await removeAcrossEdge(desk, list, &random) else {
                return await end(windows, desk, ["removal \(round): the rows with widgets do not begin below others"])
            }
            let faults = await compare(desk, list, board, listMirror, boardMirror)
            if !faults.isEmpty { return await end(windows, desk, faults.map { "removal \(round): \($0)" }) }
        }
        while done < edits {
            rounds += 1
            // Often few edits, sometimes many: a transaction each, or all in one.
            let burst = min(edits - done, [1, 1, 2, 5, 20, 100].randomElement(using: &random)!)
            let tickets = (0..<burst).map { _ in Ticket.sample(id: desk.newID(), using: &random) }
            if Bool.random(using: &random) {
                for ticket in tickets { await desk.makeRandomEdit(adding: ticket, seed: random.next()) }
            } else {
                let seed = random.next()
                await desk.edit { draft in
                    var random = SplitMix(state: seed)
                    for ticket in tickets { try draft.makeRandomEdit(adding: ticket, using: &random) }
                }
            }
            done += burst
            await disturb(list, board, &random)
            // Without a wait the next edits arrive while the windows show the last ones.
            if rounds % 3 == 0 {
                await list.display.nextFrame()
                await board.display.nextFrame()
            }
            if rounds % 25 == 0 {
                for window in [list.search, board.search] { window.set("") }
                let faults = await compare(desk, list, board, listMirror, boardMirror)
                compared += 1
                if !faults.isEmpty { return await end(windows, desk, faults.map { "after \(done) edits: \($0)" }) }
            }
        }
        for window in [list.search, board.search] { window.set("") }
        let faults = await compare(desk, list, board, listMirror, boardMirror)
        print(
            """
            \(done) edits in \(rounds) rounds, \(ContinuousClock.now - start)
            list: \(listMirror.summary)
            board: \(boardMirror.summary)
            compared \(compared + 1) times; \(desk.tickets.snapshot.count) tickets, \(Living.rows) row objects, \
            \(Living.cells) cells
            """)
        return await end(windows, desk, faults)
    }

    /// Closes the windows, after which nothing may be left.
    private func end(_ windows: Windows, _ desk: Desk, _ faults: [String]) async -> [String] {
        windows.closeAll()
        await desk.tickets.finish()
        return faults
    }

    /// Scrolls, and removes a range of rows that begins above the first row that GTK has a widget for and ends below it.
    ///
    /// Returns `false` if there is no such range.
    private func removeAcrossEdge(
        _ desk: Desk, _ list: TicketWindow<FlatList<Ticket>>, _ random: inout SplitMix
    ) async -> Bool {
        await desk.edit { draft in
            let first = (draft.map(\.id).max() ?? 0) + 1_000_000
            for id in first..<first + 700 - min(draft.count, 700) { try draft.append(Ticket(id: id, title: "Filler")) }
        }
        await list.display.nextFrame()
        // It can take GTK some frames until it knows how high the rows are.
        for _ in 0..<100 {
            let adjustment = gtk_scrolled_window_get_vadjustment(list.scroller.opaque)
            gtk_adjustment_set_value(adjustment, gtk_adjustment_get_upper(adjustment) * 0.9)
            await list.display.nextFrame()
            await list.display.nextFrame()
            // GTK also has a widget for the row with the focus.
            let bound = Set(list.display.shownCells.map(\.position))
            guard let edge = bound.filter({ !bound.contains($0 - 1) }).max(), edge > 20 else { continue }
            let (above, below) = (Int.random(in: 1...20, using: &random), Int.random(in: 1...20, using: &random))
            await desk.edit { try $0.removeSubrange(edge - above..<edge + below) }
            return true
        }
        return false
    }

    /// What a person does meanwhile: filters, scrolls, selects, undoes.
    private func disturb(
        _ list: TicketWindow<FlatList<Ticket>>, _ board: TicketWindow<FlatSections<Column, Ticket>>,
        _ random: inout SplitMix
    ) async {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: list.search.set(["", "a", "search", "urgent", "no such ticket"].randomElement(using: &random)!)
        case 1: board.search.set(["", "e", "me", "low"].randomElement(using: &random)!)
        case 2: scroll(list.scroller, &random)
        case 3: scroll(board.scroller, &random)
        case 4:
            let count = g_list_model_get_n_items(list.display.model.object)
            if count == 0 { return }
            let position = guint.random(in: 0..<count, using: &random)
            gtk_selection_model_select_item(list.display.model.object, position, Bool.random(using: &random).gboolean)
        case 5: gtk_selection_model_select_all(board.display.model.object)
        case 6: await list.desk.undo()
        default: await list.desk.redo()
        }
    }

    private func scroll(_ scroller: Widget, _ random: inout SplitMix) {
        let adjustment = gtk_scrolled_window_get_vadjustment(scroller.opaque)
        let end = max(gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment), 1)
        gtk_adjustment_set_value(adjustment, Double.random(in: 0...end, using: &random))
    }

    /// Waits until both windows show everything, and compares.
    private func compare(
        _ desk: Desk, _ list: TicketWindow<FlatList<Ticket>>, _ board: TicketWindow<FlatSections<Column, Ticket>>,
        _ listMirror: ModelMirror<FlatList<Ticket>>, _ boardMirror: ModelMirror<FlatSections<Column, Ticket>>
    ) async -> [String] {
        let tickets = Array(desk.tickets.snapshot)
        var columns: [FlatRow<Column, Ticket>] = []
        for column in Column.all {
            let members = tickets.filter { $0.state == column.id }
            columns.append(.header(column, itemCount: members.count))
            columns += members.map { .item($0) }
        }
        for _ in 0..<500 {
            if listMirror.rows == tickets, boardMirror.rows == columns { break }
            try? await Task.sleep(for: .milliseconds(10))
        }
        // The frame in which GTK binds what it has been told.
        await list.display.nextFrame()
        await board.display.nextFrame()
        return listMirror.faults(comparedWith: tickets, list.display).map { "list: \($0)" }
            + boardMirror.faults(comparedWith: columns, board.display).map { "board: \($0)" }
    }
}

extension Desk {
    /// One random edit in a transaction of its own.
    func makeRandomEdit(adding ticket: Ticket, seed: UInt64) async {
        await edit { draft in
            var random = SplitMix(state: seed)
            try draft.makeRandomEdit(adding: ticket, using: &random)
        }
    }
}
