import DataSources

/// Writes frames in the compact form; see `WireFormat` in the documentation.
///
/// Integers are LEB128 varints, signed ones after zigzag coding (both as in Protocol Buffers). Names of fields are in a
/// table at the beginning of a frame; an object refers to its shape, the list of its names. Positions are distances
/// from the end of the run before, and integers near the last one of the same field are distances from it.
struct BinaryWriter {
    private(set) var bytes: [UInt8] = []
    private var names: [String: Int] = [:]
    private var nameList: [String] = []
    private var shapes: [[Int]: Int] = [:]
    private var shapeList: [[Int]] = []
    /// For each field of each shape, the last integer that was written.
    private var integers: [[Int64?]] = []

    static func bytes(of frame: WireFrame) -> [UInt8] {
        var body = BinaryWriter()
        switch frame {
        case .hello(let hello):
            body.write(unsigned: UInt64(hello.format))
            body.write(unsigned: hello.epoch)
            body.bytes.append(hello.kind == .list ? 0 : 1)
            body.write(unsigned: hello.version.map { $0 &+ 1 } ?? 0)
            return [BinaryTag.hello.rawValue] + body.bytes
        case .reset(let reason): return [BinaryTag.reset.rawValue] + body.text(reason.rawValue)
        case .heartbeat(let version):
            body.write(unsigned: version)
            return [BinaryTag.heartbeat.rawValue] + body.bytes
        case .end(let reason, let version):
            body.write(unsigned: version.map { $0 &+ 1 } ?? 0)
            return [BinaryTag.end.rawValue] + body.text(reason.rawValue) + body.bytes
        case .part(let part):
            body.write(part)
            return [BinaryTag.part.rawValue] + body.tables + body.bytes
        case .changes(let changes):
            body.write(changes)
            return [BinaryTag.changes.rawValue] + body.tables + body.bytes
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
                if let header = group.header { write(header) }
            }
            write(count: group.items.count)
            for item in group.items { write(item) }
        }
    }

    private mutating func write(_ changes: WireChanges) {
        bytes.append((changes.kind == .list ? 0 : 1) | (changes.sections.isEmpty ? 0 : 2))
        write(unsigned: changes.base)
        write(unsigned: changes.version &- changes.base)
        write(count: changes.itemCount)
        if changes.kind == .sections { write(count: changes.sectionCount) }
        if !changes.sections.isEmpty { write(changes.sections) { [$0] } }
        switch changes.kind {
        case .list: write(changes.items) { [$0.item] }
        case .sections: write(changes.items) { [$0.section, $0.item] }
        }
    }

    private mutating func write<P: Position>(_ edits: WireEdits<P>, _ numbers: (P) -> [Int]) {
        bytes.append(edits.presence)
        var (last, lastOrigin) = (BinaryCursor(), BinaryCursor())
        if !edits.removals.isEmpty {
            write(count: edits.removals.count)
            for run in edits.removals {
                write(position: numbers(run.first), after: &last, count: run.count)
                write(count: run.count)
            }
        }
        last = BinaryCursor()
        if !edits.moves.isEmpty {
            write(count: edits.moves.count)
            for run in edits.moves {
                write(position: numbers(run.from), after: &lastOrigin, count: run.count)
                write(position: numbers(run.to), after: &last, count: run.count)
                write(count: run.count)
            }
        }
        last = BinaryCursor()
        if !edits.insertions.isEmpty {
            write(count: edits.insertions.count)
            for run in edits.insertions {
                write(position: numbers(run.first), after: &last, count: run.values.count)
                write(count: run.values.count)
                for value in run.values { write(value) }
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
            write(value)
        case .fields(let set, let removed):
            write(count: 1 + removed.count)
            for name in removed { write(count: index(of: name)) }
            write(.object(set))
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
            for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: value.bitPattern >> (8 * UInt64(shift)))) }
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
        if let index = names[name] { return index }
        names[name] = nameList.count
        nameList.append(name)
        return nameList.count - 1
    }

    private mutating func shape(of object: WireObject) -> Int {
        let indices = object.fields.map { index(of: $0.name) }
        if let shape = shapes[indices] { return shape }
        shapes[indices] = shapeList.count
        shapeList.append(indices)
        integers.append(Array(repeating: nil, count: indices.count))
        return shapeList.count - 1
    }

    /// The tables that objects refer to; complete when everything else is written.
    private var tables: [UInt8] {
        var writer = BinaryWriter()
        writer.write(count: nameList.count)
        for name in nameList { writer.bytes += writer.text(name) }
        writer.write(count: shapeList.count)
        for shape in shapeList {
            writer.write(count: shape.count)
            for name in shape { writer.write(count: name) }
        }
        return writer.bytes
    }

    private func text(_ text: String) -> [UInt8] {
        var writer = BinaryWriter()
        writer.write(count: text.utf8.count)
        return writer.bytes + text.utf8
    }

    // MARK: Numbers

    private mutating func write(count: Int) { write(unsigned: UInt64(count)) }

    private mutating func write(signed value: Int64) {
        write(unsigned: UInt64(bitPattern: value << 1 ^ value >> 63))
    }

    private mutating func write(unsigned value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}

/// The first byte of a frame, and of a value.
enum BinaryTag: UInt8 {
    case hello = 1, reset, part, changes, heartbeat, end

    static let null: UInt8 = 0
    static let `false`: UInt8 = 1
    static let `true`: UInt8 = 2
    static let integer: UInt8 = 3
    static let unsigned: UInt8 = 4
    static let double: UInt8 = 5
    static let string: UInt8 = 6
    static let array: UInt8 = 7
    static let object: UInt8 = 8
    /// With the number of UTF-8 bytes, below 64.
    static let shortString: UInt8 = 0x40
    /// With the value, below 32.
    static let smallInteger: UInt8 = 0x20
    /// With the number of the shape, below 64.
    static let smallShape: UInt8 = 0x80
    /// With the number of elements, below 32.
    static let shortArray: UInt8 = 0xC0
    /// With the distance from the last integer of the same field, from -16 up to 15, plus 16.
    static let nearInteger: UInt8 = 0xE0
}

/// The end of the last run, from which the next position is measured.
struct BinaryCursor {
    var section = 0
    var item = 0
}

extension WireEdits {
    /// Which kinds of changes there are, a bit each.
    var presence: UInt8 {
        (removals.isEmpty ? 0 : 1) | (moves.isEmpty ? 0 : 2) | (insertions.isEmpty ? 0 : 4) | (updates.isEmpty ? 0 : 8)
    }
}
