import DataSources
import Foundation

/// Reads a stream until it fails or is stopped: puts whole transactions into the queue, and tells the server what is
/// durable.
struct ReplicationLoop<Row: PostgresRow> {
    let stream: Connection
    let watch: Connection
    let slot: String
    let start: LogPosition
    /// Whether the list knows that it is ready.
    var isReady: Bool
    /// Where the log ended when the connection was made.
    let target: LogPosition?
    let definition: TableDefinition
    let thread: ReplicationThread<Row>

    /// What came after the begin of a transaction.
    private var open: TransactionMessages?
    /// Everything before it has been put into the queue.
    private var received = LogPosition(0)
    private var told: LogPosition?
    private var isReplyWanted = false
    private var lastReport = ContinuousClock.now
    private var lastWatch = ContinuousClock.now

    init(
        stream: Connection, watch: Connection, slot: String, start: LogPosition, isReady: Bool, target: LogPosition?,
        definition: TableDefinition, thread: ReplicationThread<Row>
    ) {
        (self.stream, self.watch, self.slot, self.start) = (stream, watch, slot, start)
        (self.isReady, self.target, self.definition, self.thread) = (isReady, target, definition, thread)
        received = start
    }

    mutating func run() throws {
        let name = SQL.name(thread.publication)
        try stream.query(
            """
            START_REPLICATION SLOT \(SQL.name(slot)) LOGICAL \(start) \
            (proto_version '1', publication_names \(SQL.text(name)))
            """)
        // Asks at once how far the server is: a list that goes on may be ready.
        try report(asks: true)
        while true {
            let step = try readSome()
            try report()
            if ContinuousClock.now - lastWatch > thread.settings.watchInterval {
                try look()
                lastWatch = .now
            }
            if step != .none { continue }
            if thread.queue.isFull {
                try thread.stop.wait(milliseconds: 100)
            } else if try stream.isReady(.reading, within: 100) {
                try stream.readInput()
            }
        }
    }

    /// Takes some of the messages that are here.
    private mutating func readSome() throws -> Connection.CopyStep {
        let stream = stream
        for _ in 0..<256 {
            if thread.queue.isFull { return .none }
            let step = try stream.nextCopyMessage { try handle($0) }
            if step == .ended { throw PostgresError(.unreachable, "\(stream.name): the server has ended the stream") }
            if step == .none { return .none }
        }
        return .message
    }

    // MARK: Messages

    private mutating func handle(_ message: UnsafeRawBufferPointer) throws {
        switch message.first {
        case UInt8(ascii: "k"):
            guard message.count >= 18 else { throw cutOff }
            if message[17] == 1 { isReplyWanted = true }
            progressed(to: LogPosition(message.bigEndian(at: 1)))
        case UInt8(ascii: "w"):
            // 24 bytes of positions and time come first.
            guard message.count >= 26 else { throw cutOff }
            try handleRow(UnsafeRawBufferPointer(rebasing: message[25...]))
        default: throw PostgresError(.badMessage, "\(stream.name): a message of the server has an unknown kind")
        }
    }

    private mutating func handleRow(_ message: UnsafeRawBufferPointer) throws {
        switch message[0] {
        case UInt8(ascii: "B"): open = TransactionMessages()
        case UInt8(ascii: "C"):
            guard message.count >= 18 else { throw cutOff }
            let end = LogPosition(message.bigEndian(at: 10))
            guard let messages = open.take() else {
                throw PostgresError(.badMessage, "\(stream.name): a transaction ends that has not begun")
            }
            if end > start, !messages.bytes.isEmpty {
                received = max(received, end)
                thread.queue.put(.transaction(messages, end))
            } else {
                progressed(to: end)
            }
            becomeReady()
        default:
            if let relation = StreamMessage.relation(in: message), relation != definition.relation { return }
            open?.append(message)
            if let size = open?.bytes.count, size > thread.settings.transactionLimit {
                throw PostgresError(
                    .transactionTooLarge,
                    "a transaction on \(thread.table) has more than "
                        + "\(thread.settings.transactionLimit) bytes; raise transactionLimit, or read the whole state again"
                )
            }
        }
    }

    /// The server has sent everything before a position.
    private mutating func progressed(to position: LogPosition) {
        guard open == nil else { return }
        if position > received {
            received = position
            thread.queue.put(.progress(position))
        }
        becomeReady()
    }

    private mutating func becomeReady() {
        guard !isReady, open == nil, received >= target ?? received else { return }
        isReady = true
        thread.queue.put(.ready)
    }

    private var cutOff: PostgresError {
        PostgresError(.badMessage, "\(stream.name): a message of the server is cut off; report it, with its version")
    }

    // MARK: What the server is told

    /// What would not be lost if this process ended now.
    private var durable: LogPosition? {
        thread.settings.confirmation == .applied ? thread.queue.applied : thread.memory.durable
    }

    /// Tells the server what is durable: when it asks, when there is news, and every second.
    ///
    /// - Parameter asks: Whether the server is to tell how far it is.
    /// - Throws: ``PostgresError``; `CancellationError`.
    private mutating func report(asks: Bool = false) throws {
        let elapsed = ContinuousClock.now - lastReport
        let durable = durable.map { max($0, told ?? $0) } ?? told
        let hasNews = durable != told && elapsed > .milliseconds(50)
        let isLate = elapsed > .seconds(1)
        guard asks || isReplyWanted || hasNews || isLate else { return }
        var message: [UInt8] = [UInt8(ascii: "r")]
        let time = UInt64(max(0, (Date().timeIntervalSince1970 - 946_684_800) * 1_000_000))
        for number in [received.rawValue, durable?.rawValue ?? 0, durable?.rawValue ?? 0, time] {
            withUnsafeBytes(of: number.bigEndian) { message.append(contentsOf: $0) }
        }
        message.append(asks || isLate ? 1 : 0)
        try stream.sendCopyMessage(message)
        (isReplyWanted, lastReport, told) = (false, .now, durable)
    }

    // MARK: What is watched

    /// Looks whether the slot, the table and the publication are still the same.
    private func look() throws {
        let rows = try watch.query(
            """
            SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::bigint, safe_wal_size, wal_status, \
            confirmed_flush_lsn FROM pg_replication_slots WHERE slot_name = $1
            """, [slot], within: .seconds(10))
        if let row = rows.first, row.count == 4 {
            thread.memory.report.set(
                SlotReport(
                    retained: row[0].flatMap { Int($0) } ?? 0, left: row[1].flatMap { Int($0) }, status: row[2] ?? "",
                    confirmed: row[3].flatMap { LogPosition($0) }))
            if row[2] == "lost" {
                throw PostgresError(.slotLost, "the slot \(slot) was not read in time; all rows are read again")
            }
        }
        let now = try TableDefinition(watch, thread.table, publication: thread.publication, as: Row.self)
        guard now == definition else {
            throw PostgresError(
                .definitionChanged, "\(thread.table) or its publication has changed; all rows are read again")
        }
    }
}

extension UnsafeRawBufferPointer {
    /// The eight bytes from an offset on, which must be there.
    fileprivate func bigEndian(at offset: Int) -> UInt64 {
        self[offset..<offset + 8].reduce(0) { $0 << 8 | UInt64($1) }
    }
}
