import DataSources
import DataSourcesTesting
import Testing

/// The pure part of `validating()`: what it says of chains of updates.
struct UpdateValidatorTests {
    /// The states of a source: a book more in each.
    private func states(_ count: Int) async throws -> [BookList] {
        let source = try ListSource([Book(0)])
        var states = [source.snapshot]
        for id in 1..<count {
            try await source.append(Book(id))
            states.append(source.snapshot)
        }
        return states
    }

    private func update(_ before: BookList, _ after: BookList) throws -> Update<BookList> {
        try #require(Update(from: before, to: after))
    }

    @Test(arguments: [ValidationDepth.full, .links])
    func `a chain is no violation`(depth: ValidationDepth) async throws {
        let states = try await states(5)
        var validator = UpdateValidator(startingAt: states[0], depth: depth)
        for (before, after) in [(0, 1), (1, 3), (3, 4)] {
            #expect(validator.updatePassed(try update(states[before], states[after])) == [])
        }
        #expect(validator.last == states[4])
        var anywhere = UpdateValidator<BookList>(depth: depth)
        #expect(anywhere.updatePassed(try update(states[2], states[3])) == [])
    }

    @Test(arguments: [ValidationDepth.full, .links])
    func `law 2: a gap and a repeat, each reported once`(depth: ValidationDepth) async throws {
        let states = try await states(5)
        var validator = UpdateValidator(startingAt: states[0], depth: depth)
        let gap = validator.updatePassed(try update(states[1], states[2]))
        #expect(
            gap.map(\.description) == ["law 2 (Chain), v2 → v3: it starts from v2, the one before ended with v1: a gap"]
        )
        #expect(validator.updatePassed(try update(states[2], states[3])) == [])
        let repeated = validator.updatePassed(try update(states[2], states[3]))
        #expect(repeated.map(\.message) == ["it starts from v3, the one before ended with v4: a repeat"])
        #expect(validator.updatePassed(try update(states[3], states[4])) == [])
    }

    @Test(arguments: [ValidationDepth.full, .links])
    func `law 2: another source's update`(depth: ValidationDepth) async throws {
        let (states, others) = (try await states(2), try await states(3))
        var validator = UpdateValidator(startingAt: states[1], depth: depth)
        let foreign = validator.updatePassed(try update(others[1], others[2]))
        #expect(foreign.map(\.law) == [.chain] && foreign[0].message.hasSuffix("another source's"))
    }

    @Test(arguments: [ValidationDepth.full, .links])
    func `law 2: states without versions are compared by content`(depth: ValidationDepth) throws {
        var validator = UpdateValidator(startingAt: try BookList(books: 0), depth: depth)
        #expect(validator.updatePassed(try update(BookList(books: 0), BookList(books: 0, 1))) == [])
        let gap = validator.updatePassed(try update(BookList(books: 0, 2), BookList(books: 3)))
        let reason = "at 1 there is Book(2), there should be Book(1)"
        #expect(gap.map(\.message) == ["it does not start from where the one before ended: \(reason)"])
    }

    @Test func `law 2: a version of one commit on another's content is believed by links only`() async throws {
        let states = try await states(2)
        let forged = try BookList(books: 7).committed(as: try #require(states[1].version))
        let later = try BookList(books: 7, 8).committed(as: Version(epoch: forged.version?.epoch ?? 0, number: 9))
        var links = UpdateValidator(startingAt: states[1], depth: .links)
        #expect(links.updatePassed(try update(forged, later)) == [])
        var full = UpdateValidator(startingAt: states[1])
        #expect(full.updatePassed(try update(forged, later)).map(\.law) == [.chain])
    }

    @Test(arguments: [ValidationDepth.full, .links])
    func `law 1: once there are versions, every state has one`(depth: ValidationDepth) async throws {
        let states = try await states(2)
        var validator = UpdateValidator(startingAt: states[0], depth: depth)
        let uncommitted = try BookList(books: 0, 1)
        let after = validator.updatePassed(try update(states[0], uncommitted))
        #expect(
            after.map(\.description) == ["law 1 (Fold), v1 → –: the state after was never committed: it has no version"]
        )
        validator = UpdateValidator(startingAt: states[1], depth: depth)
        let before = validator.updatePassed(try update(uncommitted, BookList(books: 5)))
        #expect(before.map(\.message) == ["the state before was never committed: it has no version"])
    }

    @Test func `law 16: versions increase within an epoch`() throws {
        func list(_ book: Int, _ epoch: UInt64, _ number: UInt64) throws -> BookList {
            try BookList(books: book).committed(as: Version(epoch: epoch, number: number))
        }
        var validator = UpdateValidator<BookList>()
        let back = validator.updatePassed(try update(list(0, 1, 5), list(1, 1, 5)))
        #expect(back.map(\.description) == ["law 16 (Versions), v5 → v5: versions do not increase"])
        #expect(validator.updatePassed(try update(list(1, 1, 5), list(2, 0, 3))) == [])
    }

    @Test func `laws 1, 4 and 11 are the oracle's`() throws {
        // The only update that is known to be wrong: one of items that are never equal to themselves.
        struct Reading: Identifiable, Equatable, Sendable {
            let id: Int
            var value = Double.nan
        }
        let start = try ListSnapshot([Reading(id: 0)])
        let update = try #require(Update(from: start, to: try ListSnapshot([Reading(id: 0), Reading(id: 1)])))
        var full = UpdateValidator(startingAt: start)
        #expect(full.updatePassed(update).contains { $0.law == .fold })
        var links = UpdateValidator(startingAt: start, depth: .links)
        #expect(links.updatePassed(update) == [])
    }

    @Test func `sections are checked as lists are`() throws {
        let (before, after) = (try library(shelves([0, 1], [2])), try library(shelves([1], [2, 0])))
        var validator = UpdateValidator(startingAt: before)
        #expect(validator.updatePassed(try #require(Update(from: before, to: after))) == [])
        let gap = validator.updatePassed(try #require(Update(from: before, to: after)))
        let reason = "at 0.0 there is Book(0), there should be Book(1)"
        #expect(gap.map(\.message) == ["it does not start from where the one before ended: \(reason)"])
    }
}
