import DataSources

/// Writes frames in the compact form; see `WireFormat` in the documentation.
///
/// Integers are LEB128 varints, signed ones after zigzag coding (both as in Protocol Buffers). An object refers to its
/// shape, the list of its names: one that the stream knows, or one in a table at the beginning of the frame. Positions are
/// distances from the end of the run before, and integers near the last one of the same field are distances from it.
struct BinaryWriter {
    var bytes: [UInt8] = []
    private let known: FrameShapes
    private var names: [TextID: Int]
    /// The names and shapes that the stream does not know.
    private var ownNames: [String] = []
    private var shapes: [[Int]: Int]
    private var ownShapes: [[Int]] = []
    /// For each field of each shape, the last integer that was written; empty before the first object of a shape.
    private var integers: [[Int64?]]
    /// The shapes of items and headers, and of their patches, in the order in which they came first.
    private var itemShapes: [[String]] = []
    private var seenShapes: Set<Int> = []

    init(_ known: FrameShapes = FrameShapes()) {
        self.known = known
        (names, shapes) = (known.numbersOfNames, known.numbers)
        integers = Array(repeating: [], count: known.count)
    }

    /// The bytes of a frame in a stream that knows some shapes; and the shapes of items in the frame.
    static func bytes(of frame: WireFrame, _ known: FrameShapes) -> (bytes: [UInt8], shapes: [[String]]) {
        switch frame {
        case .part(let part):
            // Of whole states, each frame has all of its names.
            var body = BinaryWriter(FrameShapes())
            body.write(part)
            return ([BinaryTag.part.rawValue] + body.tables + body.bytes, body.itemShapes)
        case .changes(let changes):
            var body = BinaryWriter(known)
            body.write(changes)
            return (body.head(of: changes) + body.bytes, body.itemShapes)
        default: return (bytes(of: frame), [])
        }
    }

    private static func bytes(of frame: WireFrame) -> [UInt8] {
        var body = BinaryWriter(FrameShapes())
        switch frame {
        case .hello(let hello):
            body.write(count: hello.format)
            body.write(unsigned: hello.epoch)
            body.bytes.append(hello.kind == .list ? 0 : 1)
            body.write(unsigned: hello.version.map { $0 &+ 1 } ?? 0)
            return [BinaryTag.hello.rawValue] + body.bytes
        case .reset(let reason): return [BinaryTag.reset.rawValue] + body.text(reason.rawValue)
        case .heartbeat(let version, let digest):
            body.write(unsigned: version)
            if let digest { body.write(eightBytes: digest) }
            return [(digest == nil ? BinaryTag.heartbeat : .digest).rawValue] + body.bytes
        case .end(let reason, let version):
            body.write(unsigned: version.map { $0 &+ 1 } ?? 0)
            return [BinaryTag.end.rawValue] + body.text(reason.rawValue) + body.bytes
        case .shapes(let shapes):
            body.write(count: shapes.count)
            for shape in shapes {
                body.write(count: shape.count)
                for name in shape { body.bytes += body.text(name) }
            }
            return [BinaryTag.shapes.rawValue] + body.bytes
        case .part, .changes: return []
        }
    }

    // MARK: Frames

    private mutating func write(_ part: WirePart) {
        bytes.append((part.kind == .list ? 0 : 1) | (part.isLast ? 2 : 0))
        write(unsigned: part.version)
        write(count: part.offset)
        write(count: part.itemCount)
        write(count: part.sectionCount)
        write(count: part.groups.count)
        for group in part.groups {
            if part.kind == .sections {
                bytes.append(group.header == nil ? 0 : 1)
                if let header = group.header { write(item: header) }
            }
            write(count: group.items.count)
            for item in group.items { write(item: item) }
        }
    }

    /// The first bytes of changes, written last: they depend on the names and shapes that were used.
    private func head(of changes: WireChanges) -> [UInt8] {
        var head = BinaryWriter(FrameShapes())
        let flags = ChangeFlags(changes)
        let hasTables = !ownShapes.isEmpty || !ownNames.isEmpty
        head.bytes.append(
            BinaryTag.shortChanges | changes.items.presence | (flags.rawValue == 0 ? 0 : BinaryTag.more)
                | (hasTables ? BinaryTag.tables : 0) | (changes.kind == .sections ? BinaryTag.sections : 0))
        if flags.rawValue != 0 { head.bytes.append(flags.rawValue) }
        if changes.hasValues { head.write(count: known.count) }
        return head.bytes + (hasTables ? tables : [])
    }

    private mutating func write(_ changes: WireChanges) {
        write(unsigned: changes.base)
        if changes.version != changes.base &+ 1 { write(unsigned: changes.version &- changes.base) }
        write(count: changes.itemCount)
        if changes.kind == .sections { write(count: changes.sectionCount) }
        if case .named(let hashes) = changes.commands, !hashes.isEmpty {
            write(count: hashes.count)
            for hash in hashes {
                for shift in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: hash >> (8 * UInt32(shift)))) }
            }
        }
        if !changes.sections.isEmpty {
            bytes.append(changes.sections.presence)
            write(changes.sections) { [$0] }
        }
        switch changes.kind {
        case .list: write(changes.items) { [$0.item] }
        case .sections: write(changes.items) { [$0.section, $0.item] }
        }
    }

    private mutating func write<P: Position>(_ edits: WireEdits<P>, _ numbers: (P) -> [Int]) {
        var (last, lastOrigin) = (BinaryCursor(), BinaryCursor())
        if !edits.removals.isEmpty {
            let isSingle = edits.removals.count == 1 && edits.removals[0].count == 1
            write(count: isSingle ? 0 : edits.removals.count)
            for run in edits.removals {
                write(position: numbers(run.first), after: &last, count: run.count)
                if !isSingle { write(count: run.count) }
            }
        }
        last = BinaryCursor()
        if !edits.moves.isEmpty {
            let isSingle = edits.moves.count == 1 && edits.moves[0].count == 1
            write(count: isSingle ? 0 : edits.moves.count)
            for run in edits.moves {
                write(position: numbers(run.from), after: &lastOrigin, count: run.count)
                write(position: numbers(run.to), after: &last, count: run.count)
                if !isSingle { write(count: run.count) }
            }
        }
        last = BinaryCursor()
        if !edits.insertions.isEmpty {
            let isSingle = edits.insertions.count == 1 && edits.insertions[0].values.count == 1
            write(count: isSingle ? 0 : edits.insertions.count)
            for run in edits.insertions {
                write(position: numbers(run.first), after: &last, count: run.values.count)
                if !isSingle { write(count: run.values.count) }
                for value in run.values { write(item: value) }
            }
        }
        last = BinaryCursor()
        if !edits.updates.isEmpty {
            write(count: edits.updates.count)
            for update in edits.updates {
                write(position: numbers(update.position), after: &last, count: 1)
                write(update.patch)
            }
        }
    }

    private mutating func write(_ patch: WirePatch) {
        switch patch {
        case .whole(let value):
            bytes.append(0)
            write(item: value)
        case .fields(let set, let removed):
            write(count: 1 + removed.count)
            for name in removed { write(count: index(of: name)) }
            write(item: .object(set))
        }
    }

    /// Writes the distance of a position from the end of the last run, and moves on behind this run.
    private mutating func write(position: [Int], after last: inout BinaryCursor, count: Int) {
        let (section, item) = position.count == 2 ? (position[0], position[1]) : (0, position[0])
        if position.count == 2 {
            write(signed: Int64(section &- last.section))
            if section != last.section { last.item = 0 }
        }
        write(signed: Int64(item &- last.item))
        last = BinaryCursor(section: section, item: item &+ count)
    }

    // MARK: Values

    /// Writes a value whose names are those of a type, not data as in nested objects they may be.
    private mutating func write(item value: WireValue) {
        if case .object(let object) = value, seenShapes.insert(shape(of: object)).inserted {
            itemShapes.append(object.fields.map(\.name))
        }
        write(value)
    }

    private mutating func write(_ value: WireValue) {
        switch value {
        case .null: bytes.append(BinaryTag.null)
        case .bool(let value): bytes.append(value ? BinaryTag.true : BinaryTag.false)
        case .int(let value) where (0..<32).contains(value): bytes.append(BinaryTag.smallInteger | UInt8(value))
        case .int(let value):
            bytes.append(BinaryTag.integer)
            write(signed: value)
        case .uint(let value):
            bytes.append(BinaryTag.unsigned)
            write(unsigned: value)
        case .double(let value):
            bytes.append(BinaryTag.double)
            write(eightBytes: value.bitPattern)
        case .string(let value):
            let count = value.utf8.count
            if count < 64 {
                bytes.append(BinaryTag.shortString | UInt8(count))
            } else {
                bytes.append(BinaryTag.string)
                write(count: count)
            }
            bytes.append(contentsOf: value.utf8)
        case .array(let values):
            if values.count < 32 {
                bytes.append(BinaryTag.shortArray | UInt8(values.count))
            } else {
                bytes.append(BinaryTag.array)
                write(count: values.count)
            }
            for value in values { write(value) }
        case .object(let object):
            let shape = shape(of: object)
            if shape < 64 {
                bytes.append(BinaryTag.smallShape | UInt8(shape))
            } else {
                bytes.append(BinaryTag.object)
                write(count: shape)
            }
            for (number, field) in object.fields.enumerated() { write(field.value, shape, number) }
        }
    }

    /// Writes the value of a field; an integer near the last one of the field takes one byte.
    private mutating func write(_ value: WireValue, _ shape: Int, _ field: Int) {
        guard case .int(let integer) = value else { return write(value) }
        if integers[shape].isEmpty {
            let count = shape < known.count ? known.indices[shape].count : ownShapes[shape - known.count].count
            integers[shape] = Array(repeating: nil, count: count)
        }
        let last = integers[shape][field]
        integers[shape][field] = integer
        if let last, !(0..<32).contains(integer) {
            let (distance, overflow) = integer.subtractingReportingOverflow(last)
            if !overflow, (-16..<16).contains(distance) {
                return bytes.append(BinaryTag.nearInteger | UInt8(distance + 16))
            }
        }
        write(value)
    }

    private mutating func index(of name: String) -> Int {
        if let index = names[TextID(name)] { return index }
        let number = known.names.count + ownNames.count
        names[TextID(name)] = number
        ownNames.append(name)
        return number
    }

    private mutating func shape(of object: WireObject) -> Int {
        let indices = object.fields.map { index(of: $0.name) }
        if let shape = shapes[indices] { return shape }
        let number = known.count + ownShapes.count
        shapes[indices] = number
        ownShapes.append(indices)
        integers.append([])
        return number
    }

    /// The tables that objects refer to; complete when everything else is written.
    private var tables: [UInt8] {
        var writer = BinaryWriter(FrameShapes())
        writer.write(count: ownNames.count)
        for name in ownNames { writer.bytes += writer.text(name) }
        writer.write(count: ownShapes.count)
        for shape in ownShapes {
            writer.write(count: shape.count)
            for name in shape { writer.write(count: name) }
        }
        return writer.bytes
    }

    func text(_ text: String) -> [UInt8] {
        var writer = BinaryWriter(FrameShapes())
        writer.write(count: text.utf8.count)
        return writer.bytes + text.utf8
    }

    // MARK: Numbers

    mutating func write(count: Int) { write(unsigned: UInt64(max(0, count))) }

    private mutating func write(signed value: Int64) {
        write(unsigned: UInt64(bitPattern: value << 1 ^ value >> 63))
    }

    mutating func write(eightBytes value: UInt64) {
        for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * UInt64(shift)))) }
    }

    mutating func write(unsigned value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}

extension WireChanges {
    /// Whether there may be values in the frame.
    fileprivate var hasValues: Bool { !sections.isEmpty || !items.insertions.isEmpty || !items.updates.isEmpty }
}

extension WireEdits {
    /// Which kinds of changes there are, a bit each.
    var presence: UInt8 {
        (removals.isEmpty ? 0 : 1) | (moves.isEmpty ? 0 : 2) | (insertions.isEmpty ? 0 : 4) | (updates.isEmpty ? 0 : 8)
    }
}
