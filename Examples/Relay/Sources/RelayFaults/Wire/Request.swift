import DataSourcesWire
import Foundation

/// What a process asks another one for; the first message of a connection.
enum Request: Codable, Sendable {
    /// The frames of a list, for a client that has a state, or none. They follow, each a message.
    case follow(source: Int, since: FeedPosition?)
    /// A command of a client. A ``CommandReply`` follows.
    case command(source: Int, client: String, CommandEnvelope)
    /// What the process has: a ``Status`` follows.
    case status
    /// Clients send no new command; or send them again. A ``Status`` follows.
    case pause(Bool)
    /// A writer gives up its lease, and writes on. A ``Status`` follows.
    case giveUpLease

    var bytes: [UInt8] { encoded(self) }
}

/// What a process has.
struct Status: Codable, Sendable {
    /// The states of its replicas: the positions of all lists in order, and the digests.
    struct State: Codable, Hashable, Sendable {
        let position: FeedPosition?
        let digest: UInt64
    }

    /// By replica: one for each client, or for a relay.
    var states: [[State]] = []
    /// How many commands wait for their answer.
    var unanswered = 0
}

func encoded(_ value: some Encodable) -> [UInt8] {
    // Requests and answers are texts and numbers, which can always be encoded.
    (try? JSONEncoder().encode(value)).map(Array.init) ?? []
}

func decoded<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) throws -> Value {
    try JSONDecoder().decode(type, from: Data(bytes))
}

extension Socket {
    /// Asks a process something, and returns its answer; blocks.
    static func ask<Value: Decodable>(
        _ address: Address, _ request: Request, for type: Value.Type, connect: Duration = .seconds(2), limit: Duration
    ) throws -> Value {
        let socket = try Socket.connect(to: address, within: connect)
        socket.setLimit(limit)
        try socket.send(request.bytes)
        guard let answer = try socket.receive() else { throw FaultsError("\(address) has closed the connection") }
        return try decoded(type, answer)
    }
}
