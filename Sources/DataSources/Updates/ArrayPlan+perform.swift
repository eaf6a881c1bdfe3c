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
            // The array is borrowed for the call, and holds `max(countBefore, countAfter)` elements: the plan fits it.
            unsafe array.withUnsafeMutableBufferPointer { buffer in
                guard let base = buffer.baseAddress else { return }
                unsafe rearrange(base, parked, newElement)
            }
            if growth < 0 { array.removeLast(-growth) }
            parked.release()
        }
        if updates.isEmpty { return }
        for run in updates {
            for position in run.after..<run.after + run.count { array[position] = newElement(position) }
        }
    }

    /// Moves the elements in memory; between the first and the last line, some places are empty.
    // Unsafe, since `base` must have room for the plan's elements, before and after. The runs of a plan do not overlap,
    // and lie within the array: the plan was checked against its length. So each place is initialized exactly once.
    @unsafe @inlinable
    func rearrange<Element>(
        _ base: UnsafeMutablePointer<Element>,
        _ parked: Parked<Element>,
        _ newElement: (_ position: Int) -> Element
    ) {
        // As the comment above says, for every line of this function.
        if countAfter > countBefore { unsafe (base + countBefore).deinitialize(count: countAfter - countBefore) }
        for run in moves { unsafe parked.take(base + run.before, count: run.count) }
        for run in deletions { unsafe parked.take(base + run.first, count: run.count) }
        // Places that are still occupied are never overwritten: from front to back those that come closer to the front,
        // then from back to front the others.
        for run in shifts where run.after < run.before {
            // Within the array, as above.
            unsafe (base + run.after).moveInitialize(from: base + run.before, count: run.count)
        }
        for run in shifts.reversed() where run.after > run.before {
            // Within the array, as above.
            unsafe (base + run.after).moveInitialize(from: base + run.before, count: run.count)
        }
        // Within the array, as above.
        for run in moves { unsafe parked.give(base + run.after, count: run.count) }
        for run in insertions {
            // An empty place, as above.
            for position in run.first..<run.first + run.count {
                unsafe (base + position).initialize(to: newElement(position))
            }
        }
        // Deleted elements fill the end, which the array removes.
        if countAfter < countBefore { unsafe parked.give(base + countAfter, count: countBefore - countAfter) }
    }

    /// Elements outside of their array, given back in the order in which they were taken.
    // Safe to hold: it owns its memory from `init` to `deinit`. Taking and giving are unsafe, since their arguments are.
    @safe @usableFromInline
    final class Parked<Element> {
        @usableFromInline let base: UnsafeMutablePointer<Element>
        @usableFromInline let capacity: Int
        @usableFromInline var taken = 0
        @usableFromInline var given = 0

        @inlinable
        init(capacity: Int) {
            // Freed by `deinit`, and by nobody else.
            unsafe base = .allocate(capacity: capacity)
            self.capacity = capacity
        }

        @inlinable
        deinit {
            // Allocated by `init`; `release()` has emptied it.
            unsafe base.deallocate()
        }

        // The caller's elements must be initialized, and at most `capacity` are taken in all.
        @unsafe @inlinable
        func take(_ elements: UnsafeMutablePointer<Element>, count: Int) {
            // As the comment above says.
            unsafe (base + taken).moveInitialize(from: elements, count: count)
            taken += count
        }

        // The caller's place must be empty, and at most as many are given as were taken.
        @unsafe @inlinable
        func give(_ place: UnsafeMutablePointer<Element>, count: Int) {
            // As the comment above says.
            unsafe place.moveInitialize(from: base + given, count: count)
            given += count
        }

        /// Releases the elements that were not given back.
        @inlinable
        func release() {
            // These were taken and not given back, so they are initialized.
            unsafe (base + given).deinitialize(count: taken - given)
            given = taken
        }
    }
}
