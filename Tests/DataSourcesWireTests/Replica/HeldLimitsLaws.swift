import DataSources
import DataSourcesWire
import TestKit
import Testing

/// Law 18: a server cannot make a replica hold more than its limits, in one frame or in many that are each within them.
struct HeldLimitsLaws {
    private static let limits = WireLimits(items: 1_000)

    private static func part(
        _ groups: [WirePart.Group], at offset: Int = 0, of count: Int, sections: Int, isLast: Bool = false,
        kind: WireKind = .sections
    ) -> WirePart {
        WirePart(
            kind: kind, version: 1, offset: offset, itemCount: count, sectionCount: sections, groups: groups,
            isLast: isLast)
    }

    private static func header(_ id: Int) -> WireValue { ["id": .int(Int64(id)), "title": ""] }

    /// How many parts a replica took before it refused one, and why.
    private func taken<Snapshot: WireSnapshot>(
        _ parts: [WirePart], _ limits: WireLimits, _ type: Snapshot.Type
    ) async throws -> (count: Int, code: WireError.Code?) {
        let replica = Replica<Snapshot>(limits: limits)
        let taken = Shared(0)
        let hello = WireHello(epoch: 1, kind: Snapshot.wireKind, version: nil)
        let frames = [.hello(hello), .reset(.first)] + parts.map { WireFrame.part($0) }
        let stream = AsyncStream<WireFrame> {
            taken.change { $0 += 1 }
            return taken.value > frames.count ? nil : frames[taken.value - 1]
        }
        do {
            try await replica.follow(stream)
            return (taken.value - 3, nil)
        } catch let error as WireError {
            #expect(replica.snapshot.itemCount == 0)
            return (taken.value - 3, error.code)
        }
    }

    @Test func `law 18: headers are counted in each part, not at the end`() async throws {
        // Sections without items, more than the first part has announced, and without end.
        let parts = (0..<1_000).map { Self.part([.init(header: Self.header($0), items: [])], of: 0, sections: 10) }
        #expect(try await taken(parts, Self.limits, Board.self) == (10, .inconsistent))
        let many = Self.part([], of: 0, sections: 1_001)
        #expect(try await taken([many], Self.limits, Board.self) == (0, .tooLarge))
        let short = Self.part([.init(header: Self.header(0), items: [])], of: 0, sections: 2, isLast: true)
        #expect(try await taken([short], Self.limits, Board.self) == (0, .inconsistent))
    }

    @Test func `law 18: every part brings a whole state nearer to its end`() async throws {
        let empty = Self.part([], of: 5, sections: 5)
        #expect(try await taken([empty], Self.limits, Board.self) == (0, .inconsistent))
        let groups = Self.part([.init(header: nil, items: [])], of: 5, sections: 0, kind: .list)
        #expect(try await taken([groups], Self.limits, List.self) == (0, .inconsistent))
        // The first group may go on with a section, the others have headers; and there has to be a section.
        let first = Self.part([.init(header: nil, items: [])], of: 5, sections: 5)
        #expect(try await taken([first], Self.limits, Board.self) == (0, .inconsistent))
        let begun = Self.part([.init(header: Self.header(0), items: [])], of: 5, sections: 5)
        let two = Self.part([.init(header: nil, items: []), .init(header: nil, items: [])], of: 5, sections: 5)
        #expect(try await taken([begun, two], Self.limits, Board.self) == (1, .inconsistent))
    }

    @Test func `law 18: the size of a whole state in parts is limited`() async throws {
        var limits = WireLimits()
        limits.state = 100_000
        let parts = (0..<50).map { number in
            let title = WireValue.string(String(repeating: "x", count: 9_000))
            let item: WireValue = ["id": .int(Int64(number)), "title": title, "tags": .array([]), "weight": 0]
            return Self.part([.init(header: nil, items: [item])], at: number, of: 50, sections: 0, kind: .list)
        }
        #expect(try await taken(parts, limits, List.self) == (11, .tooLarge))
        #expect(try await taken(parts, WireLimits(), List.self) == (50, .disconnected))
    }

    @Test func `law 18: parts of a client's own decoder may have any numbers`() async throws {
        let extremes = [Int.min, -1, 0, 1, 7, .max]
        for offset in extremes {
            for count in extremes {
                for sections in extremes {
                    for isLast in [false, true] {
                        let groups = [WirePart.Group(header: Self.header(1), items: [])]
                        let part = Self.part(groups, at: offset, of: count, sections: sections, isLast: isLast)
                        let outcome = try await taken([part], WireLimits(), Board.self)
                        // The only ones that fit.
                        let fits = offset == 0 && (isLast ? count == 0 && sections == 1 : count >= 0 && sections >= 1)
                        if !fits || count == .max || sections == .max { #expect(outcome.code != .disconnected) }
                    }
                }
            }
        }
    }

    @Test func `law 18: readers count what they read, before they read it`() throws {
        func code(_ bytes: [UInt8], _ limits: WireLimits) -> WireError.Code? {
            do {
                _ = try FrameFormat.binary.decode(bytes, limits: limits)
                return nil
            } catch {
                return error.code
            }
        }
        let limits = WireLimits(items: 10)
        // 12 groups without items, of which one may have no header; 11 of them are within the limit.
        #expect(code([3, 0, 0, 1, 1, 0, 0, 1, 12], limits) == .tooLarge)
        #expect(
            code([3, 0, 0, 1, 1, 0, 0, 1, 11] + Array(repeatElement([1, 0, 0], count: 11).joined()), limits) == nil)
        // Two groups with 6 items each.
        let six: [UInt8] = [1, 0, 6, 0, 0, 0, 0, 0, 0]
        #expect(code([3, 0, 0, 1, 1, 0, 0, 1, 2] + six + [1, 0, 6], limits) == .tooLarge)
        // Removals of 6 and 5 positions, and insertions after removals.
        #expect(code([0x81, 1, 1, 2, 0, 6, 0, 5], limits) == .tooLarge)
        #expect(code([0x85, 0, 1, 1, 1, 0, 6, 1, 0, 5], limits) == .tooLarge)
        // 11 updates; more names to remove than there are names.
        #expect(code([0x88, 0, 1, 1, 11], limits) == .tooLarge)
        #expect(code([0xA8, 0, 1, 1, 0x61, 0, 1, 1, 1, 0, 3], limits) == .tooLarge)
        // More hashes of commands than bytes; a shape with 1,025 names, before any of them.
        #expect(code([0x90, 4, 1, 1, 3, 1, 2, 3, 4], limits) == .tooLarge)
        #expect(code([7, 1, 0x81, 8], WireLimits()) == .tooLarge)
        #expect(code([7, 65], WireLimits()) == .tooLarge)
    }

    @Test(arguments: [
        #"{"s":1,"v":1,"at":0,"n":0,"part":[[{},[]],[{},[]],[{},[]],[{},[]],[{},[]]]}"#,
        #"{"s":1,"v":1,"at":0,"n":0,"part":[[{},[1,2]],[{},[3,4]]]}"#,
        #"{"v":1,"at":0,"n":0,"part":[1,2,3,4]}"#,
        #"{"v":[1,3],"rm":[0,4]}"#, #"{"v":[1,3],"up":[[0,{}],[1,{}],[2,{}],[3,{}]]}"#,
    ])
    func `law 18: text with more than the limit is refused`(text: String) {
        #expect { try FrameFormat.json.decode(Array(text.utf8), limits: WireLimits(items: 3)) } throws: {
            ($0 as? WireError)?.code == .tooLarge
        }
        #expect(throws: Never.self) { try FrameFormat.json.decode(Array(text.utf8), limits: WireLimits(items: 4)) }
    }
}
