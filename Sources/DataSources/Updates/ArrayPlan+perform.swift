extension ArrayPlan {
    /// Performs the plan, which fits the array: copies nothing if the array is the only owner of its elements.
    ///
    /// Each element that moves or shifts is moved in memory once. Deleted elements are released when the array is
    /// complete again, since their deinitializers run code of the user.
    ///
    /// - Parameters:
    ///   - array: An array of the length before.
    ///   - newElement: The element at a position after, for insertions and updates; it must not run code of the user.
    /// - Complexity: O(*k*) for the elements that arrive or leave, and one `memmove` per run of those that shift.
    @inlinable
    func perform<Element>(on array: inout [Element], newElement: (_ position: Int) -> Element) {
        let growth = countAfter - countBefore
        if growth > 0, let insertion = insertions.first {
            // These copies only make room.
            array.append(contentsOf: repeatElement(newElement(insertion.first), count: growth))
        }
        if isRearranging {
            let parked = Parked<Element>(
                capacity: moves.reduce(0) { $0 + $1.count } + deletions.reduce(0) { $0 + $1.count }
            )
            array.withUnsafeMutableBufferPointer { buffer in
                guard let base = buffer.baseAddress else { return }
                rearrange(base, parked, newElement)
            }
            if growth < 0 { array.removeLast(-growth) }
            parked.release()
        }
        if updates.isEmpty { return }
        array.withUnsafeMutableBufferPointer { buffer in
            for run in updates {
                for position in run.after..<run.after + run.count { buffer[position] = newElement(position) }
            }
        }
    }

    /// Moves the elements in memory; between the first and the last line, some places are empty.
    @inlinable
    func rearrange<Element>(
        _ base: UnsafeMutablePointer<Element>,
        _ parked: Parked<Element>,
        _ newElement: (_ position: Int) -> Element
    ) {
        if countAfter > countBefore { (base + countBefore).deinitialize(count: countAfter - countBefore) }
        for run in moves { parked.take(base + run.before, count: run.count) }
        for run in deletions { parked.take(base + run.first, count: run.count) }
        // Places that are still occupied are never overwritten: from front to back those that come closer to the front,
        // then from back to front the others.
        for run in shifts where run.after < run.before {
            (base + run.after).moveInitialize(from: base + run.before, count: run.count)
        }
        for run in shifts.reversed() where run.after > run.before {
            (base + run.after).moveInitialize(from: base + run.before, count: run.count)
        }
        for run in moves { parked.give(base + run.after, count: run.count) }
        for run in insertions {
            for position in run.first..<run.first + run.count { (base + position).initialize(to: newElement(position)) }
        }
        // Deleted elements fill the end, which the array removes.
        if countAfter < countBefore { parked.give(base + countAfter, count: countBefore - countAfter) }
    }

    /// Elements outside of their array, given back in the order in which they were taken.
    @usableFromInline
    final class Parked<Element> {
        @usableFromInline let base: UnsafeMutablePointer<Element>
        @usableFromInline let capacity: Int
        @usableFromInline var taken = 0
        @usableFromInline var given = 0

        @inlinable
        init(capacity: Int) {
            base = .allocate(capacity: capacity)
            self.capacity = capacity
        }

        @inlinable
        deinit { base.deallocate() }

        @inlinable
        func take(_ elements: UnsafeMutablePointer<Element>, count: Int) {
            (base + taken).moveInitialize(from: elements, count: count)
            taken += count
        }

        @inlinable
        func give(_ place: UnsafeMutablePointer<Element>, count: Int) {
            place.moveInitialize(from: base + given, count: count)
            given += count
        }

        /// Releases the elements that were not given back.
        @inlinable
        func release() {
            (base + given).deinitialize(count: taken - given)
            given = taken
        }
    }
}
