import DataSources

/// Reads frames in the compact form that ``BinaryWriter`` writes.
///
/// Nothing is allocated for a count before its elements are read, and every element takes at least one byte.
struct BinaryReader {
    private let bytes: [UInt8]
    private let limits: WireLimits
    private var position = 0
    private var depth: Int
    /// How many items and changes the rest of the frame may have.
    private var remaining: Int
    private let known: FrameShapes
    private(set) var names: [String] = []
    private var shapes: [[Int]] = []
    /// For each field of each shape, the last integer that was read; empty before the first one.
    private var integers: [[Int64?]] = []

    /// - Throws: ``WireError`` with the offset of the fault.
    static func frame(
        of bytes: [UInt8], _ limits: WireLimits, _ known: FrameShapes
    ) throws(WireError) -> WireFrame {
        var reader = BinaryReader(bytes: bytes, limits: limits, known: known)
        let frame = try reader.frame()
        guard reader.position == bytes.count else { throw reader.fault("bytes after the frame") }
        return frame
    }

    init(bytes: [UInt8], limits: WireLimits, known: FrameShapes = FrameShapes()) {
        (self.bytes, self.limits, depth, self.known) = (bytes, limits, limits.depth, known)
        remaining = limits.items
    }

    func fault(_ message: String) -> WireError { .malformed("\(message), at byte \(position)") }

    // MARK: Frames

    private mutating func frame() throws(WireError) -> WireFrame {
        let tag = try byte()
        if tag & BinaryTag.shortChanges != 0 { return .changes(try shortChanges(tag)) }
        switch BinaryTag(rawValue: tag) {
        case .hello: return .hello(try hello())
        case .reset:
            guard let reason = ResetReason(rawValue: try text()) else { throw fault("an unknown reason") }
            return .reset(reason)
        case .end:
            guard let reason = EndReason(rawValue: try text()) else { throw fault("an unknown reason") }
            let version = try unsigned()
            return .end(reason, version: version == 0 ? nil : version - 1)
        case .heartbeat: return .heartbeat(version: try unsigned())
        case .digest: return .heartbeat(version: try unsigned(), digest: try eightBytes())
        case .shapes: return .shapes(try frameShapes())
        case .part:
            try readTables()
            return .part(try part())
        case .changes:
            try readTables()
            return .changes(try changes())
        case nil: throw fault("an unknown kind of frame")
        }
    }

    private mutating func hello() throws(WireError) -> WireHello {
        let format = try unsigned()
        guard format > 0, format <= UInt64(WireHello.formatWithDigests) else {
            throw WireError(.unsupportedVersion, "format \(format) is not one of 1 to \(WireHello.formatWithDigests)")
        }
        let epoch = try unsigned()
        let kind = try byte()
        guard kind <= 1 else { throw fault("an unknown kind of state") }
        let version = try unsigned()
        return WireHello(
            format: Int(format), epoch: epoch, kind: kind == 0 ? .list : .sections,
            version: version == 0 ? nil : version - 1)
    }

    private mutating func frameShapes() throws(WireError) -> [[String]] {
        var shapes = FrameShapes()
        for _ in 0..<(try count(atMost: FrameShapes.maximalCount)) {
            var shape: [String] = []
            for _ in 0..<(try count(atMost: FrameShapes.maximalNames)) { shape.append(try text()) }
            try shapes.append(shape)
        }
        return shapes.list
    }

    private mutating func part() throws(WireError) -> WirePart {
        let flags = try byte()
        let kind: WireKind = flags & 1 == 0 ? .list : .sections
        let version = try unsigned()
        let (offset, itemCount, sectionCount) = (try count(), try count(), try count())
        var groups: [WirePart.Group] = []
        // One group may have no header.
        for _ in 0..<(try count(atMost: limits.items.saturating(adding: 1))) {
            var header: WireValue?
            if kind == .sections, try byte() != 0 { header = try value() }
            groups.append(WirePart.Group(header: header, items: try values(try counted())))
        }
        return WirePart(
            kind: kind, version: version, offset: offset, itemCount: itemCount, sectionCount: sectionCount,
            groups: groups, isLast: flags & 2 != 0)
    }

    /// Changes in the form of version 2.
    private mutating func shortChanges(_ tag: UInt8) throws(WireError) -> WireChanges {
        let kind: WireKind = tag & BinaryTag.sections == 0 ? .list : .sections
        let flags = ChangeFlags(rawValue: tag & BinaryTag.more == 0 ? 0 : try byte())
        guard flags.isSubset(of: .all), !flags.isSuperset(of: [.commands, .unknownCommands]),
            kind == .sections || !flags.contains(.sections)
        else {
            throw fault("unknown flags")
        }
        if tag & 12 != 0 || flags.contains(.sections) {
            let count = try count()
            guard count == known.count || count == 0 else {
                throw WireError(.gap, "a frame of a stream with \(count) shapes, of which \(known.count) were received")
            }
            if count > 0 {
                (names, shapes) = (known.names, known.indices)
                integers = Array(repeating: [], count: count)
            }
        }
        if tag & BinaryTag.tables != 0 { try readTables() }
        let base = try unsigned()
        let version = base &+ (flags.contains(.skips) ? try unsigned() : 1)
        let itemCount = try count()
        let sectionCount = kind == .sections ? try count() : 0
        let commands = flags.contains(.unknownCommands) ? WireCommands.unknown : .named(try hashes(flags))
        var sections = WireEdits<Int>()
        if flags.contains(.sections) { sections = try edits(try byte(), sectioned: false, short: true) { $1 } }
        let isSectioned = kind == .sections
        let items = try edits(tag & 15, sectioned: isSectioned, short: true) {
            ItemPath(section: isSectioned ? $0 : 0, item: $1)
        }
        return WireChanges(
            kind: kind, base: base, version: version, itemCount: itemCount, sectionCount: sectionCount,
            sections: sections, items: items, commands: commands)
    }

    private mutating func hashes(_ flags: ChangeFlags) throws(WireError) -> [UInt32] {
        var hashes: [UInt32] = []
        if !flags.contains(.commands) { return hashes }
        for _ in 0..<(try count(atMost: bytes.count / 4)) {
            var hash: UInt32 = 0
            for shift in 0..<4 { hash |= UInt32(try byte()) << (8 * UInt32(shift)) }
            hashes.append(hash)
        }
        return hashes
    }

    /// Changes in the form of version 1.
    private mutating func changes() throws(WireError) -> WireChanges {
        let flags = try byte()
        let kind: WireKind = flags & 1 == 0 ? .list : .sections
        let base = try unsigned()
        let version = base &+ (try unsigned())
        let itemCount = try count()
        let sectionCount = kind == .sections ? try count() : 0
        var sections = WireEdits<Int>()
        if kind == .sections, flags & 2 != 0 { sections = try edits(try byte(), sectioned: false) { $1 } }
        let isSectioned = kind == .sections
        let items = try edits(try byte(), sectioned: isSectioned) {
            ItemPath(section: isSectioned ? $0 : 0, item: $1)
        }
        return WireChanges(
            kind: kind, base: base, version: version, itemCount: itemCount, sectionCount: sectionCount,
            sections: sections, items: items)
    }

    // MARK: Values

    private mutating func readTables() throws(WireError) {
        for _ in 0..<(try count()) { names.append(try text()) }
        for _ in 0..<(try count()) {
            var shape: [Int] = []
            for _ in 0..<(try count()) {
                let index = try count()
                _ = try name(index)
                shape.append(index)
            }
            shapes.append(shape)
            integers.append([])
        }
    }

    func name(_ index: Int) throws(WireError) -> String {
        guard names.indices.contains(index) else { throw fault("there is no name \(index)") }
        return names[index]
    }

    mutating func values(_ count: Int) throws(WireError) -> [WireValue] {
        var values: [WireValue] = []
        for _ in 0..<count { values.append(try value()) }
        return values
    }

    mutating func value() throws(WireError) -> WireValue {
        let tag = try byte()
        switch tag {
        case BinaryTag.null: return .null
        case BinaryTag.false: return .bool(false)
        case BinaryTag.true: return .bool(true)
        case BinaryTag.integer: return .int(try signed())
        case BinaryTag.unsigned: return .uint(try unsigned())
        case BinaryTag.double:
            return .double(Double(bitPattern: try eightBytes()))
        case BinaryTag.string: return .string(try text())
        case BinaryTag.array: return .array(try nestedValues(try count()))
        case BinaryTag.object: return try object(try count())
        case BinaryTag.smallInteger..<BinaryTag.shortString: return .int(Int64(tag & 31))
        case BinaryTag.shortString..<BinaryTag.smallShape: return .string(try text(Int(tag & 63)))
        case BinaryTag.smallShape..<BinaryTag.shortArray: return try object(Int(tag & 63))
        case BinaryTag.shortArray..<BinaryTag.nearInteger: return .array(try nestedValues(Int(tag & 31)))
        default: throw fault("an unknown kind of value")
        }
    }

    private mutating func nestedValues(_ count: Int) throws(WireError) -> [WireValue] {
        try enter()
        let values = try values(count)
        depth += 1
        return values
    }

    private mutating func enter() throws(WireError) {
        guard depth > 0 else { throw WireError(.tooLarge, "values are nested too deeply, at byte \(position)") }
        depth -= 1
    }

    private mutating func object(_ shape: Int) throws(WireError) -> WireValue {
        guard shapes.indices.contains(shape) else { throw fault("there is no shape \(shape)") }
        try enter()
        var object = WireObject()
        for (number, name) in shapes[shape].enumerated() { object[names[name]] = try value(shape, number) }
        depth += 1
        return .object(object)
    }

    /// Reads the value of a field.
    private mutating func value(_ shape: Int, _ field: Int) throws(WireError) -> WireValue {
        guard position < bytes.count, bytes[position] >= BinaryTag.nearInteger else {
            let value = try value()
            if case .int(let integer) = value { note(integer, shape, field) }
            return value
        }
        let distance = Int64(try byte() - BinaryTag.nearInteger) - 16
        guard !integers[shape].isEmpty, let last = integers[shape][field] else {
            throw fault("a distance from no integer")
        }
        let (integer, overflow) = last.addingReportingOverflow(distance)
        if overflow { throw fault("a number of more than 64 bits") }
        note(integer, shape, field)
        return .int(integer)
    }

    private mutating func note(_ integer: Int64, _ shape: Int, _ field: Int) {
        if integers[shape].isEmpty { integers[shape] = Array(repeating: nil, count: shapes[shape].count) }
        integers[shape][field] = integer
    }

    mutating func text() throws(WireError) -> String { try text(try count()) }

    private mutating func text(_ count: Int) throws(WireError) -> String {
        guard count <= bytes.count - position else { throw fault("a text ends early") }
        guard let text = String(validating: bytes[position..<position + count], as: UTF8.self) else {
            throw fault("a text is not UTF-8")
        }
        position += count
        return text
    }

    /// Bytes after their number.
    mutating func blob() throws(WireError) -> [UInt8] {
        let count = try count()
        guard count <= bytes.count - position else { throw fault("\(count) bytes end early") }
        defer { position += count }
        return Array(bytes[position..<position + count])
    }

    /// Whether everything has been read.
    var isAtEnd: Bool { position == bytes.count }

    // MARK: Numbers

    mutating func byte() throws(WireError) -> UInt8 {
        guard position < bytes.count else { throw fault("the frame ends early") }
        defer { position += 1 }
        return bytes[position]
    }

    /// A position, from 0 to the limit; it is written as a distance from the last one.
    mutating func number(_ last: Int) throws(WireError) -> Int {
        let (value, overflow) = Int64(last).addingReportingOverflow(try signed())
        guard !overflow, value >= 0, value <= limits.items else { throw fault("a position that is out of range") }
        return Int(value)
    }

    /// A number of items, sections or bytes.
    mutating func count() throws(WireError) -> Int {
        let value = try unsigned()
        guard let count = Int(exactly: value), count <= max(limits.items, limits.bytes) else {
            throw WireError(.tooLarge, "a count of \(value), at byte \(position)")
        }
        return count
    }

    /// A number of what a limit is for, checked before any of it is read.
    mutating func count(atMost limit: Int) throws(WireError) -> Int {
        let count = try count()
        guard count <= limit else { throw WireError(.tooLarge, "a count of \(count), at byte \(position)") }
        return count
    }

    /// A number of items or of positions that change; all of a frame together stay within the limit.
    mutating func counted() throws(WireError) -> Int { try counted(try count()) }

    mutating func counted(_ count: Int) throws(WireError) -> Int {
        guard count <= remaining else {
            throw WireError(.tooLarge, "a frame has more than \(limits.items) items or changes, at byte \(position)")
        }
        remaining -= count
        return count
    }

    private mutating func signed() throws(WireError) -> Int64 {
        let value = try unsigned()
        return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
    }

    mutating func eightBytes() throws(WireError) -> UInt64 {
        var bits: UInt64 = 0
        for shift in 0..<8 { bits |= UInt64(try byte()) << (8 * UInt64(shift)) }
        return bits
    }

    mutating func unsigned() throws(WireError) -> UInt64 {
        var (value, shift): (UInt64, UInt64) = (0, 0)
        while true {
            let byte = try byte()
            guard shift < 63 || byte <= 1 else { throw fault("a number of more than 64 bits") }
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
    }
}
