import DataSources
import DataSourcesWire

/// Frames of a right stream that the bytes of an input change, one number, run, value or frame at a time.
///
/// Bytes that are changed at random hardly ever give a frame with two runs that overlap, a second part that says something
/// else than the first one, or a count that overflows a sum. These are what a client's own decoder, or a hostile server,
/// can hand to a replica.
struct WireMutations {
    var reader: ByteReader

    /// Some of the frames, changed.
    mutating func changed(_ frames: [WireFrame]) -> [WireFrame] {
        var frames = frames
        var count = 0
        while !reader.isAtEnd, count < 12, !frames.isEmpty {
            count += 1
            let (index, other) = (reader.below(frames.count), reader.below(frames.count))
            switch reader.below(8) {
            case 0: frames.remove(at: index)
            case 1: frames.insert(frames[other], at: index)
            case 2: frames.swapAt(index, other)
            default: frames[index] = changed(frames[index])
            }
        }
        return frames
    }

    private mutating func changed(_ frame: WireFrame) -> WireFrame {
        switch frame {
        case .hello(let hello):
            .hello(
                WireHello(
                    format: reader.oneIn(4) ? number(hello.format) : hello.format,
                    epoch: reader.oneIn(4) ? 2 : hello.epoch, kind: reader.oneIn(4) ? .list : hello.kind,
                    version: reader.oneIn(2) ? nil : 1))
        case .part(let part): .part(changed(part))
        case .changes(let changes): .changes(changed(changes))
        case .heartbeat(let version, let digest):
            .heartbeat(version: self.version(version), digest: reader.oneIn(2) ? digest : UInt64(reader.byte()))
        case .end(_, let version):
            .end(reader.oneIn(2) ? .finished : .shutdown, version: version.map { self.version($0) })
        case .reset, .shapes: reader.oneIn(2) ? .reset(.tooManyChanges) : .shapes([["id", "text"], ["id"]])
        }
    }

    /// The number, one near it, or one at which arithmetic goes wrong.
    private mutating func number(_ number: Int) -> Int {
        let byte = reader.byte()
        return switch byte {
        case 0..<64: number
        case 64..<128: number &+ 1
        case 128..<192: number &- 1
        case 192..<224: Int(byte) - 200
        default: ByteReader.extremes[Int(byte) % ByteReader.extremes.count]
        }
    }

    private mutating func version(_ version: UInt64) -> UInt64 {
        UInt64(bitPattern: Int64(number(Int(Int64(bitPattern: version)))))
    }

    private mutating func changed(_ part: WirePart) -> WirePart {
        var groups = part.groups
        switch reader.below(6) {
        case 0: if !groups.isEmpty { groups.append(groups[reader.below(groups.count)]) }
        case 1: if !groups.isEmpty { groups.remove(at: reader.below(groups.count)) }
        case 2: groups.append(.init(header: value(), items: []))
        case 3: if !groups.isEmpty { groups[reader.below(groups.count)].header = nil }
        case 4: if !groups.isEmpty { groups[reader.below(groups.count)].items.append(value()) }
        default: break
        }
        return WirePart(
            kind: part.kind, version: version(part.version), offset: number(part.offset),
            itemCount: number(part.itemCount), sectionCount: number(part.sectionCount), groups: groups,
            isLast: reader.oneIn(4) != part.isLast)
    }

    private mutating func changed(_ changes: WireChanges) -> WireChanges {
        var (sections, items) = (changes.sections, changes.items)
        if changes.kind == .sections, reader.oneIn(3) {
            change(&sections) { mutations, position in mutations.number(position) }
        } else {
            change(&items) { mutations, path in
                ItemPath(
                    section: mutations.reader.oneIn(3) ? mutations.number(path.section) : path.section,
                    item: mutations.number(path.item))
            }
        }
        return WireChanges(
            kind: changes.kind, base: changes.base,
            version: reader.oneIn(6) ? version(changes.version) : changes.version,
            itemCount: number(changes.itemCount), sectionCount: number(changes.sectionCount), sections: sections,
            items: items, commands: changes.commands)
    }

    private mutating func change<P: Position>(
        _ edits: inout WireEdits<P>, _ moved: (inout WireMutations, P) -> P
    ) {
        switch reader.below(4) {
        case 0:
            Self.change(&edits.removals, &reader)
            edits.removals = edits.removals.map { .init(first: moved(&self, $0.first), count: number($0.count)) }
        case 1:
            Self.change(&edits.moves, &reader)
            edits.moves = edits.moves.map {
                .init(from: moved(&self, $0.from), to: moved(&self, $0.to), count: number($0.count))
            }
        case 2:
            Self.change(&edits.insertions, &reader)
            edits.insertions = edits.insertions.map {
                .init(first: moved(&self, $0.first), values: reader.oneIn(3) ? $0.values + [value()] : $0.values)
            }
        default:
            Self.change(&edits.updates, &reader)
            edits.updates = edits.updates.map { update in
                let patch =
                    reader.oneIn(3) ? WirePatch.fields(["text": .string("y")], removed: removed()) : update.patch
                return .init(position: moved(&self, update.position), patch: patch)
            }
        }
    }

    /// Repeats, removes or exchanges runs.
    private static func change<Run>(_ runs: inout [Run], _ reader: inout ByteReader) {
        if runs.isEmpty { return }
        let (index, other) = (reader.below(runs.count), reader.below(runs.count))
        switch reader.below(5) {
        case 0: runs.insert(runs[other], at: index)
        case 1: runs.remove(at: index)
        case 2: runs.swapAt(index, other)
        case 3: runs += Array(repeating: runs[index], count: reader.below(40))
        default: break
        }
    }

    private mutating func removed() -> [String] {
        [[], ["text"], ["title"], ["title", "title"], ["caf\u{e9}", "cafe\u{301}"]][reader.below(5)]
    }

    private mutating func value() -> WireValue {
        let id = WireValue.int(Int64(reader.below(12)))
        switch reader.below(6) {
        case 0: return (0..<reader.below(40)).reduce(.null) { value, _ in .array([value]) }
        case 1: return .object(["id": id, "text": .string("cafe\u{301}")])
        case 2: return .object(["id": id, "title": .double(-0.0)])
        case 3: return .null
        default: return .object(["id": id])
        }
    }
}
