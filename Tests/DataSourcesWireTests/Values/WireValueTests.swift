import DataSources
import DataSourcesTesting
import DataSourcesWire
import Foundation
import TestKit
import Testing

struct WireValueTests {
    /// Everything that `Codable` can do with one type.
    struct Everything: Codable, Identifiable, Equatable, Sendable {
        enum Kind: Codable, Equatable {
            case plain
            case rich(name: String, depth: Int)
        }

        let id: UInt64
        var flag = true
        var small: Int8 = -128
        var large = Int64.min
        var unsigned = UInt64.max
        var float: Float = 0.1
        var double = 1.0 / 3
        var text = "\u{0}\"\\\u{7f}é🙂\u{2028}"
        var missing: String?
        var nested: [[Int?]] = [[1, nil], []]
        var names = ["b": 1, "a": 2]
        var kinds = [Kind.plain, .rich(name: "x", depth: 3)]
        var date = Date(timeIntervalSinceReferenceDate: 12_345.678)
        var url = URL(string: "https://example.org/a?b=c")
        var bytes = Data([0, 255, 7])
        var decimal = Decimal(string: "3.14")
        var uuid = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    }

    @Test(arguments: [FrameFormat.json, .binary])
    func `an item of any Codable type arrives as it was`(format: FrameFormat) throws {
        let list = try ListSnapshot([Everything(id: .max), Everything(id: 0, flag: false, double: -0.0)])
        let storage = ListSnapshot<Everything>.Storage()
        let update = try #require(Update(from: ListSnapshot(), to: list))
        let changes = try ListSnapshot.wireChanges(of: update, base: 0, version: 1)
        guard case .changes(let received) = try format.decode(format.encode(.changes(changes))) else {
            Issue.record("another frame")
            return
        }
        try storage.apply(received)
        #expect(storage.snapshot == list)
    }

    /// An item with values in values, whose encoders it remembers without keeping them.
    private struct Watched: Codable, Identifiable, Equatable, Sendable {
        struct Encoders: Sendable {
            // Weak references to objects that only this test's thread uses.
            nonisolated(unsafe) weak var outer: AnyObject?
            nonisolated(unsafe) weak var inner: AnyObject?
        }

        struct Inner: Codable, Equatable, Sendable {
            var fails = false

            func encode(to encoder: any Encoder) throws {
                Watched.encoders.change { $0.inner = encoder as AnyObject }
                var values = encoder.unkeyedContainer()
                try values.encode([[1], [2, 3]])
                if fails { throw CocoaError(.coderInvalidValue) }
            }
        }

        static let encoders = Shared(Encoders())
        let id: Int
        var inner = Inner()

        func encode(to encoder: any Encoder) throws {
            Self.encoders.change { $0.outer = encoder as AnyObject }
            var fields = encoder.container(keyedBy: CodingKeys.self)
            try fields.encode(id, forKey: .id)
            try fields.encode(inner, forKey: .inner)
            let encoders = Self.encoders.value
            #expect(encoders.outer != nil && encoders.inner != nil, "they are watched")
        }
    }

    @Test func `law 5: encoding an item leaves nothing behind`() throws {
        for fails in [false, true] {
            let list = try ListSnapshot([Watched(id: 1, inner: Watched.Inner(fails: fails))])
            let update = try #require(Update(from: ListSnapshot(), to: list))
            let changes = try? ListSnapshot.wireChanges(of: update, base: 0, version: 1)
            #expect((changes == nil) == fails)
            let encoders = Watched.encoders.value
            #expect(encoders.outer == nil && encoders.inner == nil)
        }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude, -0.0])
    func `law 15: numbers that JSON cannot express arrive too`(number: Double) throws {
        struct Sample: Codable, Identifiable, Equatable, Sendable {
            let id: Int
            let value: Double
        }
        for format in [FrameFormat.json, .binary] {
            let list = try ListSnapshot([Sample(id: 1, value: number)])
            let update = try #require(Update(from: ListSnapshot(), to: list))
            let frame = WireFrame.changes(try ListSnapshot.wireChanges(of: update, base: 0, version: 1))
            guard case .changes(let received) = try format.decode(format.encode(frame)) else {
                Issue.record("another frame")
                return
            }
            let storage = ListSnapshot<Sample>.Storage()
            try storage.apply(received)
            #expect(storage.snapshot[0]?.value.bitPattern == number.bitPattern)
        }
    }

    @Test(arguments: seeds(60))
    func `JSON text means the same to Foundation`(seed: UInt64) throws {
        var random = Random(seed: seed)
        let list = random.list(ids: 12)
        guard let update = Update(from: List(), to: list) else { return }
        let frame = WireFrame.changes(try List.wireChanges(of: update, base: 1, version: 2))
        let bytes = try FrameFormat.json.encode(frame)
        let decoded = try JSONDecoder().decode(WireFrame.self, from: Data(bytes))
        #expect(decoded.withSortedFields == frame.withSortedFields)
        // And what Foundation writes, with its own order of fields and escapes, means the same to us.
        let theirs = try JSONEncoder().encode(frame)
        #expect(try FrameFormat.json.decode(Array(theirs)).withSortedFields == frame.withSortedFields)
    }

    @Test func `property lists carry frames`() throws {
        let list = try List([Card(1, "a"), Card(2)])
        let update = try #require(Update(from: List(), to: list))
        let changes = try List.wireChanges(of: update, base: 1, version: 2)
        let format = FrameFormat(
            name: "plist", contentType: "application/x-plist",
            encode: { try Array(PropertyListEncoder().encode($0)) },
            decode: { bytes, _ in try PropertyListDecoder().decode(WireFrame.self, from: Data(bytes)) })
        let frame = try format.decode(format.encode(.changes(changes)))
        guard case .changes(let received) = frame else {
            Issue.record("another frame")
            return
        }
        let storage = List.Storage()
        try storage.apply(received)
        #expect(storage.snapshot == list)
    }

    @Test(arguments: seeds(100))
    func `a patch leads from one content to the other, and is never longer than the whole`(seed: UInt64) throws {
        var random = Random(seed: seed)
        func content() -> WireValue {
            let names = ["a", "b", "c", "title", "notes", "x1", "x2", "x3", "x4", "x5"].filter { _ in
                random.below(2) == 0
            }
            if random.below(8) == 0 { return .string(random.text()) }
            return .object(WireObject(names.map { ($0, random.below(3) == 0 ? .null : .int(Int64(random.below(3)))) }))
        }
        let (old, new) = (content(), content())
        let patch = WirePatch(from: old, to: new)
        #expect(try patch.applied(to: old).sortedFields == new.sortedFields)
        if case .fields(let set, let removed) = patch {
            // "null" and a comma are before the whole item.
            let names = WireValue.array(removed.map { .string($0) })
            let count = try FrameFormat.json.text(of: .object(set)).count + FrameFormat.json.text(of: names).count
            #expect(try count <= FrameFormat.json.text(of: new).count + 5)
        }
    }
}

extension WireValue {
    /// The value with the fields of its objects in alphabetical order.
    var sortedFields: WireValue {
        switch self {
        case .array(let values): .array(values.map(\.sortedFields))
        case .object(let object):
            .object(WireObject(object.fields.sorted { $0.name < $1.name }.map { ($0.name, $0.value.sortedFields) }))
        case .double(let value) where value == value.rounded() && abs(value) < 1e15: .int(Int64(value))
        default: self
        }
    }
}

extension WireFrame {
    var withSortedFields: WireFrame? { try? WireFrame(value.sortedFields) }
}
