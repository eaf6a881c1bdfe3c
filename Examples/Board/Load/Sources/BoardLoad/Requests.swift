import NIOCore
import NIOPosix

/// The address of the server.
struct ServerAddress: Sendable {
    let host: String
    let port: Int
}

/// Requests on one connection, one after the other.
struct Requests {
    let address: ServerAddress
    private var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    private var buffer = ByteBuffer()

    /// Connects, and closes the connection afterwards.
    static func use<Result: Sendable>(
        _ address: ServerAddress, _ body: @Sendable (inout Requests) async throws -> Result
    ) async throws -> Result {
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: address.host, port: address.port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            var requests = Requests(address: address, inbound: inbound.makeAsyncIterator(), outbound: outbound)
            return try await body(&requests)
        }
    }

    private init(
        address: ServerAddress, inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator,
        outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    ) {
        (self.address, self.inbound, self.outbound) = (address, inbound, outbound)
    }

    /// A key that no other command has.
    static func key() -> String { "\(now())-\(UInt32.random(in: .min ... .max))" }

    /// Sends a command, and returns the position in its answer; `nil` if it was refused.
    mutating func command(_ name: String, _ content: String, key: String = Requests.key()) async throws -> String? {
        let body = "{\"key\":\"\(key)\",\"name\":\"\(name)\",\"content\":\(content)}"
        let answer = try await send("POST", "/commands", body)
        let parts = answer.split(separator: "\"")
        return parts.count > 3 && parts[1] == "applied" ? String(parts[3]) : nil
    }

    /// Sends a request, and returns the body of the response.
    mutating func send(_ method: String, _ path: String, _ body: String = "") async throws -> String {
        try await outbound.write(
            ByteBuffer(
                string: """
                    \(method) \(path) HTTP/1.1\r
                    Host: \(address.host):\(address.port)\r
                    Content-Type: application/json\r
                    Content-Length: \(body.utf8.count)\r
                    \r
                    \(body)
                    """))
        guard let status = try await line() else { throw LoadError("the server has closed the connection") }
        guard status.hasPrefix("HTTP/1.1 ") else { throw LoadError("the server answers \(status)") }
        var length: Int?
        while let line = try await line(), !line.isEmpty {
            let parts = line.lowercased().split(separator: ":")
            if parts.first == "content-length", let last = parts.last { length = Int(last.drop { $0 == " " }) }
        }
        let count = length ?? 0
        while buffer.readableBytes < count {
            guard try await read() else { throw LoadError("the server has closed the connection") }
        }
        return buffer.readString(length: count) ?? ""
    }

    private mutating func line() async throws -> String? {
        while true {
            if let end = buffer.readableBytesView.firstIndex(of: 10) {
                let line = buffer.readString(length: end - buffer.readerIndex) ?? ""
                buffer.moveReaderIndex(forwardBy: 1)
                return line.last == "\r" ? String(line.dropLast()) : line
            }
            guard try await read() else { return nil }
        }
    }

    private mutating func read() async throws -> Bool {
        guard var part = try await inbound.next(isolation: #isolation) else { return false }
        buffer.discardReadBytes()
        buffer.writeBuffer(&part)
        return true
    }
}
