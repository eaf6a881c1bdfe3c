import DataSources
import DataSourcesWire
import Foundation
import Testing

/// The bytes of all versions of the format.
///
/// They stay readable: never change them, add new ones.
struct GoldenFrameTests {
    /// Version 1: read, no longer written where version 2 is shorter.
    private static let first: [(WireFrame, json: String, binary: String)] = [
        (
            .hello(WireHello(format: 1, epoch: 18_446_744_073_709_551_615, kind: .sections, version: 41)),
            #"{"hello":1,"epoch":"18446744073709551615","kind":"sections","v":41}"#,
            "0101ffffffffffffffffff01012a"
        ),
        (
            .hello(WireHello(format: 1, epoch: 5, kind: .list, version: nil)),
            #"{"hello":1,"epoch":"5","kind":"list"}"#, "0101050000"
        ),
        (.reset(.historyExceeded), #"{"reset":"historyExceeded"}"#, "020f686973746f72794578636565646564"),
        (.heartbeat(version: 300), #"{"beat":300}"#, "05ac02"),
        (.end(.finished, version: 300), #"{"end":"finished","v":300}"#, "060866696e6973686564ad02"),
        (
            .part(
                WirePart(
                    kind: .list, version: 9, offset: 0, itemCount: 2, sectionCount: 0,
                    groups: [WirePart.Group(header: nil, items: [card(1, "one"), card(2, "two")])], isLast: true)),
            #"{"v":9,"at":0,"n":2,"part":[{"id":1,"title":"one"},{"id":2,"title":"two"}],"last":true}"#,
            "0302026964057469746c6501020001020900020001028021436f6e6580224374776f"
        ),
        (
            .part(
                WirePart(
                    kind: .list, version: 9, offset: 0, itemCount: 3, sectionCount: 0,
                    groups: [
                        WirePart.Group(header: nil, items: [card(100, "a"), card(101, "b"), card(85, "c")])
                    ], isLast: true)),
            #"{"v":9,"at":0,"n":3,"part":[{"id":100,"title":"a"},{"id":101,"title":"b"},{"id":85,"title":"c"}],"last":true}"#,
            "0302026964057469746c6501020001020900030001038003c801416180f1416280e04163"
        ),
        (
            .part(
                WirePart(
                    kind: .sections, version: 9, offset: 1, itemCount: 2, sectionCount: 2,
                    groups: [
                        WirePart.Group(header: nil, items: [.int(7)]), WirePart.Group(header: .string("b"), items: []),
                    ], isLast: true)),
            #"{"v":9,"at":1,"n":2,"s":2,"part":[[[7]],["b",[]]],"last":true}"#,
            "03000003090102020200012701416200"
        ),
        (
            .changes(
                WireChanges(
                    kind: .list, base: 41, version: 42, itemCount: 1_003,
                    items: WireEdits(
                        removals: [.init(first: path(0, 3), count: 2), .init(first: path(0, 9), count: 1)],
                        moves: [.init(from: path(0, 20), to: path(0, 1), count: 4)],
                        insertions: [.init(first: path(0, 0), values: [card(5, "é")])],
                        updates: [
                            .init(position: path(0, 7), patch: .fields(["title": .null], removed: ["due"])),
                            .init(position: path(0, 8), patch: .whole(.double(1.5))),
                        ]))),
            #"{"v":[41,42,1003],"rm":[[3,2],[9]],"mv":[[20,1,4]],"in":[[0,[{"id":5,"title":"é"}]]],"#
                + #""up":[[7,{"title":null},["due"]],[8,null,1.5]]}"#,
            "0403026964057469746c6503647565020200010101002901eb070f0206020801012802040100018025"
                + "42c3a9020e02028100000005000000000000f83f"
        ),
        (
            .changes(
                WireChanges(
                    kind: .sections, base: 1, version: 5, itemCount: 2, sectionCount: 3,
                    sections: WireEdits(
                        removals: [.init(first: 0, count: 1)], moves: [.init(from: 2, to: 0, count: 1)],
                        insertions: [.init(first: 2, values: [.string("new")])],
                        updates: [.init(position: 1, patch: .whole(.string("old")))]),
                    items: WireEdits(
                        removals: [.init(first: path(1, 2), count: 1)],
                        moves: [.init(from: path(1, 0), to: path(2, 5), count: 1)]))),
            #"{"v":[1,5,2,3],"sec":{"rm":[[0]],"mv":[[2,0]],"in":[[2,["new"]]],"up":[[1,null,"old"]]},"#
                + #""rm":[[1,2]],"mv":[[1,0,2,5]]}"#,
            "04000003010402030f01000101040001010401436e6577010200436f6c640301020401010200040a01"
        ),
    ]

    /// Versions 2 and 3.
    private static let frames: [(WireFrame, json: String, binary: String)] = [
        (
            .hello(WireHello(format: 3, epoch: 5, kind: .list, version: nil)),
            #"{"hello":3,"epoch":"5","kind":"list"}"#, "0103050000"
        ),
        (
            .heartbeat(version: 300, digest: 0x00C0_FFEE_00C0_FFEE), #"{"beat":300,"digest":"00c0ffee00c0ffee"}"#,
            "08ac02eeffc000eeffc000"
        ),
        (
            .hello(WireHello(epoch: 5, kind: .list, version: nil)), #"{"hello":2,"epoch":"5","kind":"list"}"#,
            "0102050000"
        ),
        (
            .shapes([["id", "title"], ["title"]]), #"{"shapes":[["id","title"],["title"]]}"#,
            "070202026964057469746c6501057469746c65"
        ),
        (
            .changes(
                WireChanges(
                    kind: .list, base: 41, version: 42, itemCount: 1_003,
                    items: WireEdits(insertions: [.init(first: path(0, 5), values: [card(5, "é")])]))),
            #"{"v":[41,1003],"in":[5,{"id":5,"title":"é"}]}"#, "a40002026964057469746c650102000129eb07000a802542c3a9"
        ),
        (
            .changes(
                WireChanges(
                    kind: .list, base: 41, version: 42, itemCount: 1_003,
                    items: WireEdits(removals: [.init(first: path(0, 3), count: 1)]))),
            #"{"v":[41,1003],"rm":[3]}"#, "8129eb070006"
        ),
        (
            .changes(
                WireChanges(
                    kind: .list, base: 41, version: 43, itemCount: 1_003,
                    items: WireEdits(
                        removals: [.init(first: path(0, 3), count: 2), .init(first: path(0, 9), count: 1)],
                        moves: [.init(from: path(0, 20), to: path(0, 1), count: 4)],
                        insertions: [.init(first: path(0, 0), values: [card(5, "a"), card(6, "b")])],
                        updates: [
                            .init(position: path(0, 7), patch: .fields(["title": .null], removed: ["due"])),
                            .init(position: path(0, 8), patch: .whole(.double(1.5))),
                        ]),
                    commands: .named([0xDEAD_BEEF, 1]))),
            #"{"v":[41,43,1003],"k":[3735928559,1],"rm":[[3,2],[9]],"mv":[20,1,4],"#
                + #""in":[0,[{"id":5,"title":"a"},{"id":6,"title":"b"}]],"up":[[7,{"title":null},["due"]],[8,null,1.5]]}"#,
            "bf050003026964057469746c65036475650202000101012902eb0702efbeadde010000000206020801012802040100028025"
                + "416180264162020e02028100000005000000000000f83f"
        ),
        (
            .changes(
                WireChanges(
                    kind: .sections, base: 1, version: 2, itemCount: 2, sectionCount: 3,
                    sections: WireEdits(
                        removals: [.init(first: 0, count: 1)], moves: [.init(from: 2, to: 0, count: 1)],
                        insertions: [.init(first: 2, values: [.string("new")])],
                        updates: [.init(position: 1, patch: .whole(.string("old")))]),
                    items: WireEdits(
                        removals: [.init(first: path(1, 2), count: 1)],
                        moves: [.init(from: path(1, 0), to: path(2, 5), count: 1)],
                        insertions: [.init(first: path(2, 0), values: [.array([.int(7)])])]),
                    commands: .unknown)),
            #"{"v":[1,[2,3]],"k":true,"sec":{"rm":[0],"mv":[2,0],"in":[2,"new"],"up":[1,null,"old"]},"#
                + #""rm":[1,2],"mv":[1,0,2,5],"in":[2,0,[[7]]]}"#,
            "d70a000102030f00000004000004436e6577010200436f6c64000204000200040a000400c127"
        ),
    ]

    @Test func `frames of the first version stay readable`() throws {
        for (frame, json, binary) in Self.first {
            #expect(try FrameFormat.json.decode(Array(json.utf8)) == frame)
            #expect(try FrameFormat.binary.decode(bytes(binary)) == frame)
        }
    }

    @Test func `JSON frames are what they always were`() throws {
        for (frame, json, _) in Self.frames {
            #expect(String(decoding: try FrameFormat.json.encode(frame), as: UTF8.self) == json)
            #expect(try FrameFormat.json.decode(Array(json.utf8)) == frame)
        }
    }

    @Test func `binary frames are what they always were`() throws {
        for (frame, _, binary) in Self.frames {
            let bytes = try FrameFormat.binary.encode(frame)
            #expect(text(bytes) == binary)
            #expect(try FrameFormat.binary.decode(bytes) == frame)
        }
    }

    @Test func `the binary form refers to shapes that it has sent`() throws {
        var encoder = FrameEncoder(.binary)
        let part = WirePart(
            kind: .list, version: 41, offset: 0, itemCount: 1, sectionCount: 0,
            groups: [WirePart.Group(header: nil, items: [Self.card(1, "one")])], isLast: true)
        #expect(
            try encoder.encode(.part(part)).map(text) == [
                "0302026964057469746c6501020001022900010001018021436f6e65"
            ])
        let inserted = WireEdits<ItemPath>(insertions: [.init(first: Self.path(0, 5), values: [Self.card(5, "é")])])
        let step = WireChanges(kind: .list, base: 41, version: 42, itemCount: 1_003, items: inserted)
        #expect(
            try encoder.encode(.changes(step)).map(text) == ["070102026964057469746c65", "840129eb07000a802542c3a9"])
        let renamed = WireEdits<ItemPath>(
            updates: [.init(position: Self.path(0, 7), patch: .fields(["title": .null], removed: ["due"]))])
        let next = WireChanges(kind: .list, base: 42, version: 43, itemCount: 1_003, items: renamed)
        // A name and a shape of its own, behind those that are known.
        #expect(try encoder.encode(.changes(next)).map(text) == ["a80101036475650101012aeb07010e02028100"])
    }

    private func text(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private func bytes(_ text: String) -> [UInt8] {
        let digits = Array(text.utf8)
        return stride(from: 0, to: digits.count, by: 2).compactMap { at in
            UInt8(String(decoding: digits[at..<at + 2], as: UTF8.self), radix: 16)
        }
    }

    @Test func `commands and answers are what they always were`() throws {
        let command = CommandEnvelope(key: "k", name: "rename", content: .object(["id": .int(5)]))
        let position = FeedPosition(epoch: .max, number: 42)
        try expect(command, #"{"content":{"id":5},"key":"k","name":"rename"}"#)
        try expect(CommandReply.applied(position), #"{"applied":"18446744073709551615-42"}"#)
        try expect(
            CommandReply.refused(CommandRefusal(.unavailable, "later")),
            #"{"refused":{"code":"unavailable","message":"later"}}"#)
        for text in [#"{"applied":"5"}"#, #"{"applied":{"epoch":5,"number":2}}"#, "{}", #"{"refused":{"code":"x"}}"#] {
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(CommandReply.self, from: Data(text.utf8))
            }
        }
    }

    private func expect<Value: Codable & Equatable>(_ value: Value, _ json: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(value), as: UTF8.self) == json)
        #expect(try JSONDecoder().decode(Value.self, from: Data(json.utf8)) == value)
    }

    private static func path(_ section: Int, _ item: Int) -> ItemPath { ItemPath(section: section, item: item) }
    private static func card(_ id: Int64, _ title: String) -> WireValue {
        .object(["id": .int(id), "title": .string(title)])
    }
}
