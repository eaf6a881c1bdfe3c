extension FollowedPages {
    /// How often a page is read again because what was loaded has changed too much meanwhile.
    private static var mostReads: Int { 8 }

    /// Tells which rows are on the screen; loads more at each end that is near.
    ///
    /// Call it when other rows come into view; far from both ends it costs O(log *n*). It loads as many pages as
    /// necessary. After a failed load at an end it does nothing there, so that scrolling does not retry endlessly;
    /// ``loadMore(_:)`` retries. Before the first page is there, it loads nothing.
    ///
    /// - Parameter positions: The positions of the rows; those outside of the list count as its first or last one.
    /// - Returns: Whether more rows were loaded.
    /// - Throws: As ``loadMore(_:)``.
    @discardableResult
    public func didShow(_ positions: Range<Int>) async throws -> Bool {
        machine.shown(positions, of: draft)
        var hasLoaded = false
        for edge in [PageEdge.end, .start] {
            while machine.isNear(edge, draft, distance: prefetchDistance), machine[edge].isOpen {
                guard try await loadMore(edge) else { break }
                hasLoaded = true
            }
        }
        return hasLoaded
    }

    /// Loads the next page at an end.
    ///
    /// Subscribers receive it as one update. A call during another call's load waits, and shares its result if that was
    /// at the same end. If the task is cancelled while it waits for another call, it does nothing. If `fetch` calls this
    /// method of its own list, it deadlocks.
    ///
    /// While the connection is lost, a page that is newer than what is shown waits for the next one.
    ///
    /// - Parameter edge: The end.
    /// - Returns: Whether there were more rows; `false` also before the first page.
    /// - Throws: Any error of the fetch, to every call that waited for it. ``FollowError`` if the list has stopped
    ///   following before it had the page's position, or if it changed too fast.
    /// - Complexity: O(*k* log *n*) for a page of *k* rows and what was committed while it was read, plus the fetch.
    @discardableResult
    public func loadMore(_ edge: PageEdge = .end) async throws -> Bool {
        let endings = machine[edge].endings
        guard await lock.acquire({ "the page that another call loads" }) else { return false }
        defer { lock.release() }
        if machine[edge].endings > endings, let ending = machine[edge].lastEnding { return try ending.get() }
        if !canLoad || machine[edge].bound == nil { return false }
        machine[edge].loadBegan()
        showPhases()
        do {
            return try await load(edge)
        } catch {
            machine[edge].loadEnded(Task.isCancelled ? nil : .failure(error))
            showPhases()
            throw error
        }
    }

    /// Shows a page anywhere in the list, in place of what is loaded: for example from a row that was searched for.
    ///
    /// Subscribers receive the net difference as one update. It waits for a page that another call loads. If the task is
    /// cancelled meanwhile, or before the first page, it does nothing.
    ///
    /// - Parameter place: Where the page lies.
    /// - Throws: Any error of the fetch; what is shown stays. ``FollowError`` as ``loadMore(_:)``.
    public func show(_ place: RowPageRequest<Item>.Place) async throws {
        guard await lock.acquire({ "the page that another call loads" }) else { return }
        defer { lock.release() }
        if !canLoad { return }
        defer { machine.readEnded() }
        for _ in 0..<Self.mostReads {
            let moves = machine.start.moves + machine.end.moves
            let page = try await read(RowPageRequest(place, size: size))
            guard let page, moves == machine.start.moves + machine.end.moves, canLoad else { continue }
            return try show(page, at: place)
        }
        throw Self.changesTooFast
    }

    private var canLoad: Bool { position.value != nil && !hub.isFinished }

    /// Loads the next page at an end, with the lock; returns whether there were more rows.
    private func load(_ edge: PageEdge) async throws -> Bool {
        defer { machine.readEnded() }
        for _ in 0..<Self.mostReads {
            let moves = machine[edge].moves
            guard canLoad, let request = machine.next(edge, size: size) else {
                machine[edge].loadEnded(.success(false))
                showPhases()
                return false
            }
            let page = try await read(request)
            // What is loaded may have been let go, or replaced.
            guard let page, moves == machine[edge].moves, canLoad else { continue }
            return try add(page, at: edge)
        }
        throw Self.changesTooFast
    }

    /// Reads a page, and waits until the list has its position; `nil` if it must be read again.
    private func read(_ request: RowPageRequest<Item>) async throws -> RowPage<Item, Position>? {
        machine.readBegan()
        let start = position.value
        let page = try await fetch(request)
        // Older than what has been shown, and so than the changes that are kept for it.
        if let start, page.position < start { return nil }
        if let position = position.value, position < page.position {
            let isReached = self.position.combined(with: status) { position, status in
                if case .failed = status { return true }
                return position.map { $0 >= page.position } ?? false
            }
            // Finished, cancelled, or given up.
            guard await isReached.firstValue(where: { $0 }) != nil || hub.isFinished else { throw CancellationError() }
            guard hub.isFinished || self.position.value.map({ $0 >= page.position }) ?? false else {
                throw FollowError(
                    code: .disconnected, message: "the list has given up before it had the page's position")
            }
        }
        return machine.knowsChanges ? page : nil
    }

    private static var changesTooFast: FollowError {
        FollowError(code: .disconnected, message: "the list has changed too much each time that a page was read")
    }

    func showPhases() {
        startPhase.set(machine.start.phase)
        endPhase.set(machine.end.phase)
    }
}
