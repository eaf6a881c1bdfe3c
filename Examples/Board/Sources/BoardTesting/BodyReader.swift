import NIOCore

/// Reads a response of HTTP/1.1: its head, then its body in parts.
public struct BodyReader {
    /// The status.
    public private(set) var status = 0
    /// The headers by their names in lower case.
    public private(set) var headers: [String: String] = [:]
    private var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    private var buffer: [UInt8] = []
    private var remaining: Int?
    private var isOver = false

    init(_ inbound: NIOAsyncChannelInboundStream<ByteBuffer>) async throws {
        self.inbound = inbound.makeAsyncIterator()
        let lines = try await head()
        status = lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingSpaces
        }
        remaining = headers["content-length"].flatMap { Int($0) }
    }

    /// The next bytes of the body; `nil` at the end.
    public mutating func next() async throws -> [UInt8]? {
        if isOver { return nil }
        if headers["transfer-encoding"] == "chunked" { return try await chunk() }
        guard let count = remaining, count > 0 else { return nil }
        if buffer.isEmpty, try await !read() { return nil }
        let part = Array(buffer.prefix(count))
        buffer.removeFirst(part.count)
        remaining = count - part.count
        return part
    }

    private mutating func chunk() async throws -> [UInt8]? {
        guard let line = try await line(), let count = Int(line, radix: 16), count > 0 else {
            isOver = true
            return nil
        }
        while buffer.count < count + 2 {
            guard try await read() else { return nil }
        }
        let part = Array(buffer.prefix(count))
        buffer.removeFirst(count + 2)
        return part
    }

    private mutating func head() async throws -> [String] {
        var lines: [String] = []
        while let line = try await line(), !line.isEmpty { lines.append(line) }
        return lines.isEmpty ? [""] : lines
    }

    private mutating func line() async throws -> String? {
        while true {
            if let end = buffer.firstIndex(of: 10) {
                let line = buffer[..<end].filter { $0 != 13 }
                buffer.removeFirst(end + 1)
                return String(decoding: line, as: UTF8.self)
            }
            guard try await read() else { return nil }
        }
    }

    private mutating func read() async throws -> Bool {
        guard let part = try await inbound.next(isolation: #isolation) else { return false }
        buffer += part.readableBytesView
        return true
    }
}

extension StringProtocol {
    fileprivate var trimmingSpaces: String { String(drop { $0 == " " }) }
}
