import DataSources
import DataSourcesWire

/// What one client has done to a list.
///
/// A client numbers its commands to each list from 1, and sends one when the one before is answered. So `count` and `last`
/// are equal in every state, unless a command was applied twice or was lost.
struct Lane: Identifiable, Hashable, Sendable, Codable {
    /// The client.
    let id: Int
    /// How many commands were applied.
    var count = 0
    /// The number of the command that was applied last.
    var last = 0
}

typealias Lanes = ListSnapshot<Lane>

/// Counts itself, without a look at what is there, and moves its lane to the front, so that order shows, too.
struct Note: ListCommand {
    static let name = "note"
    let lane: Int
    let number: Int

    func apply(to list: inout ListDraft<Lane>) throws {
        try list.update(id: lane) { lane in
            lane.count += 1
            lane.last = number
        }
        try list.move(id: lane, to: 0)
    }

    /// As it is sent.
    func envelope(of source: Int) -> CommandEnvelope {
        CommandEnvelope(
            key: "\(source).\(lane).\(number)", name: Self.name,
            content: .object(["lane": .int(Int64(lane)), "number": .int(Int64(number))]))
    }
}

extension Lanes {
    /// A digest of the items in their order: FNV-1a.
    var digest: UInt64 {
        var digest = Digest()
        for lane in self {
            for number in [lane.id, lane.count, lane.last] { digest.add(UInt64(truncatingIfNeeded: number)) }
        }
        return digest.value
    }
}

/// 64 bits of FNV-1a.
struct Digest {
    private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func add(_ number: UInt64) {
        for shift in 0..<8 { add(byte: UInt8(truncatingIfNeeded: number >> (8 * UInt64(shift)))) }
    }

    mutating func add(byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }

    static func of(_ bytes: [UInt8]) -> UInt64 {
        var digest = Digest()
        for byte in bytes { digest.add(byte: byte) }
        return digest.value
    }
}

extension Replica {
    /// The confirmed state and its position, of one moment.
    var confirmedWithPosition: (Snapshot, FeedPosition?) { (confirmed, position) }
}
