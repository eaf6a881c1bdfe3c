public import DataSourcesWire
import Foundation
import NIOCore
import NIOPosix

/// Asks a server of a board on a port of loopback.
public protocol BoardClient: Sendable {
    /// The port.
    var port: Int { get }
}

extension BoardClient {
    /// A request on a connection of its own, and the whole response.
    public func request(
        _ method: String, _ path: String, _ headers: [String: String] = [:], body: String = ""
    ) async throws -> TestResponse {
        var headers = headers
        headers["Content-Length"] = "\(body.utf8.count)"
        headers["Connection"] = "close"
        return try await connected(method, path, headers, body) { reader in
            var data: [UInt8] = []
            while let part = try await reader.next() { data += part }
            return TestResponse(
                status: reader.status, headers: reader.headers, body: String(decoding: data, as: UTF8.self))
        }
    }

    /// Sends a command.
    public func send(
        _ name: String, _ content: String, key: String = commandKey(), headers: [String: String] = [:],
        query: String = ""
    ) async throws -> TestResponse {
        try await request(
            "POST", "/commands\(query)", ["Content-Type": "application/json"].merging(headers) { $1 },
            body: "{\"key\":\"\(key)\",\"name\":\"\(name)\",\"content\":\(content)}")
    }

    /// Reads events while `body` runs; the system keeps about as many bytes as `receiveBuffer` until they are read.
    public func events<Result: Sendable>(
        _ query: String = "", _ headers: [String: String] = [:], receiveBuffer: Int? = nil,
        _ body: @escaping @Sendable (inout EventReader) async throws -> Result
    ) async throws -> Result {
        try await connected("GET", "/events\(query)", headers, "", receiveBuffer) { reader in
            var events = EventReader(reader)
            return try await body(&events)
        }
    }

    /// Reads events of a stream that may have to wait until the server knows that other connections are closed.
    public func eventsWhenServed<Result: Sendable>(
        _ query: String, _ body: @escaping @Sendable (inout EventReader) async throws -> Result
    ) async throws -> Result {
        for _ in 0..<2_000 {
            let result = try await events(query) { events in
                events.body.status == 200 ? try await body(&events) : nil
            }
            if let result { return result }
            try await Task.sleep(for: .milliseconds(5))
        }
        throw TestFailure()
    }

    private func connected<Result: Sendable>(
        _ method: String, _ path: String, _ headers: [String: String], _ body: String, _ receiveBuffer: Int? = nil,
        _ use: @escaping @Sendable (inout BodyReader) async throws -> Result
    ) async throws -> Result {
        var head = "\(method) \(path) HTTP/1.1\r\n"
        for (name, value) in ["Host": "127.0.0.1:\(port)"].merging(headers, uniquingKeysWith: { $1 }) {
            head += "\(name): \(value)\r\n"
        }
        let request = ByteBuffer(string: head + "\r\n" + body)
        return try await connect(receiveBuffer).executeThenClose { inbound, outbound in
            try await outbound.write(request)
            var reader = try await BodyReader(inbound)
            return try await use(&reader)
        }
    }
}

/// A whole response.
public struct TestResponse: Sendable {
    /// The status.
    public let status: Int
    /// The headers by their names in lower case.
    public let headers: [String: String]
    /// The whole body.
    public let body: String

    /// The code of the refusal in the body.
    public var code: String? { object["refused"].flatMap { ($0 as? [String: Any])?["code"] as? String } }
    /// The position in the body.
    public var applied: String? { object["applied"] as? String }

    /// The body as an object of JSON; empty if it is none.
    public var object: [String: Any] {
        ((try? JSONSerialization.jsonObject(with: Data(body.utf8))) as? [String: Any]) ?? [:]
    }
}
