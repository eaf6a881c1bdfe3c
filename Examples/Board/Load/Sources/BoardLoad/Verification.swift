import DataSources
import DataSourcesWire

/// Decodes what streams were sent, and compares the states that they passed through.
struct Verification: Sendable {
    typealias Board = SectionedSnapshot<Column, Card>

    let events: [Event]
    /// What the server answers at the end.
    let board: WholeBoard

    /// Lets replicas follow some streams: as many as are asked for, and as many more as are needed for all frames.
    ///
    /// - Parameters:
    ///   - journals: The events of each stream and connection.
    ///   - replicas: The number of replicas, at least.
    /// - Returns: What was done.
    /// - Throws: ``LoadError`` if a frame is refused, two streams had different states at the same version, or a stream
    ///   does not end with the server's state.
    func run(_ journals: [[[Int32]]], replicas: Int) async throws -> String {
        var remaining = Set(events.indices.filter { events[$0].step != nil }.map { Int32($0) })
        var states: [FeedPosition: Board] = [:]
        var count = 0
        for (number, connections) in journals.enumerated() {
            let isNew = connections.contains { $0.contains { remaining.contains($0) } }
            guard count < replicas || (!remaining.isEmpty && isNew) else { continue }
            count += 1
            // The first stream began with the whole board, where all others went on.
            let first = number == 0 ? [] : [wholeState(of: journals[0][0])]
            try await replay(number, first + connections, &states)
            for connection in connections { remaining.subtract(connection) }
        }
        guard remaining.isEmpty else { throw LoadError("\(remaining.count) frames were not decoded") }
        let frames = events.filter { $0.step != nil }.count
        return
            """
            all \(journals.count) streams were sent the same bytes for the same step; \(count) replicas decoded all \
            \(frames) different steps, through \(states.count) states, and end equal to the server
            """
    }

    /// The events of a stream up to the end of the whole state.
    private func wholeState(of journal: [Int32]) -> [Int32] {
        Array(journal.prefix { events[Int($0)].step == nil })
    }

    private func replay(_ number: Int, _ connections: [[Int32]], _ states: inout [FeedPosition: Board]) async throws {
        let replica = Replica<Board>()
        var seen: [(FeedPosition, Board)] = []
        for connection in connections {
            let frames = Recorded(events: events, indexes: connection, replica: replica)
            do {
                try await replica.follow(frames)
            } catch let error as WireError where error.code == .disconnected {
            } catch {
                throw LoadError("stream \(number): a replica refuses a frame: \(error)")
            }
            seen += await frames.seen.states
        }
        for (position, state) in seen {
            guard let known = states.updateValue(state, forKey: position), known != state else { continue }
            throw LoadError("stream \(number) had another state at \(position) than others")
        }
        let last = await replica.confirmed
        let columns = last.map { section in
            WholeBoard.Section(
                id: section.id, title: section.header.title, count: section.header.count, cards: Array(section.items))
        }
        guard await replica.position?.description == board.position, columns == board.columns else {
            throw LoadError("stream \(number) does not end with the state of the server")
        }
    }
}

/// The frames of one connection, from what was recorded; notes the states in between.
private struct Recorded: AsyncSequence, Sendable {
    typealias Element = WireFrame

    /// The states that a replica had.
    actor Seen {
        private(set) var states: [(FeedPosition, Verification.Board)] = []

        func add(_ position: FeedPosition?, _ state: Verification.Board) {
            guard let position, states.last?.0 != position else { return }
            states.append((position, state))
        }
    }

    let events: [Event]
    let indexes: [Int32]
    let replica: Replica<Verification.Board>
    let seen = Seen()

    struct AsyncIterator: AsyncIteratorProtocol {
        let recorded: Recorded
        var next = 0

        mutating func next() async throws -> WireFrame? {
            // The replica has applied the last frame when it asks for another one.
            if next > 0 { await recorded.seen.add(recorded.replica.position, recorded.replica.confirmed) }
            guard next < recorded.indexes.count else { return nil }
            defer { next += 1 }
            return try FrameFormat.json.decode(recorded.events[Int(recorded.indexes[next])].text)
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(recorded: self) }
}
