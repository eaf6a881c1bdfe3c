public import DataSourcesWire

/// Reads server-sent events.
public struct EventReader {
    /// One event.
    public struct Event: Sendable {
        /// Its name; empty if it has none.
        public var name = ""
        /// Its id, if it has one.
        public var id: String?
        /// Its data.
        public var data = ""

        /// The frame in the data.
        public var frame: WireFrame {
            get throws { try FrameFormat.json.decode(Array(data.utf8)) }
        }
    }

    /// The response that they are read from.
    public private(set) var body: BodyReader
    private var text: [UInt8] = []

    init(_ body: BodyReader) {
        self.body = body
    }

    /// The next event; `nil` at the end of the stream.
    public mutating func next() async throws -> Event? {
        while true {
            if let end = text.indices.first(where: { $0 > 0 && text[$0] == 10 && text[$0 - 1] == 10 }) {
                let block = String(decoding: text[..<end], as: UTF8.self)
                text.removeFirst(end + 1)
                var event = Event()
                for line in block.split(separator: "\n") {
                    if line.hasPrefix("event: ") { event.name = String(line.dropFirst(7)) }
                    if line.hasPrefix("id: ") { event.id = String(line.dropFirst(4)) }
                    if line.hasPrefix("data: ") { event.data = String(line.dropFirst(6)) }
                }
                if !event.data.isEmpty { return event }
            } else {
                guard let part = try await body.next() else { return nil }
                text += part
            }
        }
    }

    /// The next frame of the board, with the id of its event.
    public mutating func frame() async throws -> (frame: WireFrame, id: String?) {
        while let event = try await next() {
            if event.name.isEmpty { return (try event.frame, event.id) }
        }
        throw TestFailure()
    }

    /// Reads up to an event of presence whose data is as expected.
    public mutating func skip(to isExpected: (_ data: String) -> Bool) async throws {
        while let event = try await next() {
            if event.name == "presence", event.id == nil, isExpected(event.data) { return }
        }
        throw TestFailure()
    }

    /// Reads changes that lead from one position to another, without gaps and repeats; returns how many there are.
    @discardableResult
    public mutating func changes(from start: String, to end: String?) async throws -> Int {
        var (position, count) = (start, 0)
        while position != end {
            let (frame, id) = try await frame()
            guard case .changes(let changes) = frame, let id, position.hasSuffix("-\(changes.base)") else {
                throw TestFailure()
            }
            position = id
            count += 1
        }
        return count
    }

    /// Reads up to the last part of a whole state; returns its id.
    public mutating func wholeState() async throws -> String {
        while true {
            let (frame, id) = try await frame()
            if case .part(let part) = frame, part.isLast { return id ?? "" }
        }
    }
}

/// Something else than expected came.
public struct TestFailure: Error {
    /// Creates the error.
    public init() {}
}
